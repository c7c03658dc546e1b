// A group whose books hold something of every kind: each document, each way of settling, and each way of undoing.
import { partnerRoutes } from '@chepu/contract/customers/partner'
import {
  type AdjustmentPurpose,
  type AdjustmentSide,
  balanceAdjustment,
} from '@chepu/contract/finance/balance-adjustment'
import { collection } from '@chepu/contract/finance/collection'
import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { otherExpense, otherIncome } from '@chepu/contract/finance/other-money'
import { payment } from '@chepu/contract/finance/payment'
import { setOpening } from '@chepu/contract/finance/store-account'
import { writeOff } from '@chepu/contract/finance/write-off'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { add } from '@chepu/contract/kernel/decimal'
import { countScope } from '@chepu/contract/warehouse/count-scope'
import { stockCount } from '@chepu/contract/warehouse/stock-count'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { addDays } from '../src/kernel/base/calendar'
import { act, save } from './desk'
import { issueInvoices } from './filled-invoices'
import { rearrange } from './filled-warehouse'
import { newAccount, newPartner, today } from './finance'
import type { Client, Shop } from './shop'
import { secondWarehouse } from './transfer-makers'
import { issueMaterial, repairCar } from './filled-workshop'

type Routes = Parameters<typeof save>[1] & { read: unknown }
type Header = Record<string, unknown>
export interface Saved {
  id: number
  billNo: string
  version: number
}

/** Ids of the documents by name. */
export type Filled = Awaited<ReturnType<typeof fillBooks>>

/** Fills the books of the shop; answers the ids of the documents by name. */
export async function fillBooks(shop: Shop) {
  const desk = await openDesk(shop)
  const bought = await buy(desk)
  const sold = await sell(desk)
  const undone = await undoGoods(desk)
  // Counted while each part still lies in one bin.
  const counts = await countStock(desk)
  const rearranged = await rearrange(desk)
  const sent = await sendOn(desk)
  const issued = await issueMaterial(desk)
  const corrected = await correctAccounts(desk)
  const slips = await moveMoney(desk, { ...bought, ...sold, ...corrected })
  const settled = await settleWithoutMoney(desk, corrected)
  await correctTill(desk)
  const all = {
    ...bought,
    ...sold,
    ...issued,
    ...undone,
    ...rearranged,
    ...sent,
    ...corrected,
    ...slips,
    ...settled,
    ...counts,
    ...(await beginCount(desk)),
    ...(await repairCar(desk)),
    ...(await issueInvoices(desk)),
  } satisfies Record<string, Saved>
  await mergeDoubled(desk)
  return Object.fromEntries(Object.entries(all).map(([name, { id }]) => [name, id])) as Record<keyof typeof all, number>
}

/** People and accounts of the trade, and what they do with documents. */
export type Desk = Awaited<ReturnType<typeof openDesk>>

