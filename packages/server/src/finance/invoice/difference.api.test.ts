// An invoice that leaves less tax to deduct makes the goods dearer, to the fen and once.
import { invoiceReceived } from '@chepu/contract/finance/invoice'
import { voucherLines } from '@chepu/contract/finance/books'
import { adjustToInvoice, invoiceDifference } from '@chepu/contract/finance/invoice-difference'
import { pendingReceived } from '@chepu/contract/finance/invoice-pending'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { costAdjustment } from '@chepu/contract/warehouse/cost-adjustment'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, post, reverse, save, tryAct } from '../../../test/desk'
import { today } from '../../../test/finance'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { periodOf } from '../../kernel/ledgers/types'

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop()
  await shop.sql(`update org set taxpayer_kind = 'general' where group_id = $1 returning id`)
  owner = await shop.signIn(['owner', 'cashier_accountant'])
})
afterAll(() => shop.close())

/** 100.00 of filters and 100.00 of pads without tax, 226.00 with it; of the pads nothing is left. */
async function receive() {
  const { filter, pad } = shop.parts
  const header = { bizDate: today, warehouseId: shop.warehouseId }
  await post(owner, goodsReceipt.routes, {
    header: { ...header, partnerId: shop.supplierId, invoiceKind: 'special' },
    lines: [
      { partId: filter, qty: '10', price: '11.30', taxRate: '0.13' },
      { partId: pad, qty: '5', price: '22.60', taxRate: '0.13' },
    ],
  })
  await post(owner, otherOut.routes, { header: { ...header, reason: '报损' }, lines: [{ partId: pad, qty: '5' }] })
}

/** The invoice for what waits, with so much tax of 226.00. */
async function invoice(untaxed: string, taxRate: string, tax: string) {
  const { rows } = await owner.call(pendingReceived.list, { query: { page: 1, rows: 50 } })
  const header = { bizDate: today, partnerId: shop.supplierId, sheetKind: 'receipt' as const, isDeductible: true }
  const saved = await save(owner, invoiceReceived.routes, {
    header,
    lines: [{ name: '配件', untaxed, taxRate, tax }],
    links: rows.map(({ sourceKind, sourceId, openItemId, rest = '0' }) => ({
      sourceKind,
      sourceId,
      openItemId,
      amount: rest,
    })),
  })
  return saved
}

const differenceOf = (id: number, client = owner) => client.call(invoiceDifference, { params: { id } })

it('makes a draft of what an invoice makes goods dearer, which is a variance where none are left', async () => {
  await receive()
  const draft = await invoice('223.76', '0.01', '2.24')
  expect(await differenceOf(draft.id)).toEqual({ difference: null, adjustments: [] })
  const { id } = await act(owner, invoiceReceived.routes, draft, 'issue', { input: {} })
  // 223.76 - 200.00, half of it each.
  expect(await differenceOf(id)).toEqual({ difference: '23.76', adjustments: [] })
  const cashier = await shop.signIn('cashier_accountant')
  expect((await cashier.ask(adjustToInvoice, { params: { id } })).status).toBe(403)
  const keeper = await shop.signIn('warehouse_keeper')
  expect((await keeper.ask(adjustToInvoice, { params: { id } })).status).toBe(403)
  expect((await keeper.ask(invoiceDifference, { params: { id } })).status).toBe(403)
  const { adjustments } = await owner.call(adjustToInvoice, { params: { id } })
  const [made] = adjustments
  const { header, lines } = await owner.call(costAdjustment.routes.read, { params: { id: made?.id as number } })
  expect(lines).toMatchObject([{ netAmount: '11.88' }, { netAmount: '11.88' }])
  expect(await differenceOf(id)).toEqual({ difference: null, adjustments })
  expect((await owner.ask(adjustToInvoice, { params: { id } })).msg).toBe(`已生成成本调整单 ${made?.billNo}`)
  // Nothing of it goes while costs follow it.
  const { header: issued } = await owner.call(invoiceReceived.routes.read, { params: { id } })
  const undone = async (action: string, input?: object) =>
    (await tryAct(owner, invoiceReceived.routes, issued, action, { reason: '录错', ...(input && { input }) })).msg
  const stands = (label: string) =>
    `票据 ${issued.billNo} 的差额已生成成本调整单 ${made?.billNo}，请先作废或红冲成本调整单，再${label}`
  expect(await undone('recall')).toBe(stands('撤销登记'))
  expect(await undone('red', { invoiceNo: '12345678901234567890' })).toBe(stands('红冲'))
  const posted = await act(owner, costAdjustment.routes, header, 'approve')
  expect(await shop.books.pool(shop.parts.filter)).toBe('10.0000 / 111.88')
  // The payable is what it was: what goods cost more, less of the bill is tax, and nobody has earned anything.
  expect(await shop.books.pnl('cost_adjustment', posted.id)).toEqual({ stock_variance: '-11.88' })
  const voucher = await owner.call(voucherLines.list, { query: { month: periodOf(today) } })
  const booked = voucher.rows.filter(({ docId, docKind }) => docId === posted.id && docKind === costAdjustment.kind)
  expect(booked.map(({ accountName, debit, credit }) => [accountName, debit, credit])).toEqual([
    ['库存商品', '11.88', null],
    ['主营业务成本-成本差异', '11.88', null],
    ['应交税费-应交增值税-进项税额', null, '23.76'],
  ])
  await reverse(owner, costAdjustment.routes, posted)
  expect(await differenceOf(id)).toEqual({ difference: '23.76', adjustments: [] })
  expect(await act(owner, invoiceReceived.routes, issued, 'recall')).toMatchObject({ state: 'draft' })
})

it('adjusts nothing where the invoice says what the receipt said', async () => {
  await receive()
  const { id } = await act(owner, invoiceReceived.routes, await invoice('200', '0.13', '26'), 'issue', { input: {} })
  expect(await differenceOf(id)).toEqual({ difference: null, adjustments: [] })
  expect((await owner.ask(adjustToInvoice, { params: { id } })).msg).toBe('收票与入库成本没有差额，不用调整')
})
