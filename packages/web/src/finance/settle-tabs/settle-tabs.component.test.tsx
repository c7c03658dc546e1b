import { button } from '@chepu/contract/access/catalogue'
import { listEmployees } from '@chepu/contract/basics/lookups'
import { settleQueries, type SettleQueries } from '@chepu/contract/finance/settle-queries'
import type { QueryRow } from '@chepu/contract/kernel/query'
import { readTableConfig } from '@chepu/contract/shell/config'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Around, draw, server } from '../../../test/page'
import AdvancePage from './advance-page'
import { settlePages } from './settle-page'

type Row = QueryRow<SettleQueries['items']>

const row = (id: number, partnerId: number, balance: string): Row => ({
  id,
  partnerId,
  partnerName: `单位${partnerId}`,
  billNo: `CK0126112700${id}`,
  bizDate: '2026-11-20',
  dueOn: '2026-11-25',
  overdueDays: balance.startsWith('-') ? 0 : 2,
  original: balance,
  settled: '0.00',
  discounted: '0.00',
  balance,
  overdue: balance.startsWith('-') ? '0.00' : balance,
  salespersonName: null,
  isDisputed: false,
  isUnconfirmed: false,
  invoiceState: 'none',
  remark: '',
  sourceKind: 'sales_delivery',
  isClaim: false,
  sourceId: id,
})
const sums = { original: '400.00', settled: '30.00', discounted: '5.00', balance: '365.00', overdue: '120.00' }

/** A tab of 销售结算 with these rows, and what the server was asked. */
async function drawSales(rows: readonly Row[], around: Around = {}) {
  const asked: unknown[] = []
  server.on(settleQueries.AR.items.list, ({ query }) => {
    asked.push(query)
    return { rows: [...rows], more: false }
  })
  server.on(settleQueries.AR.items.totals, () => ({ count: rows.length, sums }))
  server.on(readTableConfig, () => ({ columns: [] }))
  const Sales = settlePages.sale
  const tab = draw(<Sales />, around)
  await expect.element(page.getByText(rows[0]?.billNo ?? '').first()).toBeVisible()
  return { tab, asked }
}
const tick = (billNo: string) => userEvent.click(page.getByRole('row', { name: billNo }).getByRole('checkbox'))
const press = (name: RegExp | string) => userEvent.click(page.getByRole('button', { name }).first())

test('figures of all pages stand above the rows, and the tabs lead on with their filters', async () => {
  const { tab, asked } = await drawSales([row(1, 7, '120.00')], { params: { overdue: 'true', from: '2026-11-01' } })
  const figures = page.getByLabelText('合计')
  for (const text of ['400.00', '30.00', '5.00', '365.00', '120.00'])
    await expect.element(figures.getByText(text, { exact: true })).toBeVisible()
  expect(asked[0]).toMatchObject({ tab: 'sale', settled: 'open', from: '2026-11-01' })
  await userEvent.click(page.getByRole('button', { name: '保险', exact: true }))
  expect(tab.opened).toEqual([{ key: 'settleInsurance', params: { from: '2026-11-01', overdue: 'true' } }])
})

test('ticked rows of one partner are collected, cleared, stated and aged', async () => {
  const { tab } = await drawSales([row(1, 7, '120.00'), row(2, 7, '80.00'), row(3, 8, '200.00')])
  await tick(row(1, 7, '').billNo)
  await tick(row(2, 7, '').billNo)
  await press(/^收款/)
  await press('核销')
  await press('对账单')
  await press('账龄')
  expect(tab.opened).toEqual([
    { key: 'collection', params: { new: 1, partnerId: 7, itemIds: '1,2' } },
    { key: 'write-off', params: { new: 1, partnerId: 7, itemIds: '1,2', purpose: 'advance_ar' } },
    { key: 'receivableAccount', params: { tab: 'statement', partnerId: 7 } },
    { key: 'receivableAccount', params: { tab: 'ageing', partnerId: 7 } },
  ])
})

test('on a telephone a card settles itself, and nothing waits for ticks', async () => {
  await page.viewport(390, 844)
  await drawSales([row(1, 7, '120.00')])
  expect(page.getByRole('button', { name: '核销' }).elements()).toEqual([])
  expect(page.getByRole('button', { name: /^收款/ }).elements()).toHaveLength(1)
})

test('rows of several partners are refused; credits alone are paid back', async () => {
  const { tab } = await drawSales([row(1, 7, '120.00'), row(2, 8, '-80.00')])
  await tick(row(1, 7, '').billNo)
  await tick(row(2, 8, '').billNo)
  await press(/^收款/)
  await expect.element(page.getByText('请选择同一单位的单据')).toBeVisible()
  expect(tab.opened).toEqual([])
  await tick(row(1, 7, '').billNo)
  await press('退款（1）')
  expect(tab.opened).toMatchObject([{ params: { partnerId: 8, itemIds: '2', purpose: 'refund' } }])
})

test('who may not collect has no 收款, and no figures that he may not see', async () => {
  const plain = row(1, 7, '120.00')
  const { original: _1, settled: _2, discounted: _3, balance: _4, overdue: _5, ...blind } = plain
  await drawSales([blind], { without: [button('settle_tabs', 'collect')], hidden: ['ar_balance'] })
  await expect.element(page.getByRole('button', { name: '对账单' }).first()).toBeVisible()
  expect(page.getByRole('button', { name: /^收款/ }).elements()).toEqual([])
  expect(page.getByRole('columnheader', { name: '未结' }).elements()).toEqual([])
})

test('预收预付 shows the account that is chosen, and leads to what uses it', async () => {
  server.on(settleQueries.AR.advances.list, () => ({
    rows: [
      {
        partnerId: 7,
        partnerName: '单位7',
        tied: 'deposit' as const,
        sourceNo: 'XD01261127001',
        sourceKind: 'sales_order',
        sourceId: 3,
        lastOn: '2026-11-20',
        received: '100.00',
        used: '30.00',
        refunded: '0.00',
        balance: '70.00',
        salespersonName: null,
      },
    ],
    more: false,
  }))
  server.on(settleQueries.AR.advances.totals, () => ({
    count: 1,
    sums: { received: '100.00', used: '30.00', refunded: '0.00', balance: '70.00' },
  }))
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(listEmployees, () => ({ rows: [] }))
  await page.viewport(390, 844)
  const tab = draw(<AdvancePage />)
  // The last tab is in view, as wide as the row is, and both accounts are as high as a finger is wide.
  await expect.element(page.getByRole('button', { name: '预收预付', exact: true })).toBeInViewport({ ratio: 0.9 })
  expect(page.getByText('预付', { exact: true }).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(40)
  await page.viewport(1440, 900)
  await expect.element(page.getByText('订金，仅用于其订单').first()).toBeVisible()
  await userEvent.click(page.getByText('预付', { exact: true }))
  await press('冲账')
  expect(tab.opened).toEqual([
    { key: 'settleAdvance', params: { side: 'AP' } },
    { key: 'write-off', params: { new: 1, partnerId: 7, purpose: 'advance_ar' } },
  ])
})