/** The people and accounts of the trade, and what is done with documents. */
async function openDesk(shop: Shop) {
  const owner = await shop.signIn('owner')
  const both = await newPartner(shop, '双角色', 3)
  const till = await newAccount(shop, '钱箱', 'cash', '3000')
  await newAccount(shop, '备用金', 'cash', '200')
  const draft = (routes: Routes, header: Header, lines: object[]): Promise<Saved> =>
    save(owner, routes, { header: { bizDate: today, warehouseId: shop.warehouseId, ...header }, lines })
  async function post(routes: Routes, header: Header, lines: object[]): Promise<Saved> {
    return act(owner, routes, await draft(routes, header, lines), 'approve')
  }
  const slip = async (routes: Routes, header: Header, rows: object): Promise<Saved> =>
    act(owner, routes, await save(owner, routes, { header: { bizDate: today, ...header }, ...rows }), 'approve')
  const undo = (routes: Routes, saved: Saved, action: 'unapprove' | 'reverse') =>
    act(owner, routes, saved, action, { reason: '录错' })
  const ordered = async (routes: Routes, header: Header, lines: object[], action: string): Promise<Saved> => {
    const submitted = await act(owner, routes, await draft(routes, header, lines), 'submit')
    return act(owner, routes, submitted, action)
  }
  const itemOf = async (saved: Saved, partnerId?: number): Promise<number> => {
    const [item] = await shop.sql<{ id: number }>(
      `select id from open_item where group_id = $1 and bill_no = $2 and original <> 0 and partner_id = coalesce($3, partner_id)`,
      saved.billNo,
      partnerId ?? null,
    )
    return item?.id as number
  }
  const corrected = async (
    side: AdjustmentSide,
    total: string,
    partnerId: number,
    purpose: AdjustmentPurpose = 'adjust',
  ): Promise<Saved> => {
    const header = { bizDate: today, partnerId, purpose, side, total, remark: '核对' }
    const submitted = await act(
      owner,
      balanceAdjustment.routes,
      await save(owner, balanceAdjustment.routes, { header }),
      'submit',
    )
    return act(owner, balanceAdjustment.routes, submitted, 'approve')
  }
  const cash = (amount: string, fee = '0') => ({ storeAccountId: till, amount, fee })
  const settle = (openItemId: number, amount: string, discount = '0') => ({ openItemId, amount, discount })
  return {
    shop,
    owner,
    both,
    till,
    ...shop.parts,
    supplier: { partnerId: shop.supplierId },
    customer: { partnerId: shop.customerId },
    taxed: { taxRate: '0.13' },
    post,
    slip,
    undo,
    ordered,
    itemOf,
    corrected,
    cash,
    settle,
  }
}

/** Goods come in and go, with what a bill may have on it. */
async function buy({ shop, owner, filter, pad, oil, supplier, taxed, post, ordered }: Desk) {
  const receipt = await post(
    goodsReceipt.routes,
    {
      ...supplier,
      invoiceKind: 'special',
      orderDiscount: '7.77',
      freight: '12',
      carrierId: shop.carrierId,
      dueOn: addDays(today, 10),
    },
    [
      { partId: filter, qty: '40', price: '113', ...taxed },
      { partId: pad, qty: '30', price: '41.37', discountRate: '0.95', ...taxed },
    ],
  )
  const untaxed = await post(
    goodsReceipt.routes,
    { ...supplier, bizDate: addDays(today, -1), taxIncluded: false, dueOn: addDays(today, 30) },
    [
      { partId: oil, qty: '12.5', price: '0', netAmount: '250.01', ...taxed },
      { partId: pad, qty: '5', price: '40', ...taxed },
    ],
  )
  const order = await ordered(purchaseOrder.routes, supplier, [{ partId: filter, qty: '10', price: '110' }], 'approve')
  const orderLine = await lineOf(owner, purchaseOrder.routes, order)
  const arrival = await post(goodsReceipt.routes, supplier, [
    { partId: filter, qty: '4', price: '110', sourceLineId: orderLine },
  ])
  const whole = await ordered(purchaseOrder.routes, supplier, [{ partId: pad, qty: '3', price: '39' }], 'approve')
  const wholeLine = await lineOf(owner, purchaseOrder.routes, whole)
  await post(goodsReceipt.routes, supplier, [{ partId: pad, qty: '3', price: '39', sourceLineId: wholeLine }])
  const receiptLine = await lineOf(owner, goodsReceipt.routes, receipt)
  const back = await post(purchaseReturn.routes, { ...supplier, invoiceKind: 'special', reason: '质量问题' }, [
    { partId: filter, qty: '2', price: '100', ...taxed, sourceLineId: receiptLine },
  ])
  const opening = await post(otherIn.routes, { reason: '期初', bizDate: '2025-12-31' }, [
    { partId: oil, qty: '10', price: '20' },
  ])
  const found = await post(otherIn.routes, { reason: '盘盈外其他' }, [{ partId: pad, qty: '1', price: '35' }])
  const given = await post(otherIn.routes, { reason: '赠品' }, [{ partId: pad, qty: '2', price: '30' }])
  const lost = await post(otherOut.routes, { reason: '报损' }, [{ partId: pad, qty: '1', price: '0' }])
  const used = await post(otherOut.routes, { reason: '自用' }, [{ partId: oil, qty: '1.5', price: '0' }])
  return { receipt, untaxed, order, arrival, whole, back, opening, found, given, lost, used }
}

