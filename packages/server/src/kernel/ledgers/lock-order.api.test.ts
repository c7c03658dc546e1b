// Who waits for a row holds none that comes after it in the order of all postings, so that nobody waits in a circle (ARCHITECTURE, Locks).
import { collection } from '@chepu/contract/finance/collection'
import { writeOff } from '@chepu/contract/finance/write-off'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { enterCount, stockCount } from '@chepu/contract/warehouse/stock-count'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPart } from '../../../test/counter'
import { act, post, save } from '../../../test/desk'
import { newPartner, openItem, today } from '../../../test/finance'
import { openLockWatch } from '../../../test/lock-watch'
import { type Client, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Client
let watch: Awaited<ReturnType<typeof openLockWatch>>
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  watch = await openLockWatch(shop)
})
afterAll(async () => {
  await watch.close()
  await shop.close()
})

/** The owner, where the warehouse ships what has been sold. */
async function atTwoDesks(): Promise<Client> {
  await shop.sql(
    `update org set config = config || '{"deliveryTwoDesk": true}' where group_id = $1 and id = $2`,
    shop.orgId,
  )
  return shop.signIn('owner')
}

it('waits for an open item before it holds money that the partner has ahead', async () => {
  const partnerId = await newPartner(shop, '预收客户')
  const item = await openItem(shop, owner, { partnerId, side: 'AR', total: '100' })
  const slip = (purpose: 'advance' | 'trade', amount: string, items: { openItemId: number; amount: string }[]) => ({
    header: { bizDate: today, partnerId, purpose },
    tenders: [{ storeAccountId: shop.cashId, amount }],
    items,
  })
  await post(owner, collection.routes, slip('advance', '50', []))
  const saved = await save(owner, collection.routes, slip('trade', '110', [{ openItemId: item.id, amount: '100' }]))
  const free = await watch.freeMeanwhile(
    `select from open_item where id = ${item.id}`,
    `select from partner_balance where partner_id = ${partnerId} and account = 'ADV_IN'`,
    () => act(owner, collection.routes, saved, 'approve'),
  )
  expect(free).toBe(1)
  expect(await shop.books.balance(partnerId, 'AR')).toBe('0.00')
  expect(await shop.books.balance(partnerId, 'ADV_IN')).toBe('60.00')
})

it('so does who settles it with that money', async () => {
  const partnerId = await newPartner(shop, '预收冲账客户')
  const item = await openItem(shop, owner, { partnerId, side: 'AR', total: '100' })
  const tenders = [{ storeAccountId: shop.cashId, amount: '50' }]
  await post(owner, collection.routes, {
    header: { bizDate: today, partnerId, purpose: 'advance' },
    tenders,
    items: [],
  })
  const saved = await save(owner, writeOff.routes, {
    header: { bizDate: today, partnerId, purpose: 'advance_ar' },
    items: [{ openItemId: item.id, amount: '50' }],
  })
  const free = await watch.freeMeanwhile(
    `select from open_item where id = ${item.id}`,
    `select from partner_balance where partner_id = ${partnerId} and account = 'ADV_IN'`,
    () => act(owner, writeOff.routes, saved, 'approve'),
  )
  expect(free).toBe(1)
  expect(await shop.books.balance(partnerId, 'AR')).toBe('50.00')
  expect(await shop.books.balance(partnerId, 'ADV_IN')).toBe('0.00')
})

it('lets frozen goods of a count go in the order of all pools, with those that were found besides', async () => {
  const { warehouseId } = shop
  const { filter, pad } = shop.parts
  await post(owner, otherIn.routes, {
    header: { bizDate: today, warehouseId, reason: '盘盈外其他' },
    lines: [filter, pad].map((partId) => ({ partId, qty: '10', price: '8' })),
  } as never)
  const header = { bizDate: today, warehouseId, scope: 'parts' as const, isFreezing: true }
  const count = await save(owner, stockCount.routes, { header, lines: [{ partId: pad }] })
  await act(owner, stockCount.routes, count, 'begin')
  const lines = [filter, pad].map((partId) => ({ partId, countedQty: '12' }))
  await owner.call(enterCount, { params: { id: count.id }, body: { lines } })
  const { header: begun } = await owner.call(stockCount.routes.read, { params: { id: count.id } })
  const submitted = await act(owner, stockCount.routes, begun, 'submit')
  const manager = await shop.signIn('owner')
  const free = await watch.freeMeanwhile(
    `select from stock_cost where part_id = ${filter}`,
    `select from stock_cost where part_id = ${pad}`,
    () => act(manager, stockCount.routes, submitted, 'approve'),
  )
  expect(free).toBe(1)
  expect(await shop.books.pool(filter)).toBe('12.0000 / 96.00')
  expect(await shop.books.pool(pad)).toBe('12.0000 / 96.00')
})

