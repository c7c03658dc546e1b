import { dashboard } from '@chepu/contract/shell/dashboard'
import { readBell } from '@chepu/contract/shell/bell'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { highStock, lowStock, orderLowStock, setLimits } from '@chepu/contract/warehouse/inventory-warning'
import { keeperDesk } from '@chepu/contract/warehouse/keeper-desk'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPart } from '../../test/counter'
import { act, post } from '../../test/desk'
import { type Client, one, openShop, type Shop } from '../../test/shop'
import { addDays, shanghaiDay } from '../kernel/base/calendar'
import { startReminders } from '../shell/reminders/reminders'

let shop: Shop
let owner: Client
/** Parts by what becomes of them; of each 5 are there in 主仓 unless its name says otherwise, and 5 is its lower limit. */
const parts: Record<string, number> = {}
/** 二号仓. */
let second: number
beforeAll(async () => {
  shop = await openShop()
  await shop.db.shared({ text: 'update shared.tenant_group set is_ready = true' })
  owner = await shop.signIn('owner')
  for (const name of ['enough', 'branch', 'nothing', 'scrap', 'old', 'travelling', 'unshelved', 'stopped']) {
    parts[name] = await newPart(shop)
    await shop.sql(
      'insert into product (group_id, org_id, part_id, min_stock, max_stock) values ($1, $2, $3, 5, 8) returning id',
      shop.orgId,
      parts[name],
    )
  }
  second = await warehouseOf('normal')
  await enters('enough', '5')
  await enters('branch', '7')
  await enters('branch', '1', second)
  await enters('scrap', '4')
  await enters('scrap', '9', await warehouseOf('scrap'))
  await enters('old', '4')
  await enters('old', '9', await warehouseOf('old_part'))
  await enters('travelling', '6')
  const order = await post(owner, transferOrder.routes, {
    header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, toWarehouseId: second },
    lines: [{ partId: parts['travelling'], qty: '2' }],
  } as never)
  await act(owner, transferOrder.routes, order, 'ship')
  await shop.sql('update product set on_shelf = false where group_id = $1 and part_id = $2', parts['unshelved'])
  await shop.sql('update part set is_active = false where group_id = $1 and id = $2', parts['stopped'])
})
afterAll(() => shop.close())

/** A new warehouse of a kind in which everybody works who works in 主仓. */
const warehouseOf = async (kind: string): Promise<number> => {
  const id = await shop.db.tenant(shop.groupId, async (tx) => {
    const made = await one(tx, 'warehouse', { org_id: shop.orgId, code: kind, name: kind, kind })
    await one(tx, 'location', { warehouse_id: made, code: '默认', is_default: true })
    return made
  })
  await shop.sql('update shared.login set access_version = access_version + 1 where group_id = $1')
  return id
}
const enters = (name: string, qty: string, warehouseId = shop.warehouseId) =>
  post(owner, otherIn.routes, {
    header: { bizDate: shanghaiDay(), warehouseId, reason: '赠品' },
    lines: [{ partId: parts[name], qty, price: '10' }],
  } as never)
const remindAt = async (now: () => Date) => {
  const reminders = startReminders(shop.db, (error) => expect(error).toBeUndefined(), { now })
  await reminders.look()
  await reminders.stop()
}
const idsOf = (...names: string[]) => names.map((name) => parts[name]).toSorted()

