import { partRoutes } from '@chepu/contract/basics/part'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { convertPurchase, purchaseToSale } from '@chepu/contract/sales/purchase-to-sale'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, openCounter, type Saved } from '../../../test/counter'
import { openBranch, worker } from '../../../test/people'

let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
})
afterAll(async () => {
  await shop.assertBooks()
  await shop.close()
})

const supplier = () => ({ partnerId: shop.supplierId })
const ordered = (partId: number, qty: string, price = '10') =>
  shop.done(purchaseOrder.routes, [{ partId, qty, price }], supplier())
async function received(order: Saved, partId: number, qty: string) {
  const [sourceLineId] = await shop.lineIds(purchaseOrder.routes, order.id)
  return shop.done(goodsReceipt.routes, [{ partId, qty, price: '10', sourceLineId }], supplier())
}
async function rowOf(source: 'purchase_order' | 'goods_receipt', { billNo }: Saved, client = shop.owner) {
  const { rows } = await client.call(purchaseToSale.list, { query: { source, billNo } })
  return rows[0] as (typeof rows)[number]
}
const figures = async (source: 'purchase_order' | 'goods_receipt', saved: Saved) => {
  const { qty, convertedQty, convertibleQty } = await rowOf(source, saved)
  return [qty, convertedQty, convertibleQty].map((figure) => Number.parseInt(figure, 10)).join(' ')
}
const convert = (target: 'sales_order' | 'sales_delivery', lineId: number, qty: string, client = shop.owner) =>
  client.ask(convertPurchase, { body: { target, partnerId: shop.customerId, lines: [{ lineId, qty }] } })