/** Goods are promised, sold and brought back. */
async function sell({ shop, owner, filter, pad, oil, customer, taxed, post, ordered }: Desk) {
  const promise = await ordered(
    salesOrder.routes,
    customer,
    [{ partId: filter, qty: '6', price: '200', ...taxed }],
    'confirm',
  )
  const promiseLine = await lineOf(owner, salesOrder.routes, promise)
  await post(salesDelivery.routes, customer, [
    { partId: filter, qty: '2', price: '200', ...taxed, sourceLineId: promiseLine },
  ])
  const waiting = await ordered(
    salesOrder.routes,
    { ...customer, allowBackorder: true },
    [{ partId: pad, qty: '99', price: '60' }],
    'confirm',
  )
  const delivery = await post(
    salesDelivery.routes,
    {
      ...customer,
      orderDiscount: '10',
      freight: '8',
      freightPayer: 'partner',
      carrierId: shop.carrierId,
      dueOn: addDays(today, 5),
    },
    [
      { partId: filter, qty: '3', price: '200', ...taxed },
      { partId: oil, qty: '2', price: '45', ...taxed },
    ],
  )
  const deliveryLine = await lineOf(owner, salesDelivery.routes, delivery)
  const brought = await post(salesReturn.routes, { ...customer, reason: '质量问题', disposal: 'good' }, [
    { partId: filter, qty: '1', price: '150', ...taxed, sourceLineId: deliveryLine },
  ])
  const carried = { freight: '6', carrierId: shop.carrierId }
  await post(salesReturn.routes, { ...customer, ...carried, reason: '质量问题', disposal: 'good' }, [
    { partId: oil, qty: '1', price: '45', ...taxed },
  ])
  const sold = await post(salesDelivery.routes, customer, [{ partId: oil, qty: '1', price: '48', ...taxed }])
  const offer = await post(salesQuotation.routes, { ...customer, orderDiscount: '3' }, [
    { partId: filter, qty: '2', price: '190', ...taxed, groupNo: 1 },
    { partId: pad, qty: '2', price: '88', ...taxed, groupNo: 1, isChosen: false },
  ])
  await post(salesDelivery.routes, customer, [
    {
      partId: filter,
      qty: '1',
      price: '190',
      ...taxed,
      sourceLineId: await lineOf(owner, salesQuotation.routes, offer),
    },
  ])
  return { offer, promise, waiting, delivery, brought, sold }
}

/** Goods documents are undone. */
async function undoGoods({ owner, filter, oil, supplier, customer, taxed, post, undo }: Desk) {
  const first = await post(salesDelivery.routes, customer, [{ partId: filter, qty: '1', price: '180', ...taxed }])
  const again = await act(owner, salesDelivery.routes, await undo(salesDelivery.routes, first, 'unapprove'), 'approve')
  const reversed = await post(salesDelivery.routes, { ...customer, orderDiscount: '5' }, [
    { partId: filter, qty: '2', price: '170', ...taxed },
  ])
  await undo(salesDelivery.routes, reversed, 'reverse')
  const undone = await undo(
    goodsReceipt.routes,
    await post(goodsReceipt.routes, supplier, [{ partId: oil, qty: '5', price: '21' }]),
    'unapprove',
  )
  return { again, reversed, undone }
}

