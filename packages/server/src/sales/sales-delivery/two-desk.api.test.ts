import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { one } from '../../../test/shop'
import { type Counter, openCounter } from '../../../test/counter'

const { routes } = salesOrder

let shop: Counter
beforeAll(async () => {
  shop = await openCounter({ deliveryTwoDesk: true })
})
afterEach(() => shop.assertBooks())
afterAll(() => shop.close())

describe('仓库确认出库', () => {
  it('holds approved deliveries for the warehouse, which ships what it counted', async () => {
    const part = await shop.stocked('10')
    const order = await shop.confirmed([{ partId: part, qty: '6', price: '20' }])
    const draft = await shop.delivery(order, '5')
    const waiting = await shop.approveDelivery(draft.data)
    expect(waiting.data).toMatchObject({ state: 'approved' })
    expect(await shop.books.held(part)).toBe('6 + 0')
    expect(await shop.books.pool(part)).toBe('10.0000 / 100.00')
    const second = await shop.delivery(order, '2')
    expect((await shop.approveDelivery(second.data)).msg).toMatch(
      /^第1行 \[P\w+\] 来源单据剩余数量中已有待出库，可出 1，本次 2$/,
    )
    const { header } = await shop.read(routes, order.id)
    const closing = await shop.act(routes, { id: order.id, version: header.version }, 'close')
    expect(closing.msg).toBe(
      `销售订单 ${order.billNo} 的出库单 ${draft.data.billNo} 正在等待仓库发货，请先确认出库或退回`,
    )
    const [lineId] = await shop.lineIds(salesDelivery.routes, draft.data.id)
    const input = { lines: [{ lineId, qty: '3' }] }
    const shipped = await shop.act(salesDelivery.routes, waiting.data, 'ship', { input })
    expect(shipped.data).toMatchObject({ state: 'done' })
    expect(await shop.books.pool(part)).toBe('7.0000 / 70.00')
    expect(await shop.books.held(part)).toBe('3 + 0')
    expect(await shop.headerOf(order)).toMatchObject({ state: 'partial', executedQty: '3.0000' })
    expect((await shop.read(salesDelivery.routes, draft.data.id)).header).toMatchObject({ totalTaxed: '60.00' })
  })

  it('lets no two lines of a delivery together claim what only one of them finds free', async () => {
    const part = await shop.stocked('10')
    const order = await shop.confirmed([{ partId: part, qty: '6', price: '20' }])
    await shop.approveDelivery((await shop.delivery(order, '5')).data)
    const [sourceLineId] = await shop.lineIds(routes, order.id)
    const line = { partId: part, qty: '1', price: '20', sourceLineId }
    const second = await shop.save(salesDelivery.routes, [line, line])
    expect((await shop.approveDelivery(second.data)).msg).toMatch(
      /^第2行 \[P\w+\] 来源单据剩余数量中已有待出库，可出 1，本单合计 2$/,
    )
  })

  it('gives the goods back to the order when the warehouse sends the delivery back', async () => {
    const part = await shop.stocked('5')
    const order = await shop.confirmed([{ partId: part, qty: '5', price: '20' }])
    const waiting = await shop.approveDelivery((await shop.delivery(order, '5')).data)
    const sentBack = await shop.act(salesDelivery.routes, waiting.data, 'sendBack', { reason: '库位无货' })
    expect(sentBack.data).toMatchObject({ state: 'draft' })
    expect(await shop.books.held(part)).toBe('5 + 0')
    const again = await shop.approveDelivery(sentBack.data)
    expect(again.data).toMatchObject({ state: 'approved' })
    const withdrawn = await shop.act(salesDelivery.routes, again.data, 'unapprove')
    expect(withdrawn.data).toMatchObject({ state: 'draft' })
    expect(await shop.books.held(part)).toBe('5 + 0')
  })

  it('approves again what was counted as nothing', async () => {
    const part = await shop.stocked('5')
    const lines = ['2', '1'].map((qty) => ({ partId: part, qty, price: '40' }))
    const waiting = await shop.approveDelivery((await shop.save(salesDelivery.routes, lines)).data)
    const [, lineId] = await shop.lineIds(salesDelivery.routes, waiting.data.id)
    const input = { lines: [{ lineId, qty: '0' }] }
    const shipped = await shop.act(salesDelivery.routes, waiting.data, 'ship', { input })
    const undone = await shop.act(salesDelivery.routes, shipped.data, 'unapprove')
    expect((await shop.approveDelivery(undone.data)).data).toMatchObject({ state: 'approved' })
    expect(await shop.books.held(part)).toBe('2 + 0')
  })

  it('counts waiting deliveries as credit in use', async () => {
    const part = await shop.stocked('5')
    const partnerId = await shop.db.tenant(shop.groupId, async (tx) => {
      const id = await one(tx, 'partner', { code: 'KW', name: '待发客户', kind: 'unit', cus_flag: 1 })
      const limit = [[tx.groupId, shop.orgId, id, '100']]
      await tx.insert('partner_org', ['group_id', 'org_id', 'partner_id', 'credit_limit'], limit)
      return id
    })
    const line = (qty: string) => [{ partId: part, qty, price: '40' }]
    const first = await shop.save(salesDelivery.routes, line('2'), { partnerId })
    expect((await shop.approveDelivery(first.data)).data).toMatchObject({ state: 'approved' })
    const second = await shop.save(salesDelivery.routes, line('1'), { partnerId })
    expect((await shop.approveDelivery(second.data)).msg).toBe(
      '客户 待发客户 超出信用额度：额度 100.00，已占用 80.00，本单 40.00',
    )
  })
})