it.each([
  ['an order that is closed', salesOrder.routes, 'close'],
  ['a delivery that is undone', salesDelivery.routes, 'unapprove'],
] as const)('%s waits for its pool before it writes what is held of it', async (_, routes, action) => {
  const partId = await newPart(shop)
  const header = { bizDate: today, warehouseId: shop.warehouseId }
  const sale = { ...header, partnerId: shop.customerId }
  const lines = [{ partId, qty: '5', price: '8' }]
  await post(owner, otherIn.routes, { header: { ...header, reason: '盘盈外其他' }, lines } as never)
  const order = await post(owner, salesOrder.routes, {
    header: sale,
    lines: [{ partId, qty: '3', price: '20' }],
  } as never)
  const [line] = (await owner.call(salesOrder.routes.read, { params: { id: order.id } })).lines
  await post(owner, salesDelivery.routes, {
    header: sale,
    lines: [{ partId, qty: '1', price: '20', sourceLineId: line?.id }],
  } as never)
  const [latest] = (await owner.call(routes.list, { query: { rows: 1 } })).rows
  const free = await watch.freeMeanwhile(
    `select from stock_cost where part_id = ${partId}`,
    `select from stock_reservation where part_id = ${partId}`,
    () => act(owner, routes, latest as never, action),
  )
  expect(free).toBe(1)
})

it('locks the pools of a delivery in one order, also that of a line of which nothing is sent', async () => {
  const seller = await atTwoDesks()
  const parts = [await newPart(shop), await newPart(shop)]
  const header = { bizDate: today, warehouseId: shop.warehouseId }
  const lines = parts.map((partId) => ({ partId, qty: '5', price: '8' }))
  await post(seller, otherIn.routes, { header: { ...header, reason: '盘盈外其他' }, lines } as never)
  const delivery = await post(seller, salesDelivery.routes, {
    header: { ...header, partnerId: shop.customerId },
    lines: parts.map((partId) => ({ partId, qty: '2', price: '20' })),
  } as never)
  const [none] = (await seller.call(salesDelivery.routes.read, { params: { id: delivery.id } })).lines
  const input = { lines: [{ lineId: none?.id, qty: '0', locationId: null, batchNo: '' }] }
  const free = await watch.freeMeanwhile(
    `select from stock_cost where part_id = ${parts[0]}`,
    `select from stock_cost where part_id = ${parts[1]}`,
    () => act(seller, salesDelivery.routes, delivery, 'ship', { input } as never),
  )
  expect(free).toBe(1)
  expect(await shop.books.held(parts[0] as number)).toBe('0 + 0')
})

it('waits for the order of a delivery that is sent back before it holds its pools', async () => {
  const keeper = await atTwoDesks()
  const partId = await newPart(shop)
  const header = { bizDate: today, warehouseId: shop.warehouseId }
  const sale = { ...header, partnerId: shop.customerId }
  await post(keeper, otherIn.routes, {
    header: { ...header, reason: '盘盈外其他' },
    lines: [{ partId, qty: '5', price: '8' }],
  } as never)
  const lines = [{ partId, qty: '3', price: '20' }]
  const order = await post(keeper, salesOrder.routes, { header: sale, lines } as never)
  const [line] = (await keeper.call(salesOrder.routes.read, { params: { id: order.id } })).lines
  const delivery = await post(keeper, salesDelivery.routes, {
    header: sale,
    lines: [{ partId, qty: '1', price: '20', sourceLineId: line?.id }],
  } as never)
  const free = await watch.freeMeanwhile(
    `select from goods_document where id = ${order.id}`,
    `select from stock_cost where part_id = ${partId}`,
    () => act(keeper, salesDelivery.routes, delivery, 'sendBack', { reason: '缺货' }),
  )
  expect(free).toBe(1)
  expect(await shop.books.held(partId)).toBe('3 + 0')
})
