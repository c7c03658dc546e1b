import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { drawSource } from '@chepu/contract/kernel/source-lines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post, save, tryAct, trySave, undo } from '../../../test/desk'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'

const { routes } = salesQuotation
const today = shanghaiDay()

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false, requireConfirmOrder: false, approveRequired: [] } })
  owner = await shop.signIn('owner')
  await post(owner, otherIn.routes, {
    header: { bizDate: today, warehouseId: shop.warehouseId, reason: '盘盈外其他' },
    lines: Object.values(shop.parts).map((partId) => ({ partId, qty: '100', price: '60' })),
  })
})
afterAll(() => shop.close())

/** Two asked items: brake pads in two makes, of which the second is chosen, and a filter. */
const asked = () => [
  { partId: shop.parts.pad, qty: '2', price: '380', groupNo: 1, asked: '前刹车片', isChosen: false },
  { partId: shop.parts.oil, qty: '2', price: '210', groupNo: 1, isChosen: true },
  { partId: shop.parts.filter, qty: '3', price: '45', discountRate: '0.9', taxRate: '0.13', asked: '机滤' },
]
const body = (lines: object[] = asked(), header: object = {}) => ({
  header: { bizDate: today, partnerId: shop.customerId, warehouseId: shop.warehouseId, ...header },
  lines: lines as never,
})
const read = async (id: number) => owner.call(routes.read, { params: { id } })
const rowOf = async (id: number) => (await owner.call(routes.list, { query: { ids: String(id) } })).rows[0]
const draw = (target: string, documentId: number, client = owner) =>
  client.call(drawSource, { params: { target }, body: { source: salesQuotation.kind, documentId } })

describe('销售报价单', () => {
  it('counts what is chosen, numbers its items and holds for a week', async () => {
    const { id } = await save(owner, routes, body(asked(), { orderDiscount: '20', vehicleText: '帕萨特 2014' }))
    const { header, lines } = await read(id)
    // 2 × 210 + 3 × 45 × 0.9 = 541.50, less the discount of 20.
    expect(header).toMatchObject({
      totalQty: '5.0000',
      totalAmount: '541.50',
      totalTaxed: '521.50',
      totalTax: '13.46',
      lineCount: 3,
      validUntil: addDays(today, 7),
      vehicleText: '帕萨特 2014',
    })
    expect(
      lines.map(({ groupNo, isChosen, netAmount, discountShare, closedQty }) => [
        groupNo,
        isChosen,
        netAmount,
        discountShare,
        closedQty,
      ]),
    ).toEqual([
      [1, false, '760.00', '0.00', '2.0000'],
      [1, true, '420.00', '15.51', '0.0000'],
      [2, true, '121.50', '4.49', '0.0000'],
    ])
    expect(await rowOf(id)).toMatchObject({ totalTaxed: '521.50', executed: 'none', openQty: '0.0000' })
  })

  it('may be nothing but prices, and refuses two choices for one item', async () => {
    const open = await post(owner, routes, body(asked().map((line) => ({ ...line, isChosen: false }))))
    expect(await rowOf(open.id)).toMatchObject({ totalTaxed: '0.00', totalQty: '0.0000', remainingQty: '0.0000' })
    expect((await draw('sales_order', open.id)).lines).toEqual([])
    const both = await trySave(owner, routes, body(asked().map((line) => ({ ...line, isChosen: true }))))
    expect(both).toMatchObject({
      status: 400,
      errors: [{ path: 'lines.1.isChosen', message: '第2行 与第1行是同一询价项的备选，只能选定一行' }],
    })
    const tooMuch = body(asked(), { orderDiscount: '541.51' })
    expect(await trySave(owner, routes, tooMuch)).toMatchObject({
      msg: expect.stringContaining('不能超过明细价税合计 541.50'),
    })
  })

  it('becomes an order for a part and a delivery for the rest', async () => {
    const offer = await post(owner, routes, body(asked(), { orderDiscount: '20', vehicleText: 'LSVAA49J132047371' }))
    const drawn = await draw('sales_order', offer.id)
    expect(drawn.header).toMatchObject({
      partnerId: shop.customerId,
      vehicleText: 'LSVAA49J132047371',
      orderDiscount: '20.00',
    })
    expect(drawn.lines).toMatchObject([
      { partId: shop.parts.oil, qty: '2.0000', price: '210.0000' },
      { partId: shop.parts.filter, qty: '3.0000', price: '45.0000', discountRate: '0.9000', taxRate: '0.1300' },
    ])
    const [oil, filter] = drawn.lines
    const order = await post(owner, salesOrder.routes, {
      header: { ...body().header, ...drawn.header, orderDiscount: '15.51' },
      lines: [oil] as never,
    })
    expect(await rowOf(offer.id)).toMatchObject({
      state: 'partial',
      executed: 'part',
      executedQty: '2.0000',
      openQty: '3.0000',
    })
    expect(await tryAct(owner, routes, { ...offer, version: 3 }, 'unapprove')).toMatchObject({ status: 400 })

    const rest = await draw('sales_delivery', offer.id)
    expect(rest.lines).toMatchObject([{ partId: shop.parts.filter, qty: '3.0000', drawnDiscount: '4.49' }])
    const delivery = await post(owner, salesDelivery.routes, {
      header: { ...body().header, ...rest.header },
      lines: rest.lines as never,
    })
    expect(await rowOf(offer.id)).toMatchObject({ state: 'done', executed: 'full', openQty: '0.0000' })
    const again = { header: body().header, lines: [{ ...filter, qty: '1' }] as never }
    expect(await trySave(owner, salesDelivery.routes, again)).toMatchObject({ status: 400 })

    await undo(owner, salesDelivery.routes, delivery)
    await undo(owner, salesOrder.routes, order)
    expect(await rowOf(offer.id)).toMatchObject({ state: 'approved', executed: 'none', executedQty: '0.0000' })
  })
})
