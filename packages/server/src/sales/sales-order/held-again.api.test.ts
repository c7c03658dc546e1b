// What a delivery that is undone gives back to its order, after the order has promised its remainder anew.
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, openCounter, type Saved } from '../../../test/counter'
import { one } from '../../../test/shop'

const { routes } = salesOrder

let shop: Counter
let rear: number
beforeAll(async () => {
  shop = await openCounter()
  rear = await shop.db.tenant(shop.groupId, async (tx) => {
    const id = await one(tx, 'warehouse', { org_id: shop.orgId, code: 'HC', name: '后仓', allow_sale: true })
    await one(tx, 'location', { warehouse_id: id, code: '默认', is_default: true })
    return id
  })
  shop.owner = await shop.signIn('owner')
})
afterEach(() => shop.assertBooks())
afterAll(() => shop.close())

/** What each pool of the part has: held, waiting for more, free. */
async function poolsOf(partId: number) {
  const rows = await shop.sql<{ name: string; held: string; waiting: string; free: string }>(
    `select w.name, h.held::int::text as held, h.waiting::int::text as waiting, (c.qty - h.held)::int::text as free
      from stock_cost c join warehouse w on w.group_id = c.group_id and w.id = c.warehouse_id
      cross join lateral (select coalesce(sum(r.qty - r.released_qty - r.backorder_qty), 0) as held, coalesce(sum(r.backorder_qty), 0) as waiting
        from stock_reservation r where r.group_id = c.group_id and r.warehouse_id = c.warehouse_id and r.part_id = c.part_id) h
      where c.group_id = $1 and c.part_id = $2 order by w.id`,
    partId,
  )
  return Object.fromEntries(rows.map(({ name, ...figures }) => [name, Object.values(figures).join(' ')]))
}

const latest = async (order: Saved) => ({ id: order.id, version: (await shop.headerOf(order)).version as number })
const undone = async (delivery: Saved, how: 'unapprove' | 'reverse') =>
  expect((await shop.act(salesDelivery.routes, delivery, how)).status).toBe(200)

describe.each(['unapprove', 'reverse'] as const)('a delivery that is undone by %s', (how) => {
  it('is held for its order again, though that was closed and opened meanwhile', async () => {
    const part = await shop.stocked('5')
    const order = await shop.confirmed([{ partId: part, qty: '3', price: '20' }])
    const delivery = await shop.deliver(order, '1')
    const closed = await shop.act(routes, await latest(order), 'close')
    expect((await shop.act(routes, closed.data, 'reopen')).data).toMatchObject({ state: 'partial' })
    expect(await poolsOf(part)).toEqual({ 主仓: '2 0 2' })
    await undone(delivery, how)
    expect(await poolsOf(part)).toEqual({ 主仓: '3 0 2' })
  })

  it('is held where the line of its order is now, as far as goods are free there', async () => {
    const part = await shop.stocked('5')
    await shop.buy(part, '4', '10', { warehouseId: rear })
    const order = await shop.confirmed(
      [
        { partId: part, qty: '3', price: '20' },
        { partId: part, qty: '2', price: '20' },
      ],
      { allowBackorder: true },
    )
    const some = await shop.deliver(order, '1')
    const whole = await shop.approveDelivery((await shop.delivery(order, '2', 1)).data)
    const input = { warehouseId: rear }
    expect((await shop.act(routes, await latest(order), 'changeWarehouse', { client: shop.owner, input })).status).toBe(
      200,
    )
    expect(await poolsOf(part)).toEqual({ 主仓: '0 0 2', 后仓: '2 0 2' })
    await undone(some, how)
    expect(await poolsOf(part)).toEqual({ 主仓: '0 0 3', 后仓: '3 0 1' })
    await undone(whole.data, how)
    expect(await poolsOf(part)).toEqual({ 主仓: '0 0 5', 后仓: '4 1 0' })
  })
})
