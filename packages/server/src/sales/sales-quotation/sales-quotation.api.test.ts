import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { drawSource } from '@chepu/contract/kernel/source-lines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, post, save, tryAct, trySave, undo } from '../../../test/desk'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { signIn, stockShop } from '../../../test/stage'
import { createGroup } from '../../access/provision'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { startExpiry } from './expiry'

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
const statesOf = (...offers: { id: number }[]) =>
  Promise.all(offers.map(async ({ id }) => (await read(id)).header.state))
/** Lets a server look on a day whether offers have run out. */
async function lookOn(day: string): Promise<void> {
  const report = (error: unknown) => {
    throw error
  }
  const expiry = startExpiry(shop.db, report, { now: () => new Date(`${day}T00:05:00+08:00`) })
  await expiry.look()
  await expiry.stop()
}
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

  it('is closed by the day after it has run out, once whatever looks, and opened again by a new day', async () => {
    const [short, long, draft] = [
      await post(owner, routes, body(asked(), { validUntil: today })),
      await post(owner, routes, body()),
      await save(owner, routes, body(asked(), { validUntil: today })),
    ]
    await lookOn(today)
    expect(await statesOf(short, long, draft)).toEqual(['approved', 'approved', 'draft'])
    await Promise.all([lookOn(addDays(today, 1)), lookOn(addDays(today, 1))])
    await lookOn(addDays(today, 1))
    expect(await statesOf(short, long, draft)).toEqual(['closed', 'approved', 'draft'])
    const log = await owner.call(routes.log, { params: { id: short.id } })
    expect(log.filter(({ action }) => action === 'close')).toMatchObject([
      { userName: null, fromState: 'approved', toState: 'closed', reason: '有效期已过' },
    ])
    const closed = { id: short.id, version: short.version + 1 }
    expect(await tryAct(owner, routes, short, 'extend', { input: { validUntil: today } })).toMatchObject({
      status: 409,
    })
    const over = await tryAct(owner, routes, closed, 'extend', { input: { validUntil: addDays(today, -1) } })
    expect(over).toMatchObject({
      status: 400,
      errors: [{ path: 'input.validUntil', message: '有效期至应为今天或以后' }],
    })
    const opened = await act(owner, routes, closed, 'extend', { input: { validUntil: addDays(today, 3) } })
    expect((await read(short.id)).header).toMatchObject({ state: 'approved', validUntil: addDays(today, 3) })

    // Closed by hand it is opened again as it was, until its day is over.
    const byHand = await act(owner, routes, opened, 'close')
    const again = await act(owner, routes, await act(owner, routes, byHand, 'reopen'), 'close')
    await shop.sql(
      `update goods_document set valid_until = $2 where group_id = $1 and id = $3`,
      addDays(today, -1),
      short.id,
    )
    expect((await tryAct(owner, routes, again, 'reopen')).msg).toBe(
      `有效期至 ${addDays(today, -1)} 已过，请用「延期」填写新的有效期`,
    )
    const { rows } = await owner.call(routes.list, { query: { expired: 'true' } })
    expect(rows.map(({ id }) => id)).toEqual([short.id])
  })

  it('is not offered once it has run out', async () => {
    const { id, version } = await save(owner, routes, body(asked(), { validUntil: today }))
    await shop.sql(`update goods_document set valid_until = $2 where group_id = $1 and id = $3`, addDays(today, -1), id)
    for (const action of ['submit', 'approve']) {
      expect(await tryAct(owner, routes, { id, version }, action)).toMatchObject({
        status: 400,
        errors: [{ path: 'header.validUntil', message: `有效期至 ${addDays(today, -1)} 已过，请改为今天或以后` }],
      })
    }
    const early = await trySave(owner, routes, body(asked(), { validUntil: addDays(today, -1) }))
    expect(early).toMatchObject({ status: 400, errors: [{ message: '有效期至不能早于业务日期' }] })
  })

  it('warns of no floor itself: the delivery made of it is weighed, the order once for both', async () => {
    await shop.sql(
      `insert into product (group_id, org_id, part_id, min_sale_price) values ($1, $2, $3, 200)
        on conflict (group_id, org_id, part_id) do update set min_sale_price = 200 returning id`,
      shop.orgId,
      shop.parts.pad,
    )
    const seller = await shop.signIn('salesperson')
    const cheap = [{ partId: shop.parts.pad, qty: '1', price: '150' }]
    const offer = await post(seller, routes, body(cheap))
    const drawn = await draw('sales_delivery', offer.id, seller)
    const delivery = await save(seller, salesDelivery.routes, {
      header: { ...body().header, ...drawn.header },
      lines: drawn.lines as never,
    })
    expect(await tryAct(seller, salesDelivery.routes, delivery, 'approve')).toMatchObject({
      status: 400,
      msg: expect.stringContaining('低于最低售价'),
    })
    const ordered = await draw('sales_order', offer.id, owner)
    const order = await post(owner, salesOrder.routes, {
      header: { ...body().header, ...ordered.header },
      lines: ordered.lines as never,
    })
    const promised = await owner.call(drawSource, {
      params: { target: 'sales_delivery' },
      body: { source: 'sales_order', documentId: order.id },
    })
    const kept = await save(owner, salesDelivery.routes, {
      header: { ...body().header, ...promised.header },
      lines: promised.lines as never,
    })
    expect(await tryAct(owner, salesDelivery.routes, kept, 'approve')).toMatchObject({ status: 200 })
  })

  it('is copied whole, with its alternatives and a day of its own', async () => {
    const offer = await post(owner, routes, body(asked(), { validUntil: addDays(today, 30), orderDiscount: '20' }))
    const drawn = await draw('sales_quotation', offer.id)
    expect(drawn.header).not.toHaveProperty('validUntil')
    const copy = await save(owner, routes, {
      header: { ...body().header, ...drawn.header },
      lines: drawn.lines as never,
    })
    const { header, lines } = await read(copy.id)
    expect(header).toMatchObject({ validUntil: addDays(today, 7), totalTaxed: '521.50' })
    expect(lines.map(({ groupNo, asked: words, isChosen }) => [groupNo, words, isChosen])).toEqual([
      [1, '前刹车片', false],
      [1, '', true],
      [2, '机滤', true],
    ])
  })

  it('is closed to other companies, other organisations’ customers and who has no right to it', async () => {
    const offer = await post(owner, routes, body())
    const groupId = await createGroup(shop.db, '另一集团')
    const other = await shop.db.tenant(groupId, (tx) => stockShop(tx, {}))
    const stranger = await signIn({ ...shop, groupId }, other.orgId, 'owner')
    expect(await stranger.ask(routes.read, { params: { id: offer.id } })).toMatchObject({ status: 404 })
    const [line] = (await draw('sales_order', offer.id)).lines
    for (const target of [salesOrder, salesDelivery]) {
      const own = {
        header: { bizDate: today, partnerId: other.customerId, warehouseId: other.warehouseId },
        lines: [{ ...line, partId: other.parts.oil }] as never,
      }
      expect(await trySave(stranger, target.routes, own)).toMatchObject({
        status: 400,
        msg: expect.stringContaining('来源单据不存在'),
      })
    }
    const keeper = await shop.signIn('warehouse_keeper')
    expect((await keeper.ask(routes.list)).status).toBe(403)
    expect((await trySave(keeper, routes, body())).status).toBe(403)
    // A seller of another desk does not see it, and takes no line of it.
    const seller = await shop.signIn('salesperson')
    expect((await seller.ask(routes.read, { params: { id: offer.id } })).status).toBe(404)
    const taken = await trySave(seller, salesOrder.routes, { header: body().header, lines: [line] as never })
    expect(taken).toMatchObject({ status: 400, msg: expect.stringContaining('来源单据不存在') })
    expect((await tryAct(seller, routes, offer, 'close')).status).toBe(404)
    expect((await tryAct(owner, routes, { ...offer, version: 1 }, 'close')).status).toBe(409)
  })
})
