import {
  bookButtons,
  balanceOverview,
  type OverviewRow,
  profitExport,
  profitStatement,
} from '@chepu/contract/finance/books'
import { readExport } from '@chepu/contract/kernel/export-job'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { Overview } from './overview'
import { ProfitStatement } from './profit'

const profit = {
  orgName: '鼎程配件',
  month: 202609,
  isClosed: true,
  yearFrom: 202608,
  rows: [
    { key: 'revenue', title: '一、营业收入', accounts: ['5001'], month: '600.00', year: '900.00' },
    { key: 'net', title: '四、净利润', accounts: [], month: '170.00', year: '210.00' },
  ],
}
const row = (fields: Pick<OverviewRow, 'key' | 'title'> & Partial<OverviewRow>): OverviewRow => ({
  part: 'liabilities',
  accounts: [],
  vouchers: '80.00',
  books: null,
  isPart: false,
  ...fields,
})
const overview = {
  orgName: '鼎程配件',
  month: 202609,
  rows: [
    row({ key: 'cash', title: '库存现金', part: 'assets', accounts: ['1001'], books: '75.00' }),
    row({ key: 'tax', title: '应交税费', accounts: ['2221'] }),
    row({ key: 'tax_owed', title: '其中：应交增值税', vouchers: '95.00', isPart: true }),
    row({ key: 'tax_waiting', title: '其中：待认证进项税、待确认销项税等', vouchers: '-15.00', isPart: true }),
  ],
  sums: { assets: '80.00', liabilities: '80.00', equity: '0.00' },
  differences: 1,
  gap: '0.00',
}

/** What the preview of the paper says, line by line. */
const paperLines = () => {
  const frame = document.querySelector<HTMLIFrameElement>('iframe[title="打印预览"]')
  const rows = frame?.contentDocument?.querySelectorAll('tr.line') ?? []
  return [...rows].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).join('|'))
}
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

test('利润表 is printed and exported; its year is headed by the first month of business', async () => {
  server.on(profitStatement, () => profit)
  server.on(profitExport, () => ({ jobId: 5 }))
  server.on(readExport, () => new Promise(() => undefined))
  draw(<ProfitStatement month={202609} show={() => undefined} />)
  await expect.element(page.getByText('本年累计（2026-08 起）')).toBeVisible()
  await press('导出')
  await expect.poll(() => server.asked(profitExport)).toMatchObject([{ body: { filters: { month: 202609 } } }])
  await press('打印')
  await expect.poll(paperLines).toEqual(['一、营业收入|600.00|900.00', '四、净利润|170.00|210.00'])
})

test('资产负债概览 is printed with its sums; without the right nothing is exported', async () => {
  server.on(balanceOverview, () => overview)
  draw(<Overview month={202609} isClosed first={202607} show={() => undefined} />, { without: [bookButtons.export] })
  await press('打印')
  await expect
    .poll(paperLines)
    .toEqual([
      '资产|库存现金|80.00|75.00|5.00',
      '|资产合计|80.00||',
      '负债|应交税费|80.00||',
      '负债|其中：应交增值税|95.00||',
      '负债|其中：待认证进项税、待确认销项税等|-15.00||',
      '|负债合计|80.00||',
      '|权益合计|0.00||',
    ])
  expect(page.getByRole('button', { name: '导出', exact: true }).elements()).toEqual([])
})