/** Goods are on their way to another warehouse, and part of them has arrived. */
async function sendOn({ shop, owner, filter, post }: Desk) {
  const toWarehouseId = await secondWarehouse(shop)
  const sent = await act(
    owner,
    transferOrder.routes,
    await post(transferOrder.routes, { toWarehouseId }, [{ partId: filter, qty: '3' }]),
    'ship',
  )
  const sentLine = await lineOf(owner, transferOrder.routes, sent)
  const came = await post(transferReceipt.routes, { warehouseId: toWarehouseId, toWarehouseId: shop.warehouseId }, [
    { partId: filter, qty: '1', shortQty: '1', sourceLineId: sentLine },
  ])
  return { sent, came }
}

/** What partners owe is corrected. */
async function correctAccounts({ shop, both, corrected }: Desk) {
  const owed = await corrected('AR', '500', both)
  const less = await corrected('AR', '-60', both)
  const owing = await corrected('AP', '200', both)
  const old = await corrected('AR', '300', shop.customerId, 'opening')
  const ahead = await corrected('ADV_IN', '70', shop.customerId, 'opening')
  return { owed, less, owing, old, ahead }
}

/** Money is collected, paid and given back. */
async function moveMoney(
  desk: Desk,
  { receipt, order, delivery, sold, old }: Record<'receipt' | 'order' | 'delivery' | 'sold' | 'old', Saved>,
) {
  const { shop, owner, supplier, customer, slip, undo, itemOf, cash, settle } = desk
  const collected = await slip(
    collection.routes,
    { ...customer, purpose: 'trade' },
    {
      tenders: [cash('150', '0.6'), { storeAccountId: shop.cashId, amount: '60' }],
      items: [settle(await itemOf(delivery, shop.customerId), '100', '5'), settle(await itemOf(old), '80')],
    },
  )
  const refunded = await slip(collection.routes, { ...customer, purpose: 'refund' }, { tenders: [cash('20')] })
  const income = await slip(collection.routes, { ...customer, purpose: 'other' }, { tenders: [cash('33', '0.3')] })
  const paid = await slip(
    payment.routes,
    { ...supplier, purpose: 'trade' },
    { tenders: [cash('300', '1')], items: [settle(await itemOf(receipt, shop.supplierId), '250', '3')] },
  )
  const spent = await slip(payment.routes, { ...supplier, purpose: 'other' }, { tenders: [cash('15')] })
  const deposit = await slip(
    payment.routes,
    { ...supplier, purpose: 'deposit', sourceId: order.id },
    { tenders: [cash('90')] },
  )
  const reversedSlip = await slip(
    collection.routes,
    { ...customer, purpose: 'trade' },
    { tenders: [cash('50', '0.2')], items: [settle(await itemOf(sold), '40', '1')] },
  )
  await undo(collection.routes, reversedSlip, 'reverse')
  const firstSlip = await slip(
    collection.routes,
    { ...customer, purpose: 'trade' },
    { tenders: [cash('25')], items: [settle(await itemOf(sold), '10')] },
  )
  const againSlip = await act(
    owner,
    collection.routes,
    await undo(collection.routes, firstSlip, 'unapprove'),
    'approve',
  )
  const other = await moveOtherMoney(desk)
  return { collected, refunded, income, paid, spent, deposit, reversedSlip, againSlip, ...other }
}

/** Money that is no trade: paid, and owed. */
async function moveOtherMoney({ shop, till, supplier, slip, cash }: Desk) {
  const categories = await shop.sql<{ id: number; direction: string }>(
    `select id, direction from expense_category where group_id = $1 and not is_system order by id`,
  )
  const ofDirection = (direction: string) => categories.find((each) => each.direction === direction)?.id
  const scrap = await slip(
    otherIncome.routes,
    { categoryId: ofDirection('in'), remark: '废机油' },
    { tenders: [cash('44', '0.2')] },
  )
  const rent = await slip(
    otherExpense.routes,
    { ...supplier, categoryId: ofDirection('out'), purpose: 'owed', total: '66', remark: '房租' },
    {},
  )
  const header = { accountId: till, counterAccountId: shop.cashId, total: '40', fee: '1' }
  const moved = await slip(fundTransfer.routes, { purpose: 'inside', ...header }, {})
  return { scrap, rent, banked: moved }
}

