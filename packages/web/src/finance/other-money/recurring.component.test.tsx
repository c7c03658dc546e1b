import { recurringMoney, recurringRoutes, type RecurringRow } from '@chepu/contract/finance/recurring-money'
import { monthBefore } from '@chepu/contract/kernel/calendar'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { readTableConfig } from '@chepu/contract/shell/config'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { RecurringList } from './recurring'

const month = Number.parseInt(shanghaiDay().slice(0, 7).replace('-', ''), 10)

const row = (id: number, of: number): RecurringRow => ({
  key: `${id}:${of}`,
  id,
  version: 1,
  isActive: true,
  month: of,
  summary: `房租${id}`,
  status: 'due',
  dueOn: '2026-11-01',
  direction: 'out',
  categoryName: '房租水电',
  amount: '8000.00',
  purpose: 'cash',
  placeName: '现金',
  billNo: null,
  departmentName: null,
  day: 1,
  span: '',
  slipId: null,
  slipKind: null,
  fromMonth: of,
  toMonth: null,
  categoryId: 1,
  storeAccountId: 1,
  partnerId: null,
  partnerName: null,
  departmentId: null,
})

test('一键生成 makes what is due of the month that the list shows, and says how many; of every month where it shows them all', async () => {
  const rows = [row(1, month), row(2, month), row(1, monthBefore(month))]
  server.on(recurringMoney.list, ({ query }) => ({
    rows: rows.filter((each) => query.month === undefined || each.month === query.month),
    more: false,
  }))
  server.on(recurringMoney.totals, () => ({ count: 2, sums: {} }))
  server.on(readTableConfig, () => ({ columns: [] }))
  const sent: unknown[] = []
  server.on(recurringRoutes.make, ({ body }) => {
    sent.push(body)
    return { made: [] }
  })
  const named = `一键生成 ${shanghaiDay().slice(0, 7)}（2）`
  const tab = draw(<RecurringList head={null} status={undefined} />)
  await page.getByRole('button', { name: named }).click()
  await expect
    .poll(() => sent)
    .toEqual([
      {
        months: [
          { id: 1, month },
          { id: 2, month },
        ],
      },
    ])
  tab.close()
  draw(<RecurringList head={null} status="due" />)
  await page.getByRole('button', { name: '一键生成（3）' }).click()
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[1]).toEqual({})
})

test('新增 is in the row on a phone', async () => {
  await page.viewport(390, 844)
  server.on(recurringMoney.list, () => ({ rows: [], more: false }))
  server.on(recurringMoney.totals, () => ({ count: 0, sums: {} }))
  server.on(readTableConfig, () => ({ columns: [] }))
  draw(<RecurringList head={null} status={undefined} />)
  await expect.element(page.getByRole('button', { name: '新增', exact: true })).toBeVisible()
})
