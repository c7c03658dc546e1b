import { button, pageOf } from '@chepu/contract/access/catalogue'
import { partHints, searchParts, resolveParts } from '@chepu/contract/basics/lookups'
import { workOrder } from '@chepu/contract/repair/work-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { stockLedger, stockReservations } from '@chepu/contract/warehouse/stock-inquiry'
import { movements, movementsByPart } from '@chepu/contract/warehouse/stock-movements'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, openCounter, type Saved } from '../../../test/counter'
import { act } from '../../../test/desk'
import { withdraw, worker } from '../../../test/people'
import { confirmedOrder, orderBody, workshopOf } from '../../../test/workshop'
import type { Client } from '../../../test/shop'

// 10 filters came from the supplier; the salesperson delivered 1 of them, then the owner 2, and an order of the owner holds 3.
let shop: Counter
let keeper: Client
let partId: number
let ownDelivery: Saved
let order: Saved
beforeAll(async () => {
  shop = await openCounter()
  keeper = await shop.signIn('warehouse_keeper')
  partId = shop.parts.filter
  await shop.buy(partId, '10', '100')
  await shop.sql('update product set retail_price = 180 where group_id = $1')
  const saved = await shop.save(salesDelivery.routes, [{ partId, qty: '1', price: '180' }], {}, shop.seller)
  ownDelivery = (await shop.act(salesDelivery.routes, saved.data, 'approve', { client: shop.seller })).data
  await shop.sell([{ partId, qty: '2', price: '185' }])
  order = await shop.confirmed([{ partId, qty: '3', price: '180' }])
})
afterAll(async () => {
  await shop.assertBooks()
  await shop.close()
})

describe('a movement', () => {
  const partnersIn = async (client: Client) => ({
    list: (await client.call(movements.list)).rows.map((row) => row.partnerName),
    ledger: (await client.call(stockLedger, { query: { partId } })).rows.map((row) => row.partnerName),
    holders: (await client.call(stockReservations, { query: { partId } })).rows.map((row) => row.partnerName),
  })
  const both = (names: (string | null)[]) => ({ list: names, ledger: names })

  it('names the partner only to who could open its document', async () => {
    const all = ['测试修理厂', '测试修理厂', '测试供应商']
    expect(await partnersIn(shop.owner)).toEqual({ ...both(all), holders: ['测试修理厂'] })
    // He sees his own delivery, neither his colleague's documents nor those of purchasing.
    expect(await partnersIn(shop.seller)).toEqual({ ...both([null, '测试修理厂', null]), holders: [null] })
    expect(await partnersIn(keeper)).toEqual({ ...both([null, null, null]), holders: [null] })
    const { rows } = await keeper.call(movements.list)
    expect(rows.map((row) => [row.outQty ?? row.inQty, row.warehouseName])).toEqual([
      ['2.0000', '主仓'],
      ['1.0000', '主仓'],
      ['10.0000', '主仓'],
    ])
    expect(rows[1]?.billNo).toBe(ownDelivery.billNo)
  })

  it('is told to whoever views its warehouse, as in 台账, however few documents of stock he sees', async () => {
    const adviser = await shop.signIn('adviser')
    const seen = await partnersIn(adviser)
    expect(seen).toMatchObject(both([null, null, null]))
    const { count, sums } = await adviser.call(movements.totals)
    expect([count, sums['outQty']]).toEqual([3, '3.0000'])
    expect((await adviser.call(movementsByPart.list)).rows).toMatchObject([{ partId, movements: 3 }])
  })

  it('is not found by a partner whose name it hides, in rows, sums and parts', async () => {
    const found = async (client: Client, partnerId: number) => {
      const query = { partnerId }
      const { rows } = await client.call(movements.list, { query })
      const { count } = await client.call(movements.totals, { query })
      const parts = await client.call(movementsByPart.list, { query })
      expect(count).toBe(rows.length)
      expect(parts.rows.map((row) => row.movements)).toEqual(rows.length > 0 ? [rows.length] : [])
      return rows.length
    }
    expect(await found(shop.owner, shop.supplierId)).toBe(1)
    expect(await found(shop.owner, shop.customerId)).toBe(2)
    expect(await found(shop.seller, shop.supplierId)).toBe(0)
    expect(await found(shop.seller, shop.customerId)).toBe(1)
    expect(await found(keeper, shop.customerId)).toBe(0)
  })
})

