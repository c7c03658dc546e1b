import { dashboard } from '@chepu/contract/shell/dashboard'
import { readBell } from '@chepu/contract/shell/bell'
import { highStock, lowStock } from '@chepu/contract/warehouse/inventory-warning'
import { keeperDesk } from '@chepu/contract/warehouse/keeper-desk'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPart } from '../../test/counter'
import { act, post } from '../../test/desk'
import { type Client, one, openShop, type Shop } from '../../test/shop'
import { shanghaiDay } from '../kernel/base/calendar'
import { startReminders } from '../shell/reminders/reminders'

let shop: Shop
let owner: Client
/** Parts by what becomes of them; of each 5 are there in 主仓 unless its name says otherwise, and 5 is its lower limit. */
const parts: Record<string, number> = {}
beforeAll(async () => {
  shop = await openShop()
  await shop.db.shared({ text: 'update shared.tenant_group set is_ready = true' })
  owner = await shop.signIn('owner')
  for (const name of ['enough', 'nothing', 'scrap', 'old', 'travelling', 'unshelved', 'stopped']) {
    parts[name] = await newPart(shop)
    await shop.sql(
      'insert into product (group_id, org_id, part_id, min_stock, max_stock) values ($1, $2, $3, 5, 8) returning id',
      shop.orgId,
      parts[name],
    )
  }
  await enters('enough', '5')
  await enters('scrap', '4')
  await enters('scrap', '9', await warehouseOf('scrap'))
  await enters('old', '4')
  await enters('old', '9', await warehouseOf('old_part'))
  await enters('travelling', '6')
  const order = await post(owner, transferOrder.routes, {
    header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, toWarehouseId: await warehouseOf('normal') },
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
    const reminders = startReminders(shop.db, (error) => expect(error).toBeUndefined(), { now })
    await reminders.look()
    await reminders.stop()
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