describe('低于下限', () => {
  it('is the same in 库存预警, 库存查询, on both homes and in the daily message: only goods that are for sale count', async () => {
    const low = idsOf('nothing', 'scrap', 'old', 'travelling')
    const warned = await owner.call(lowStock.list)
    expect(warned.rows.map(({ partId }) => partId).toSorted()).toEqual(low)
    expect((await owner.call(lowStock.totals)).count).toBe(4)
    expect(warned.rows.find(({ partId }) => partId === parts['scrap'])).toMatchObject({
      onHand: '4.0000',
      available: '4.0000',
    })
    const found = await owner.call(stockInquiry.part.list, { query: { limit: 'low', rows: 50 } })
    expect(found.rows.map(({ partId }) => partId).toSorted()).toEqual(low)
    expect((await owner.call(stockInquiry.part.totals, { query: { limit: 'low' } })).count).toBe(4)
    const desk = (await owner.call(keeperDesk)).low
    expect([desk?.count, desk?.rows.map(({ partId }) => partId).toSorted()]).toEqual([4, low])
    expect((await owner.call(dashboard)).stockWarnings).toEqual({ low: 4, high: 0 })
    const buyer = await shop.signIn('buyer')
    const now = () => new Date(`${shanghaiDay()}T08:00:00+08:00`)
    await remindAt(now)
    const [news] = (await buyer.call(readBell)).news
    expect(news?.message).toMatch(/^4种配件低于库存下限：/)
  })

  it('is 高于上限 the same way', async () => {
    await enters('enough', '4')
    const [above, found] = [
      await owner.call(highStock.list),
      await owner.call(stockInquiry.part.list, { query: { limit: 'high', rows: 50 } }),
    ]
    expect(above.rows).toMatchObject([{ partId: parts['enough'], onHand: '9.0000', excessQty: '1.0000' }])
    expect(found.rows.map(({ partId }) => partId)).toEqual(idsOf('enough'))
    expect((await owner.call(dashboard)).stockWarnings?.high).toBe(1)
  })
})

