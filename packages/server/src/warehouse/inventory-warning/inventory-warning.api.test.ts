import { productRoutes } from '@chepu/contract/basics/product'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import {
  expiringStock,
  highStock,
  idleStock,
  lowStock,
  orderLowStock,
  setLimits,
} from '@chepu/contract/warehouse/inventory-warning'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { post, save } from '../../../test/desk'
import { type Client, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Client
let keeper: Client
const today = shanghaiDay()
beforeAll(async () => {
  shop = await openShop({ config: { backdateDays: 300, creditCheck: false } })
  owner = await shop.signIn('owner')
  keeper = await shop.signIn('warehouse_keeper')
  await trade()
})
afterAll(() => shop.close())

const day = (back: number) => addDays(today, -back)
const bought = (partId: number, qty: string, back: number, more: object = {}) =>
  post(owner, goodsReceipt.routes, {
    header: { bizDate: day(back), partnerId: shop.supplierId, warehouseId: shop.warehouseId },
    lines: [{ partId, qty, price: '10', ...more }],
  })
const sold = (partId: number, qty: string, back: number) =>
  post(owner, salesDelivery.routes, {
    header: { bizDate: day(back), partnerId: shop.customerId, warehouseId: shop.warehouseId },
    lines: [{ partId, qty, price: '30' }],
  })
const ordered = (qty: string) => ({
  header: { bizDate: today, partnerId: shop.supplierId, warehouseId: shop.warehouseId },
  lines: [{ partId: shop.parts.filter, qty, price: '10' }],
})

/**
 * 100 filters came 95 days ago; 60 went 60 days ago, 30 ten days ago, so that 10 are left of which nothing is held. 7 are on
 * order, 5 more wait for the order's approval. Pads came 100 days ago and never went.
 */
async function trade() {
  const { filter, pad } = shop.parts
  await bought(filter, '100', 95)
  await sold(filter, '60', 60)
  await sold(filter, '30', 10)
  await bought(pad, '8', 100)
  await post(owner, purchaseOrder.routes, ordered('7'))
  await save(owner, purchaseOrder.routes, ordered('5'))
}
const limit = (client: Client, partId: number, minStock: string | null, maxStock: string | null) =>
  client.ask(setLimits, { body: { partIds: [partId], minStock, maxStock } })

describe('库存预警', () => {
  it('sets limits in place, the lower one below the upper one', async () => {
    expect((await limit(owner, shop.parts.filter, '20', '10')).msg).toBe('[04152-YZZA1] 库存上限不能小于下限')
    expect((await limit(owner, shop.parts.filter, '20', null)).data).toEqual({ count: 1 })
    expect((await limit(owner, 999_999, '20', null)).msg).toBe('所选配件不是本企业的商品')
    const seller = await shop.signIn('salesperson')
    expect((await limit(seller, shop.parts.filter, '1', null)).status).toBe(403)
  })

  it('suggests what sales of 30 and 90 days use up until goods come, less what is there and on order', async () => {
    const { rows } = await owner.call(lowStock.list)
    // A day takes max(30 / 30, 90 / 90) = 1: 20 + 1 × (7 + 30) = 57, less 10 here, 7 on order and 5 asked for.
    expect(rows).toMatchObject([
      {
        partCode: '04152-YZZA1',
        onHand: '10.0000',
        available: '10.0000',
        onOrder: '7.0000',
        askedQty: '5.0000',
        out30: '30.0000',
        out90: '90.0000',
        dailyUse: '1.0000',
        leadDays: 7,
        target: '57.0000',
        expected: '22.0000',
        suggestedQty: '35.0000',
        lastSupplierName: '测试供应商',
        lastPurchasePrice: '10.0000',
      },
    ])
    await limit(owner, shop.parts.filter, '20', '40')
    const capped = await owner.call(lowStock.list)
    expect(capped.rows[0]).toMatchObject({ target: '40.0000', suggestedQty: '18.0000' })
    const totals = await owner.call(lowStock.totals)
    expect(totals).toMatchObject({ count: 1, sums: { suggestedQty: '18.0000', onHand: '10.0000' } })
  })

  it('tells the same products as 库存查询', async () => {
    const low = await owner.call(stockInquiry.part.totals, { query: { limit: 'low' } })
    expect(low.count).toBe((await owner.call(lowStock.totals)).count)
  })

  it('makes a draft of a purchase order a supplier, which the next suggestion counts', async () => {
    const body = { lines: [{ partId: shop.parts.filter, qty: '18', comingQty: '12.0000' }] }
    const { orders } = await owner.call(orderLowStock, { body })
    expect(orders).toMatchObject([{ supplierName: '测试供应商', warehouseName: '主仓', lineCount: 1 }])
    const order = await owner.call(purchaseOrder.routes.read, { params: { id: orders[0]?.id as number } })
    expect(order).toMatchObject({
      header: { state: 'draft', partnerId: shop.supplierId, remark: '库存预警补货' },
      lines: [{ partId: shop.parts.filter, qty: '18.0000', price: '10.0000' }],
    })
    expect((await owner.call(lowStock.list)).rows[0]).toMatchObject({ askedQty: '23.0000', suggestedQty: '0.0000' })
  })

  it('refuses what was asked for since the list was read, and lets more be bought after a fresh look', async () => {
    const { pad, filter } = shop.parts
    const order = (client: Client, ...lines: { partId: number; qty: string; comingQty: string }[]) =>
      client.ask(orderLowStock, { body: { lines } })
    const nothing = { partId: pad, qty: '1', comingQty: '0' }
    const old = await order(owner, nothing, { partId: filter, qty: '18', comingQty: '12.0000' })
    expect(old).toMatchObject({
      status: 409,
      reason: 'stale',
      msg: expect.stringMatching(/^第2行 \[04152-YZZA1\] 已有采购订单 CD\d+ 要货，请核对刷新后的建议量再生成$/),
    })
    const seen = (await owner.call(lowStock.list)).rows[0]
    expect(seen).toMatchObject({ comingQty: '30.0000', suggestedQty: '0.0000' })
    const again = await order(owner, { partId: filter, qty: '2', comingQty: seen?.comingQty as string })
    expect(again.status).toBe(200)
    expect((await owner.call(lowStock.list)).rows[0]).toMatchObject({ comingQty: '32.0000' })
  })

  it('lets one of two buy who order the same shortage at the same time', async () => {
    const buyer = await shop.signIn('buyer')
    const body = { lines: [{ partId: shop.parts.pad, qty: '3', comingQty: '0' }] }
    const answers = await Promise.all([owner, buyer, owner].map((client) => client.ask(orderLowStock, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('refuses a part without a supplier, one that is no product here, one named twice, and who may not buy', async () => {
    const ask = (client: Client, ...partIds: number[]) =>
      client.ask(orderLowStock, { body: { lines: partIds.map((partId) => ({ partId, qty: '1', comingQty: '0' })) } })
    await owner.call(productRoutes.introduce, { body: { partIds: [shop.parts.oil] } })
    expect((await ask(owner, shop.parts.oil)).msg).toContain('没有默认供应商，也没有进过货，请选择供应商')
    expect((await ask(owner, 999_999)).msg).toBe('第1行 配件不是本企业的商品')
    expect((await ask(owner, shop.parts.pad, shop.parts.pad)).msg).toBe('同一配件只能选择一次')
    expect((await ask(keeper, shop.parts.pad)).status).toBe(403)
  })

  it('tells what is above its upper limit', async () => {
    await limit(owner, shop.parts.pad, null, '5')
    expect((await owner.call(highStock.list)).rows).toMatchObject([
      { partId: shop.parts.pad, onHand: '8.0000', excessQty: '3.0000', stockValue: '80.00' },
    ])
    expect(await owner.call(highStock.totals)).toMatchObject({
      count: 1,
      sums: { excessQty: '3.0000', stockValue: '80.00' },
    })
  })

  it('tells what nothing has gone out of for so many days', async () => {
    const idle = async (days: string) => (await owner.call(idleStock.list, { query: { days } as never })).rows
    expect(await idle('90')).toMatchObject([
      { partId: shop.parts.pad, lastOutOn: null, idleDays: 100, stockValue: '80.00' },
    ])
    expect(await idle('10')).toMatchObject([{ partId: shop.parts.pad }, { partId: shop.parts.filter, idleDays: 10 }])
    expect(await idle('101')).toEqual([])
    expect((await owner.ask(idleStock.list, { query: { days: '0' } as never })).msg).toBe('天数至少为1')
  })

  it('tells batches that will be over', async () => {
    await shop.sql(
      'update part set batch_managed = true, shelf_life_days = 365 where group_id = $1 and id = $2 returning id',
      shop.parts.oil,
    )
    await bought(shop.parts.oil, '4.5', 30, { batchNo: 'B1', producedOn: day(345) })
    await bought(shop.parts.oil, '2', 5, { batchNo: 'B2', producedOn: day(10) })
    expect((await owner.call(expiringStock.list)).rows).toMatchObject([
      {
        partId: shop.parts.oil,
        batchNo: 'B1',
        onHand: '4.5000',
        producedOn: day(345),
        expiresOn: addDays(today, 20),
        daysLeft: 20,
      },
    ])
    expect(await owner.call(expiringStock.totals, { query: { days: '400' } as never })).toMatchObject({
      count: 2,
      sums: { onHand: '6.5000' },
    })
  })

  it('keeps costs and suppliers from who may not see them', async () => {
    for (const query of [lowStock, highStock, idleStock]) {
      const { rows } = await keeper.call(query.list)
      expect(rows.length).toBeGreaterThan(0)
      for (const key of ['lastSupplierName', 'lastPurchasePrice', 'stockValue'])
        for (const row of rows) expect(row).not.toHaveProperty(key)
      expect((await keeper.call(query.totals)).sums).not.toHaveProperty('stockValue')
    }
  })
})