describe('the look-ups of parts', () => {
  const context = () => ({ mode: 'purchase' as const, partnerId: shop.supplierId, warehouseId: shop.warehouseId })

  it('say nothing of where a price comes from to who does not see it', async () => {
    const [found] = (await keeper.call(searchParts, { query: { q: '04152', ...context() } })).rows
    const nothing = { price: null, priceSource: '', lastPrice: null, lastPriceOn: null, discountRate: '1' }
    expect(found).toMatchObject(nothing)
    const resolved = await keeper.call(resolveParts, { body: { ...context(), codes: ['04152-YZZA1'] } })
    expect(resolved.matches[0]?.parts[0]).toMatchObject(nothing)
    const sale = { ...context(), mode: 'sale' as const, partnerId: shop.customerId }
    expect((await keeper.call(searchParts, { query: { q: '04152', ...sale } })).rows[0]).toMatchObject(nothing)
    const { rows } = await shop.owner.call(searchParts, { query: { q: '04152', ...context() } })
    expect(rows[0]).toMatchObject({ price: '100.0000', priceSource: 'last' })
    // A buyer sees prices on documents, and without 采购转销售 has no document that sells.
    const clerk = await worker(shop, 'buyer')
    const trade = button('direct_trade', 'add')
    await withdraw(shop, clerk, { buttons: [pageOf('direct_trade'), trade, button('direct_trade', 'update')] })
    const buyer = clerk.client
    expect((await buyer.call(searchParts, { query: { q: '04152', ...sale } })).rows[0]).toMatchObject(nothing)
    expect((await buyer.call(searchParts, { query: { q: '04152', ...context() } })).rows[0]?.price).toBe('100.0000')
    expect((await shop.seller.call(searchParts, { query: { q: '04152', ...sale } })).rows[0]?.price).not.toBe(null)
  })

  it('free what a former line holds only for who sees its document', async () => {
    const sourceLineIds = await shop.lineIds(salesOrder.routes, order.id)
    const available = async (client: Client) => {
      const body = { partnerId: shop.customerId, warehouseId: shop.warehouseId, partIds: [partId], sourceLineIds }
      return (await client.call(partHints, { body })).rows[0]?.available
    }
    expect(await available(shop.owner)).toBe('7.0000')
    expect(await available(shop.seller)).toBe('4.0000')
    // A line of an order of a car has the same number, and holds 2 of its own.
    const [number = 0] = sourceLineIds
    const body = orderBody(shop, await workshopOf(shop))
    const labour = Array.from({ length: number - 1 }, () => body.labour?.[0] as never)
    const repair = await confirmedOrder(shop.owner, { ...body, labour, materials: [{ partId, qty: '2', price: '45' }] })
    const { materials } = await shop.owner.call(workOrder.routes.read, { params: { id: repair.id } })
    expect(materials.map(({ id }) => id)).toEqual([number])
    expect(await available(shop.owner)).toBe('5.0000')
    await act(shop.owner, workOrder.routes, repair, 'cancel')
  })

  it('tell the shop’s last price with a customer whoever sold, but nothing of customers of colleagues', async () => {
    const lastPrice = async (client: Client) => {
      const body = { partnerId: shop.customerId, warehouseId: shop.warehouseId, partIds: [partId] }
      return (await client.call(partHints, { body })).rows[0]?.lastPrice
    }
    await shop.sql(
      `insert into partner_org (group_id, org_id, partner_id, salesperson_id)
        select d.group_id, d.org_id, $2, e.id from goods_document d
        join employee e on e.group_id = d.group_id and e.user_id = d.creator_id where d.group_id = $1 and d.id = $3`,
      shop.customerId,
      order.id,
    )
    expect(await lastPrice(shop.seller)).toBe(null)
    await shop.sql(
      `update partner_org set salesperson_id = (select e.id from goods_document d
          join employee e on e.group_id = d.group_id and e.user_id = d.creator_id where d.group_id = $1 and d.id = $3)
        where group_id = $1 and partner_id = $2`,
      shop.customerId,
      ownDelivery.id,
    )
    expect(await lastPrice(shop.seller)).toBe('185.0000')
  })
})