/** What is open is settled without money. */
async function settleWithoutMoney(
  { both, customer, slip, undo, itemOf, settle }: Desk,
  { owed, less, owing, old }: Record<'owed' | 'less' | 'owing' | 'old', Saved>,
) {
  const settleBy = (purpose: string, header: Header, items: object[]) =>
    slip(writeOff.routes, { purpose, remark: '双方已确认', ...header }, { items })
  const usedAhead = await settleBy('advance_ar', customer, [settle(await itemOf(old), '30')])
  const bad = await settleBy('bad_debt', customer, [settle(await itemOf(old), '20')])
  await settleBy('bad_debt_back', customer, [settle(await itemOf(old), '5')])
  const moved = await settleBy('transfer', { ...customer, payerId: both }, [settle(await itemOf(old), '25')])
  const offset = await settleBy('offset', { partnerId: both }, [
    settle(await itemOf(owed), '45'),
    settle(await itemOf(owing), '45'),
  ])
  const paired = await settleBy('red_blue', { partnerId: both }, [
    settle(await itemOf(owed), '60'),
    settle(await itemOf(less), '-60'),
  ])
  const movedBack = await settleBy('transfer', { ...customer, payerId: both }, [settle(await itemOf(old), '15')])
  await undo(writeOff.routes, movedBack, 'reverse')
  return { usedAhead, bad, moved, movedBack, offset, paired }
}

/** Goods are counted, and posted by another one. */
async function countStock({ shop, filter, pad, oil }: Desk) {
  const another = await shop.signIn('owner')
  const { routes } = stockCount
  const { rows } = await another.call(countScope, { query: { page: 1, rows: 50, warehouseId: shop.warehouseId } })
  const counted = (partId: number, by: string) => ({
    partId,
    countedQty: add(rows.find((row) => row.partId === partId)?.bookQty ?? '0', by),
  })
  const header = { bizDate: today, warehouseId: shop.warehouseId, scope: 'parts' }
  const lines = [counted(filter, '-1'), counted(pad, '2'), { partId: oil }]
  const saved = await save(another, routes, { header, lines } as never)
  const approver = await shop.signIn('owner')
  const count = await act(approver, routes, await act(another, routes, saved, 'submit'), 'approve')
  return { count }
}

/** A count is under way and keeps its goods where they are. */
async function beginCount({ shop, owner, oil }: Desk) {
  const header = { bizDate: today, warehouseId: shop.warehouseId, scope: 'parts', isFreezing: true }
  const { routes } = stockCount
  const saved = await save(owner, routes, { header, lines: [{ partId: oil }] } as never)
  return { counting: await act(owner, routes, saved, 'begin') }
}

/** The opening balance of an account was counted wrongly. */
async function correctTill({ shop, owner, till }: Desk) {
  const account = await shop.sql<{ version: number }>(
    'select version from store_account where group_id = $1 and id = $2',
    till,
  )
  const body = { openingBalance: '3100', openingOn: today, reason: '点钞有误', version: account[0]?.version as number }
  await owner.call(setOpening, { params: { id: till }, body })
}

/** A customer stood in the books twice. */
async function mergeDoubled({ shop, owner, corrected, slip, cash }: Desk) {
  const [kept, doubled] = [await newPartner(shop, '并入甲'), await newPartner(shop, '并入乙')]
  await corrected('AR', '70', doubled)
  await slip(collection.routes, { partnerId: doubled, purpose: 'advance' }, { tenders: [cash('15')], items: [] })
  await owner.call(partnerRoutes.merge, { params: { id: kept }, body: { sourceId: doubled } })
}

/** The first line of a document. */
async function lineOf(client: Client, routes: typeof goodsReceipt.routes | Routes, saved: Saved): Promise<number> {
  const read = (routes as typeof goodsReceipt.routes).read
  return (await client.call(read, { params: { id: saved.id } })).lines[0]?.id as number
}
