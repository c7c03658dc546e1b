import { salesOrder } from '@chepu/contract/sales/sales-order'
import { locationMove } from '@chepu/contract/warehouse/location-move'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shanghaiDay } from '../../kernel/base/calendar'
import { act, post, reverse, save, tryAct, trySave, undo } from '../../../test/desk'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { openBranch } from '../../../test/people'

const { routes } = locationMove

let shop: Shop
let owner: Client
let keeper: Client
let shelf: number
let rack: number
let elsewhere: number
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  keeper = await shop.signIn('warehouse_keeper')
  const place = (warehouseId: number, code: string) =>
    shop.db.tenant(shop.groupId, (tx) => one(tx, 'location', { warehouse_id: warehouseId, code }))
  shelf = await place(shop.warehouseId, 'A-01')
  rack = await place(shop.warehouseId, 'B-02')
  const { warehouseId } = await openBranch(shop)
  elsewhere = await place(warehouseId, 'Z-09')
})
afterAll(() => shop.close())

const enter = (partId: number, qty: string, price: string, more: object = {}) =>
  post(owner, otherIn.routes, {
    header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: '盘盈外其他' },
    lines: [{ partId, qty, price, ...more }],
  })
const body = (partId: number, qty: string, from: number, to: number, more: object = {}) => ({
  header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId },
  lines: [{ partId, qty, locationId: from, toLocationId: to, ...more }],
})

describe('移位单', () => {
  it('moves goods between bins at no change of cost, and back by 反审核 and 红冲', async () => {
    const { filter } = shop.parts
    await enter(filter, '3', '10')
    await enter(filter, '4', '10.55')
    expect(await shop.books.bins(filter)).toEqual({ 默认: '7.0000' })
    const moved = await post(keeper, routes, body(filter, '5', shop.locationId, shelf))
    expect(moved).toMatchObject({ state: 'done' })
    expect(await shop.books.bins(filter)).toEqual({ 'A-01': '5.0000', 默认: '2.0000' })
    expect(await shop.books.pool(filter)).toBe('7.0000 / 72.20')
    // 5 of 7 pieces worth 72.20: 51.57 out and the same in.
    expect(await shop.books.ofDocument('location_move', moved.id)).toMatchObject([
      { qty: -5, value: -51.57, location_id: shop.locationId, pool_qty_after: 2, pool_value_after: 20.63 },
      { qty: 5, value: 51.57, location_id: shelf, pool_qty_after: 7, pool_value_after: 72.2 },
    ])
    const view = await owner.call(routes.read, { params: { id: moved.id } })
    expect(view.lines).toMatchObject([{ locationCode: '默认', toLocationCode: 'A-01', costAmount: '51.57' }])
    const undone = await undo(keeper, routes, moved)
    expect(await shop.books.bins(filter)).toEqual({ 默认: '7.0000' })
    const again = await act(keeper, routes, undone, 'approve')
    await reverse(keeper, routes, again)
    expect(await shop.books.bins(filter)).toEqual({ 默认: '7.0000' })
    expect(await shop.books.pool(filter)).toBe('7.0000 / 72.20')
    expect(await shop.books.pnl('location_move', moved.id)).toEqual({})
  })

  it('keeps the batches of what it moves, the oldest first, also where the line names none', async () => {
    const { oil } = shop.parts
    await enter(oil, '2.5', '20', { batchNo: '20260110' })
    await enter(oil, '4', '22', { batchNo: '20260305' })
    await post(keeper, routes, body(oil, '3.25', shop.locationId, shelf))
    expect(await shop.books.bins(oil)).toEqual({
      'A-01/20260110': '2.5000',
      'A-01/20260305': '0.7500',
      '默认/20260305': '3.2500',
    })
    // What stands first in the document may be moved on by a later line.
    const two = body(oil, '2.5', shelf, rack, { batchNo: '20260110' })
    const on = { partId: oil, qty: '1.5', locationId: rack, toLocationId: shop.locationId }
    await post(keeper, routes, { ...two, lines: [...two.lines, on] })
    expect(await shop.books.bins(oil)).toEqual({
      'A-01/20260305': '0.7500',
      'B-02/20260110': '1.0000',
      '默认/20260110': '1.5000',
      '默认/20260305': '3.2500',
    })
    expect(await shop.books.pool(oil)).toBe('6.5000 / 138.00')
  })

  it('moves goods that are held for an order, which stays held', async () => {
    const { pad } = shop.parts
    await enter(pad, '6', '30')
    const order = await save(owner, salesOrder.routes, {
      header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, partnerId: shop.customerId },
      lines: [{ partId: pad, qty: '6', price: '60' }],
    })
    await act(owner, salesOrder.routes, await act(owner, salesOrder.routes, order, 'submit'), 'confirm')
    expect(await shop.books.held(pad)).toBe('6 + 0')
    await post(keeper, routes, body(pad, '6', shop.locationId, rack))
    expect(await shop.books.bins(pad)).toEqual({ 'B-02': '6.0000' })
    expect(await shop.books.held(pad)).toBe('6 + 0')
    const saved = await save(keeper, routes, body(pad, '1', shop.locationId, rack))
    expect(await tryAct(keeper, routes, saved, 'approve')).toMatchObject({
      status: 400,
      msg: '第1行 [04465-02220] 可用量 0，需要 1',
    })
  })

  it('goes into another bin of the same warehouse, one in use', async () => {
    const { filter } = shop.parts
    const refused = async (from: number, to: number) =>
      (await trySave(keeper, routes, body(filter, '1', from, to))).errors?.[0]
    expect(await refused(shelf, shelf)).toEqual({
      path: 'lines.0.toLocationId',
      message: '第1行 移入货位与移出货位相同',
    })
    const notThere = { path: 'lines.0.toLocationId', message: '第1行 移入货位不属于所选仓库或已停用' }
    expect(await refused(shop.locationId, elsewhere)).toEqual(notThere)
    expect(await refused(elsewhere, shelf)).toMatchObject({ path: 'lines.0.locationId' })
    const draft = await save(keeper, routes, body(filter, '1', shop.locationId, rack))
    await shop.sql('update location set is_active = false where group_id = $1 and id = $2', rack)
    expect((await tryAct(keeper, routes, draft, 'approve')).errors).toEqual([notThere])
    await shop.sql('update location set is_active = true where group_id = $1 and id = $2', rack)
    expect(await tryAct(keeper, routes, draft, 'approve')).toMatchObject({ status: 200 })
  })

  it('is closed to who has no right to it, and needs goods to be let in and out of the warehouse', async () => {
    const seller = await shop.signIn('salesperson')
    const { filter } = shop.parts
    expect((await trySave(seller, routes, body(filter, '1', shop.locationId, rack))).status).toBe(403)
    const blind = await shop.signIn('warehouse_keeper')
    await shop.sql(`update user_warehouse set can_in = false where group_id = $1
      and user_id = (select max(user_id) from user_warehouse where group_id = $1)`)
    expect((await trySave(blind, routes, body(filter, '1', shop.locationId, rack))).errors).toEqual([
      { path: 'header.warehouseId', message: '您没有主仓的入库权限，不能开单' },
    ])
  })
})
