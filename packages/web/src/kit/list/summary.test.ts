import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { workOrder } from '@chepu/contract/repair/work-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { expect, it } from 'vitest'
import type { Column } from './columns'
import { countingOf, summaryRows } from './summary'

type Row = { state: string; qty: string; amount: string }
const columns: Column<Row>[] = [
  { key: 'state', title: '状态' },
  { key: 'qty', title: '数量', kind: 'qty' },
  { key: 'amount', title: '金额', kind: 'money' },
]
const rows: Row[] = [
  { state: 'draft', qty: '1', amount: '1000.00' },
  { state: 'submitted', qty: '2', amount: '200.00' },
  { state: 'voided', qty: '4', amount: '40.00' },
  { state: 'done', qty: '8', amount: '8.00' },
  { state: 'approved', qty: '16', amount: '16.00' },
]
const totals = { count: 9, sums: { qty: '99', amount: '99.00' }, waiting: { count: 2, sums: { qty: '3' } } }

it('sums on a page what counts on all pages, never drafts with it', () => {
  const list = { rows, totals, isOnlyPage: false }
  expect(summaryRows(list, columns, true, countingOf<Row>(salesDelivery))).toEqual([
    { title: '本页已过账合计', sums: { qty: '8', amount: '8' } },
    { title: '已过账合计', sums: totals.sums },
    { title: '未过账 2 张', sums: { qty: '3' }, isAside: true },
  ])
  const [page] = summaryRows(list, columns, true, countingOf<Row>(purchaseOrder))
  expect(page).toEqual({ title: '本页已审核合计', sums: { qty: '24', amount: '24' } })
  // What no approval makes count says itself what does.
  expect(summaryRows(list, columns, true, countingOf<Row>(workOrder)).map(({ title }) => title)).toEqual([
    '本页已确认合计',
    '已确认合计',
    '未确认 2 张',
  ])
})

it('sums on a page the columns that are summed over all pages, and no others', () => {
  const list = { rows, totals: { count: 9, sums: { qty: '99' } }, isOnlyPage: false }
  expect(summaryRows(list, columns, true, undefined)).toEqual([
    { title: '本页合计', sums: { qty: '31' } },
    { title: '全部合计', sums: { qty: '99' } },
  ])
})

it('shows one line where there is one page, and the page alone where nobody counts the rest', () => {
  expect(summaryRows({ rows, totals, isOnlyPage: true }, columns, true, undefined)).toMatchObject([{ title: '合计' }])
  expect(summaryRows({ rows, totals: undefined, isOnlyPage: false }, columns, false, undefined)).toEqual([
    { title: '本页合计', sums: { qty: '31', amount: '1264' } },
  ])
})
