import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { actOutbound, fillWaybill, outboundTab, readOutbound } from '@chepu/contract/warehouse/outbound'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, openCounter } from '../../../test/counter'
import { type Client, one } from '../../../test/shop'

let shop: Counter
let keeper: Client
beforeAll(async () => {
  shop = await openCounter({ deliveryTwoDesk: true })
  keeper = await shop.signIn('warehouse_keeper')
})
afterEach(() => shop.assertBooks())
afterAll(() => shop.close())

/** A delivery of `qty` that waits for the warehouse. */
async function waitingDelivery(partId: number, qty: string) {
  const saved = await shop.save(salesDelivery.routes, [{ partId, qty, price: '20' }])
  const approved = await shop.act(salesDelivery.routes, saved.data, 'approve')
  expect(approved.data).toMatchObject({ state: 'approved' })
  return approved.data
}
const act = (
  doc: { id: number; version: number },
  action: string,
  more: { client?: Client; kind?: string; reason?: string; input?: unknown } = {},
) =>
  (more.client ?? keeper).ask(actOutbound, {
    params: { kind: more.kind ?? 'sales_delivery', id: doc.id, action },
    body: { version: doc.version, reason: more.reason, input: more.input },
  })

describe('出库管理', () => {
  it('is picked by location, checked and shipped by the keeper, who sees no prices', async () => {
    const part = await shop.stocked('3')
    const shelf = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'location', { warehouse_id: shop.warehouseId, code: 'A-01', pick_order: 5 }),
    )
    await shop.sql(
      `update product set default_location_id = $2 where group_id = $1 and part_id = $3 returning id`,
      shelf,
      part,
    )
    await shop.buy(part, '4', '10')
    await shop.sql(
      'insert into part_barcode (group_id, part_id, barcode) values ($1, $2, $3) returning id',
      part,
      '6901234567892',
    )
    const waiting = await waitingDelivery(part, '5')
    const [row] = (await keeper.call(outboundTab('sales_delivery').list)).rows
    expect(row).toMatchObject({ billNo: waiting.billNo, totalQty: '5.0000', shippedQty: '0.0000', lineCount: 1 })
    const shown = await keeper.call(readOutbound, { params: { kind: 'sales_delivery', id: waiting.id } })
    expect(shown.can).toEqual(['ship', 'sendBack'])
    expect(shown.header).not.toHaveProperty('totalTaxed')
    expect(shown.lines[0]).not.toHaveProperty('price')
    expect(shown.lines[0]?.barcodes).toEqual(['6901234567892'])
    expect(shown.lines[0]?.picks.map((pick) => [pick.locationCode, pick.qty])).toEqual([
      ['默认', '3'],
      ['A-01', '2'],
    ])
    const input = { lines: [{ lineId: shown.lines[0]?.id, qty: '4' }] }
    const done = await act(waiting, 'ship', { input })
    expect(done.data).toMatchObject({ state: 'done' })
    expect(await shop.books.pool(part)).toBe('3.0000 / 30.00')
    expect(await shop.books.held(part)).toBe('0 + 0')
    const { rows } = await keeper.call(outboundTab('sales_delivery').list, { query: { status: 'done' } })
    expect(rows[0]).toMatchObject({ billNo: waiting.billNo, shippedQty: '4.0000' })
    const totals = await keeper.call(outboundTab('sales_delivery').totals, { query: { status: 'done' } })
    expect(totals).toMatchObject({ count: 1, sums: { shippedQty: '4.0000' } })
    const gone = await keeper.call(readOutbound, { params: { kind: 'sales_delivery', id: waiting.id } })
    expect(gone.lines[0]?.picks.map((pick) => [pick.locationCode, pick.qty])).toEqual([
      ['默认', '3'],
      ['A-01', '1'],
    ])
  })

  it('goes back to the seller for what is missing, with a reason', async () => {
    const part = await shop.stocked('2')
    const waiting = await waitingDelivery(part, '2')
    expect(await shop.books.held(part)).toBe('2 + 0')
    expect((await act(waiting, 'sendBack')).msg).toBe('请填写缺货退回原因')
    expect((await act(waiting, 'sendBack', { reason: '货架上没有' })).data).toMatchObject({ state: 'draft' })
    expect(await shop.books.held(part)).toBe('0 + 0')
  })

  it('takes the waybill before and after the goods have left', async () => {
    const part = await shop.stocked('2')
    const waiting = await waitingDelivery(part, '1')
    const params = { kind: 'sales_delivery' as const, id: waiting.id }
    const body = { version: waiting.version, carrierId: shop.carrierId, waybill: 'SF1001', packages: 2 }
    const filled = await keeper.call(fillWaybill, { params, body })
    const { rows } = await keeper.call(outboundTab('sales_delivery').list, { query: { carrierId: shop.carrierId } })
    expect(rows[0]).toMatchObject({ waybill: 'SF1001', packages: 2, carrierName: '测试物流' })
    expect((await keeper.ask(fillWaybill, { params, body })).status).toBe(409)
    const done = await act(filled, 'ship')
    const later = { version: done.data.version, carrierId: shop.carrierId, waybill: 'SF1002', packages: 2 }
    expect((await keeper.ask(fillWaybill, { params, body: later })).status).toBe(200)
    const wrong = { version: done.data.version + 1, carrierId: shop.supplierId, waybill: '', packages: null }
    expect((await keeper.ask(fillWaybill, { params, body: wrong })).errors).toEqual([
      { path: 'carrierId', message: '物流公司不存在或已停用' },
    ])
  })

  it('keeps the carrier whose freight is in the books', async () => {
    const part = await shop.stocked('2')
    const saved = await shop.save(salesDelivery.routes, [{ partId: part, qty: '1', price: '20' }], {
      freight: '8',
      carrierId: shop.carrierId,
    })
    const approved = await shop.act(salesDelivery.routes, saved.data, 'approve')
    const done = await act(approved.data, 'ship')
    const params = { kind: 'sales_delivery' as const, id: saved.data.id }
    const body = { version: done.data.version, carrierId: null, waybill: '', packages: null }
    expect((await keeper.ask(fillWaybill, { params, body })).msg).toBe('运费已随单据过账，不能更换物流公司')
  })

  it('ships returns to suppliers and other issues from the same desk', async () => {
    const part = await shop.stocked('5')
    const back = await shop.save(purchaseReturn.routes, [{ partId: part, qty: '2', price: '10' }], {
      partnerId: shop.supplierId,
      reason: '质量问题',
    })
    const approved = await shop.act(purchaseReturn.routes, back.data, 'approve')
    expect((await keeper.call(outboundTab('purchase_return').list)).rows[0]).toMatchObject({ reason: '质量问题' })
    expect((await act(approved.data, 'ship', { kind: 'purchase_return' })).data).toMatchObject({ state: 'done' })
    const lost = await shop.save(otherOut.routes, [{ partId: part, qty: '1', price: '0' }], {
      partnerId: null,
      reason: '报损',
    })
    expect((await keeper.call(outboundTab('other_out').list)).rows[0]).toMatchObject({ billNo: lost.data.billNo })
    expect((await act(lost.data, 'approve', { kind: 'other_out' })).data).toMatchObject({ state: 'done' })
    expect(await shop.books.pool(part)).toBe('2.0000 / 20.00')
    const params = { kind: 'other_out' as const, id: lost.data.id }
    const body = { version: 1, carrierId: null, waybill: 'X', packages: null }
    expect((await keeper.ask(fillWaybill, { params, body })).msg).toBe('其他出库单没有运单')
  })

  it('tells who neither ships a document nor could open it the goods alone', async () => {
    const part = await shop.stocked('5')
    const { supplierId: partnerId } = shop
    const lines = [{ partId: part, qty: '2', price: '10' }]
    const back = await shop.save(purchaseReturn.routes, lines, { partnerId, reason: '质量问题' })
    const { id, billNo } = (await shop.act(purchaseReturn.routes, back.data, 'approve')).data
    const list = async (client: Client, query = {}) =>
      (await client.call(outboundTab('purchase_return').list, { query })).rows.map((row) => [
        row.billNo,
        row.partnerName,
      ])
    const read = (client: Client) => client.call(readOutbound, { params: { kind: 'purchase_return', id } })
    // A salesperson looks at the board to see when goods leave; returns to suppliers are closed to him.
    expect(await list(shop.seller)).toContainEqual([billNo, null])
    expect(await list(shop.seller, { partnerId })).toEqual([])
    const plain = await read(shop.seller)
    expect(plain.header).toMatchObject({ billNo, totalQty: '2.0000', warehouseName: '主仓' })
    for (const key of [
      'partnerId',
      'partnerName',
      'partnerMobile',
      'partnerAddress',
      'address',
      'totalTaxed',
      'dueDay',
    ])
      expect(plain.header).not.toHaveProperty(key)
    expect(plain.lines[0]).toMatchObject({ partId: part, qty: '2.0000' })
    for (const key of ['price', 'netAmount', 'taxed', 'unitCost', 'charged'])
      expect(plain.lines[0]).not.toHaveProperty(key)
    // The keeper who sends the goods off must know to whom.
    expect(await list(keeper, { partnerId })).toContainEqual([billNo, '测试供应商'])
    const shipping = await read(keeper)
    expect(shipping.header).toMatchObject({ partnerName: '测试供应商', warehouseName: '主仓' })
    expect(shipping.header).toHaveProperty('partnerMobile')
    expect(shipping.header).not.toHaveProperty('totalTaxed')
    expect((await read(shop.owner)).header).toMatchObject({ partnerName: '测试供应商', totalTaxed: '20.00' })
  })

  it('is for its own desk, in a warehouse that is the keeper’s', async () => {
    const part = await shop.stocked('2')
    const waiting = await waitingDelivery(part, '1')
    const buyer = await shop.signIn('buyer')
    expect((await buyer.ask(outboundTab('sales_delivery').list)).status).toBe(403)
    expect((await act(waiting, 'ship', { client: shop.seller })).status).toBe(403)
    const blind = await shop.signIn('warehouse_keeper')
    await shop.sql(`update user_warehouse set can_out = false where group_id = $1 and user_id = (select max(id) from app_user where group_id = $1)
      returning user_id`)
    expect(await act(waiting, 'ship', { client: blind })).toMatchObject({
      status: 403,
      msg: '您没有主仓的出库权限，不能确认出库',
    })
    expect((await act({ id: 999_999, version: 1 }, 'ship')).status).toBe(404)
  })
})