describe('采购转销售', () => {
  it('sells what is still to come: it is held for that order when it comes, before older ones', async () => {
    const part = await shop.stocked('0')
    const order = await ordered(part, '10')
    // An older order of another customer waits for the same part.
    const older = await shop.confirmed([{ partId: part, qty: '4', price: '20' }], { allowBackorder: true })
    const row = await rowOf('purchase_order', order)
    expect(row).toMatchObject({ supplierName: '测试供应商', price: '10.0000', convertibleQty: '10.0000' })
    const made = await convert('sales_order', row.lineId, '6')
    expect(made).toMatchObject({ status: 200, data: { kind: 'sales_order', billNo: expect.stringMatching(/^XD/) } })
    expect(await figures('purchase_order', order)).toBe('10 6 4')
    const draft = await shop.read(salesOrder.routes, made.data.id)
    expect(draft.header).toMatchObject({ allowBackorder: true, partnerId: shop.customerId })
    const priced = draft.lines.map((line) => ({ ...line, price: '25' }))
    const saved = await shop.owner.call(salesOrder.routes.save, {
      body: { id: made.data.id, version: draft.header.version, header: draft.header, lines: priced } as never,
    })
    const sent = await shop.act(salesOrder.routes, saved, 'submit')
    expect(await shop.act(salesOrder.routes, sent.data, 'confirm')).toMatchObject({ status: 200 })
    await received(order, part, '7')
    const held = await shop.sql<{ id: number; held: number }>(
      `select source_id as id, (qty - released_qty - backorder_qty)::int as held from stock_reservation
        where group_id = $1 and part_id = $2 and is_live order by id`,
      part,
    )
    // 6 of the 7 are the converted order's, the last one is the older order's.
    expect(held).toEqual([
      { id: older.id, held: 1 },
      { id: made.data.id, held: 6 },
    ])
    // 3 are still to come, of which all are free: the 6 have been served.
    expect(await figures('purchase_order', order)).toBe('10 6 3')
  })

  it('counts of a receipt what was received, less what was returned, converted, or promised out of its order', async () => {
    const part = await shop.stocked('0')
    const order = await ordered(part, '10')
    const { lineId: ofOrder } = await rowOf('purchase_order', order)
    await convert('sales_order', ofOrder, '3')
    const receipt = await received(order, part, '8')
    expect(await figures('goods_receipt', receipt)).toBe('8 0 5')
    const { lineId } = await rowOf('goods_receipt', receipt)
    const made = await convert('sales_delivery', lineId, '2')
    expect(made).toMatchObject({ status: 200, data: { kind: 'sales_delivery' } })
    expect(await figures('goods_receipt', receipt)).toBe('8 2 3')
    const back = await shop.done(
      purchaseReturn.routes,
      [{ partId: part, qty: '1', price: '10', sourceLineId: lineId }],
      { ...supplier(), reason: '质量问题' },
    )
    expect(back.state).toBe('done')
    expect(await figures('goods_receipt', receipt)).toBe('8 2 2')
    const tooMuch = await shop.save(
      purchaseReturn.routes,
      [{ partId: part, qty: '6', price: '10', sourceLineId: lineId }],
      { ...supplier(), reason: '质量问题' },
    )
    expect(tooMuch).toMatchObject({ status: 400, errors: [{ path: 'lines.0.qty' }] })
    expect(tooMuch.msg).toContain('剩余数量 5，本次 6')
    // What the delivery is not going to deliver may be sold again.
    const read = await shop.read(salesDelivery.routes, made.data.id)
    await shop.act(salesDelivery.routes, read.header, 'void')
    expect(await figures('goods_receipt', receipt)).toBe('8 0 4')
  })

  it('sells of a part that was merged away the one that has its goods', async () => {
    const [doubled, kept] = [await shop.stocked('0'), await shop.stocked('0')]
    const receipt = await received(await ordered(doubled, '5'), doubled, '5')
    await shop.owner.call(partRoutes.merge, { params: { id: kept }, body: { sourceId: doubled } })
    const { lineId } = await rowOf('goods_receipt', receipt)
    const made = await convert('sales_delivery', lineId, '2')
    expect(made).toMatchObject({ status: 200 })
    expect((await shop.read(salesDelivery.routes, made.data.id)).lines).toMatchObject([{ partId: kept, qty: '2.0000' }])
  })

  it('names a partner who is no customer', async () => {
    const part = await shop.stocked('0')
    const { lineId } = await rowOf('purchase_order', await ordered(part, '2'))
    const body = { target: 'sales_order' as const, partnerId: shop.supplierId, lines: [{ lineId, qty: '1' }] }
    expect(await shop.owner.ask(convertPurchase, { body })).toMatchObject({
      status: 400,
      errors: [{ path: 'partnerId', message: '测试供应商不是客户，请先在其资料中勾选角色“客户”' }],
    })
  })

  it('keeps the purchase from being undone under the sale, naming it', async () => {
    const part = await shop.stocked('0')
    const order = await ordered(part, '5')
    const { lineId } = await rowOf('purchase_order', order)
    const made = await convert('sales_order', lineId, '2')
    expect(await shop.act(purchaseOrder.routes, order, 'unapprove')).toMatchObject({
      status: 400,
      msg: `单据 ${order.billNo} 已被下游单据 ${made.data.billNo} 引用，请先处理该单据`,
    })
    expect(await shop.act(purchaseOrder.routes, order, 'close')).toMatchObject({
      status: 400,
      msg: expect.stringContaining(made.data.billNo),
    })
    const related = await shop.owner.call(purchaseOrder.routes.related, { params: { id: order.id } })
    expect(related).toContainEqual(expect.objectContaining({ billNo: made.data.billNo, relation: 'target' }))
    const receipt = await shop.buy(part, '2', '10')
    const { lineId: ofReceipt } = await rowOf('goods_receipt', receipt)
    const sold = await convert('sales_delivery', ofReceipt, '2')
    for (const action of ['unapprove', 'reverse'])
      expect((await shop.act(goodsReceipt.routes, receipt, action)).msg).toContain(sold.data.billNo)
  })

  it('gives the last of a line to one of two who convert at once', async () => {
    const part = await shop.stocked('0')
    const receipt = await shop.buy(part, '3', '10')
    const { lineId } = await rowOf('goods_receipt', receipt)
    const answers = await Promise.all([convert('sales_delivery', lineId, '2'), convert('sales_order', lineId, '2')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const refused = answers.find(({ status }) => status === 400)
    expect(refused?.msg).toBe(`第1行 采购单 ${receipt.billNo} 可转数量 1，本次 2`)
    expect(await figures('goods_receipt', receipt)).toBe('3 2 1')
  })

  it('refuses what is not here yet as a delivery, other warehouses, and lines of others', async () => {
    const part = await shop.stocked('0')
    const order = await ordered(part, '5')
    const { lineId } = await rowOf('purchase_order', order)
    expect((await convert('sales_delivery', lineId, '1')).msg).toContain('尚未到货，只能转销售订单')
    expect(await convert('sales_order', 999_999, '1')).toMatchObject({ status: 400, msg: '第1行 采购来源行不存在' })
    const branch = await openBranch(shop)
    const abroad = await worker(shop, 'owner', branch.orgId)
    expect(await convert('sales_order', lineId, '1', abroad.client)).toMatchObject({ status: 400 })
    const receipt = await shop.buy(part, '2', '10')
    const { lineId: ofReceipt } = await rowOf('goods_receipt', receipt)
    const other = await shop.stocked('1')
    const wrong = await shop.save(salesDelivery.routes, [
      { partId: other, qty: '1', price: '20', linkedPurchaseLineId: ofReceipt },
    ])
    expect(wrong).toMatchObject({ status: 400, errors: [{ path: 'lines.0.linkedPurchaseLineId' }] })
  })

  it('tells supplier and purchase price to who may see them, and converts for who may enter the target', async () => {
    const part = await shop.stocked('0')
    const order = await ordered(part, '5', '12.3456')
    const seen = await rowOf('purchase_order', order, shop.seller)
    expect(seen).not.toHaveProperty('price')
    expect(seen).not.toHaveProperty('supplierName')
    expect(await convert('sales_order', seen.lineId, '1', shop.seller)).toMatchObject({ status: 200 })
    const keeper = await shop.signIn('warehouse_keeper')
    expect((await keeper.ask(purchaseToSale.list, { query: {} })).status).toBe(403)
    const buyer = await shop.signIn('buyer')
    expect((await convert('sales_order', seen.lineId, '1', buyer)).status).toBe(403)
  })
})
