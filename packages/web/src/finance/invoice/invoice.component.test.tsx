import { invoiceReceived } from '@chepu/contract/finance/invoice'
import { pendingReceived, type PendingRow } from '@chepu/contract/finance/invoice-pending'
import { readTableConfig } from '@chepu/contract/shell/config'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { Refused } from '../../../test/server'
import { BillsDialog } from './dialogs'
import { ReceivedList } from './lists'

const invoice = (id: number, tax: string) => ({
  id,
  orgId: 1,
  orgName: '测试店',
  billNo: `JP01${id}`,
  bizDate: '2026-11-20',
  state: 'issued' as const,
  isRed: false,
  partnerId: 7,
  partnerName: '供应商甲',
  creatorName: null,
  createdAt: '2026-11-20T01:00:00Z',
  postedAt: null,
  remark: '',
  version: 3,
  printCount: 0,
  title: '供应商甲',
  sheetKind: 'e_special' as const,
  invoiceNo: `2642000261101200000${id}`,
  invoiceCode: '',
  taxNo: '',
  untaxed: '1000.00',
  tax,
  taxed: '1130.00',
  rates: '13%',
  sources: 'RK011',
  redOfNo: null,
  isDeductible: true,
  certifiedMonth: null,
  transferredOut: '0.00',
})

test('several received invoices are certified at once: their tax is told before, and what was refused by its number', async () => {
  const sums = { untaxed: '2000.00', tax: '193.50', taxed: '2260.00', transferredOut: '0.00' }
  server.on(invoiceReceived.routes.list, () => ({ rows: [invoice(1, '130.00'), invoice(2, '63.50')], more: false }))
  server.on(invoiceReceived.routes.totals, () => ({ count: 2, sums }))
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(invoiceReceived.routes.act, ({ params }) => {
    if (params.id === 2) throw new Refused('refusal', '抵扣月份不能早于开票月份')
    return { id: params.id, billNo: '', version: 4, state: 'issued', can: [] } as never
  })
  draw(<ReceivedList />)
  for (const billNo of ['JP011', 'JP012'])
    await userEvent.click(page.getByRole('row', { name: billNo }).getByRole('checkbox'))
  await userEvent.click(page.getByRole('button', { name: '认证抵扣' }))
  await expect.element(page.getByRole('dialog')).toHaveTextContent('认证抵扣（2张，税额 193.50）')
  await userEvent.click(page.getByRole('button', { name: '确定' }))
  await expect.element(page.getByText('已处理1张')).toBeVisible()
  await expect.element(page.getByText('JP012 抵扣月份不能早于开票月份')).toBeVisible()
})

const bill: PendingRow = {
  key: 'goods_receipt:3:5',
  partnerName: '供应商甲',
  billNo: 'RK011',
  kindName: '采购入库单',
  bizDate: '2026-11-20',
  payerType: null,
  taxed: '1130.00',
  byCard: '0.00',
  invoiced: '0.00',
  rest: '1130.00',
  sourceKind: 'goods_receipt',
  sourceId: 3,
  openItemId: 5,
  partnerId: 7,
}

test('on a telephone, where cards have no ticks, a bill is linked by its card', async () => {
  await page.viewport(390, 844)
  server.on(pendingReceived.list, () => ({ rows: [bill], more: false }))
  server.on(pendingReceived.totals, () => ({ count: 1, sums: {} }))
  server.on(readTableConfig, () => ({ columns: [] }))
  const taken: unknown[] = []
  draw(<BillsDialog input={{ side: 'AP', partnerId: 7 }} onDone={(rows) => taken.push(rows)} />)
  await userEvent.click(page.getByRole('button', { name: '关联', exact: true }))
  expect(taken).toEqual([[bill]])
})