describe('limits of a warehouse', () => {
  const limit = (name: string, minStock: string | null, maxStock: string | null, warehouseId: number | null = second) =>
    owner.ask(setLimits, { body: { partIds: [parts[name] as number], warehouseId, minStock, maxStock } })
  const low = async (warehouseId?: number) => (await owner.call(lowStock.list, { query: { warehouseId } })).rows
  const placesOf = async (warehouseId?: number) =>
    (await low(warehouseId)).map((row) => [row.partId, row.warehouseId]).toSorted()
  const inquired = async (warehouseId?: number) => {
    const { rows } = await owner.call(stockInquiry.part.list, { query: { limit: 'low', rows: 50, warehouseId } })
    return rows.map(({ partId }) => partId).toSorted()
  }
  const whole = (...names: string[]) => idsOf(...names).map((partId) => [partId, null])
  const wholes = ['nothing', 'scrap', 'old', 'travelling']

  it('make a product low there that has enough as a whole, the same in all places', async () => {
    // 7 in 主仓 and 1 here are more than the 5 of the whole.
    expect((await limit('branch', '4', '6')).data).toEqual({ count: 1 })
    const rows = await low()
    expect(rows).toHaveLength(5)
    expect(rows.find(({ partId }) => partId === parts['branch'])).toMatchObject({
      warehouseId: second,
      warehouseName: 'normal',
      onHand: '1.0000',
      minStock: '4.0000',
      maxStock: '6.0000',
      expected: '1.0000',
      target: '4.0000',
      suggestedQty: '3.0000',
    })
    expect(rows.find(({ partId }) => partId === parts['nothing'])).toMatchObject({
      warehouseId: null,
      warehouseName: '全部仓库',
      minStock: '5.0000',
    })
    expect(await inquired()).toEqual(idsOf(...wholes, 'branch'))
    expect((await owner.call(dashboard)).stockWarnings?.low).toBe(5)
    const desk = (await owner.call(keeperDesk)).low
    expect(desk?.count).toBe(5)
    expect(desk?.rows.find(({ partId }) => partId === parts['branch'])).toMatchObject({
      warehouseName: 'normal',
      onHand: '1.0000',
      minStock: '4.0000',
    })
    const buyer = await shop.signIn('buyer')
    await remindAt(() => new Date(`${addDays(shanghaiDay(), 1)}T08:00:00+08:00`))
    const messages = (await buyer.call(readBell)).news.map(({ message }) => message)
    expect(messages).toContainEqual(expect.stringMatching(/^5种配件低于库存下限：/))
  })

  it('are those that count where the warehouse is asked for; a product without them counts as a whole where it is bought for', async () => {
    expect(await placesOf(second)).toEqual([[parts['branch'], second]])
    expect(await inquired(second)).toEqual(idsOf('branch'))
    expect(await placesOf(shop.warehouseId)).toEqual(whole(...wholes))
    expect(await inquired(shop.warehouseId)).toEqual(idsOf(...wholes))
    expect((await owner.call(keeperDesk, { query: { warehouseId: second } })).low?.count).toBe(1)
    // 4 of scrap are in 主仓, which is enough for 1 there.
    await limit('scrap', '1', null, shop.warehouseId)
    expect(await placesOf(shop.warehouseId)).toEqual(whole('nothing', 'old', 'travelling'))
    expect(await placesOf(999_999)).toEqual([])
  })

  it('do not list a product a second time that is low as a whole', async () => {
    await limit('scrap', '2', null)
    expect(await placesOf()).toEqual([...whole(...wholes), [parts['branch'] as number, second]].toSorted())
    expect(await placesOf(second)).toEqual(
      idsOf('scrap', 'branch')
        .map((partId) => [partId, second])
        .toSorted(),
    )
  })

  it('are what goods are bought for', async () => {
    const line = { partId: parts['branch'] as number, warehouseId: second, qty: '3', comingQty: '0' }
    const ask = (...lines: object[]) =>
      owner.ask(orderLowStock, { body: { supplierId: shop.supplierId, lines: lines as never } })
    expect((await ask(line, line)).msg).toBe('同一配件只能选择一次')
    expect((await ask({ ...line, warehouseId: 999_999 })).msg).toMatch(/^第1行 \[.+\] 仓库不存在$/)
    const { orders } = (await ask(line, { ...line, warehouseId: null, qty: '1' })).data
    expect(orders).toMatchObject([{ warehouseName: '主仓' }, { warehouseName: 'normal' }])
    const order = await owner.call(purchaseOrder.routes.read, { params: { id: orders[1]?.id as number } })
    expect(order).toMatchObject({ header: { warehouseId: second }, lines: [{ qty: '3.0000' }] })
    expect((await low(second)).find(({ partId }) => partId === parts['branch'])).toMatchObject({
      askedQty: '3.0000',
      suggestedQty: '0.0000',
    })
  })

  it('tell what is above them', async () => {
    await enters('branch', '8', second)
    expect((await owner.call(highStock.list, { query: { warehouseId: second } })).rows).toMatchObject([
      { partId: parts['branch'], warehouseId: second, onHand: '9.0000', excessQty: '3.0000', stockValue: '90.00' },
    ])
    // 16 are more than 8 as a whole, so that the warehouse is not listed besides.
    const { rows } = await owner.call(highStock.list)
    expect(rows.map((row) => [row.partId, row.warehouseId]).toSorted()).toEqual(whole('enough', 'branch'))
  })

  it('are those of an own warehouse with goods for sale, and go when they are left blank', async () => {
    const [scrap] = await shop.sql<{ id: number }>(`select id from warehouse where group_id = $1 and kind = 'scrap'`)
    for (const warehouseId of [999_999, scrap?.id as number])
      expect((await limit('old', '1', null, warehouseId)).msg).toBe('仓库不存在，或不存放可售配件')
    expect((await limit('old', '3', '2')).msg).toBe('库存上限不能小于下限')
    await limit('scrap', null, null)
    expect(await placesOf(second)).toEqual([])
    const seller = await shop.signIn('salesperson')
    const body = { partIds: [parts['old'] as number], warehouseId: second, minStock: '1', maxStock: null }
    expect((await seller.ask(setLimits, { body })).status).toBe(403)
  })
})
