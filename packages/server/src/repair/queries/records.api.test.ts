import { carOffers } from '@chepu/contract/repair/car-offers'
import { repairRecords } from '@chepu/contract/repair/records'
import { workOrder } from '@chepu/contract/repair/work-order'
import { addDays } from '@chepu/contract/kernel/calendar'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, save, trySave } from '../../../test/desk'
import { openBranch, withdraw, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { orderBody, workshopOf, type Workshop } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

const { routes } = workOrder
let shop: Shop
let owner: Client
let workshop: Workshop
let done: { id: number; billNo: string }
const today = shanghaiDay()

beforeAll(async () => {
  // Orders are settled behind the program here, so that nothing may be held for them.
  shop = await openShop({ config: { autoReserveRepairMaterial: false } })
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  const saved = await save(owner, routes, {
    ...orderBody(shop, workshop),
    labour: [
      { name: '更换机油机滤', workerTypeId: workshop.workerTypeId, price: '50', qualityKm: '5000', qualityDays: 60 },
      { name: '四轮定位', price: '180' },
    ],
  })
  const lines = await owner.call(routes.read, { params: { id: saved.id } })
  const declined = [
    { lineId: lines.labour[1]?.id as number, reason: '下次再做' },
    { lineId: lines.materials[0]?.id as number, reason: '自备件' },
  ]
  const sure = await act(owner, routes, saved, 'confirm', { input: { method: 'phone', by: '车主甲', declined } })
  done = sure
  await settle(done.id)
})
afterAll(() => shop.close())

/** The order as its settlement leaves it. */
const settle = (id: number) =>
  shop.db.tenant(shop.groupId, (tx) =>
    tx.query({
      text: `update repair_document set state = 'settled', completed_at = $3::timestamptz where group_id = $1 and id = $2`,
      values: [tx.groupId, id, `${today}T09:00:00+08:00`],
    }),
  )

const records = async (query: object = {}, client = owner) => (await client.call(repairRecords.list, { query })).rows
const offers = (client = owner, mileage?: string) =>
  client.call(carOffers, { query: { vehicleId: workshop.vehicleId, ...(mileage && { mileage }) } })

it('tells what was done, what it cost and until when it is answered for; what was declined is no record', async () => {
  const rows = await records({ car: '88888' })
  expect(
    rows.map(({ section, name, netAmount, billNo }) => [section, name, netAmount, billNo === done.billNo]),
  ).toEqual([
    ['labour', '更换机油机滤', '50.00', true],
    ['materials', expect.any(String), '274.00', true],
  ])
  expect(rows[0]).toMatchObject({
    guaranteedUntil: addDays(today, 60),
    guaranteedKm: '36000.0000',
    mileage: '31000.0000',
  })
  const { sums } = await owner.call(repairRecords.totals, { query: { car: '88888' } })
  expect(sums['netAmount']).toBe('324.00')
  expect(await records({ item: '机油机滤', guaranteed: 'true' })).toHaveLength(1)
  expect(await records({ item: '没有这个' })).toEqual([])
})

it('tells nothing of orders that are not settled', async () => {
  const other = await save(owner, routes, orderBody(shop, workshop))
  expect((await records()).map(({ orderId }) => orderId)).not.toContain(other.id)
})

it('offers what was left undone until an order has it, and what is still answered for by day and meter', async () => {
  const { guaranteed, declined } = await offers()
  // The item promises more than the rule of its business does; the material has the rule alone.
  expect(guaranteed.map(({ section, until }) => [section, until])).toEqual([
    ['labour', `质保至 ${addDays(today, 60)} 或 36 000 公里`],
    ['materials', `质保至 ${addDays(today, 10)} 或 33 000 公里`],
  ])
  expect((await offers(owner, '33001')).guaranteed.map(({ section }) => section)).toEqual(['labour'])
  expect((await offers(owner, '36001')).guaranteed).toEqual([])
  expect(declined.map(({ section, reason, price }) => [section, reason, price])).toEqual([
    ['labour', '下次再做', '180.0000'],
    ['materials', '自备件', '45.0000'],
  ])
  const [wheel] = declined
  const { header } = orderBody(shop, workshop)
  await save(owner, routes, { header, labour: [{ name: '四轮定位', price: '180', sourceLineId: wheel?.id as number }] })
  expect((await offers()).declined.map(({ reason }) => reason)).toEqual(['自备件'])
})

it('refuses a line that is made of nothing', async () => {
  const { header } = orderBody(shop, workshop)
  const answer = await trySave(owner, routes, { header, extras: [{ name: '拖车', price: '1', sourceLineId: 999_999 }] })
  expect(answer).toMatchObject({ status: 400, errors: [{ message: '附加费第1行 来源明细不存在或已停用' }] })
})

it('lists what of an order its own columns say, and finds the cars that are here', async () => {
  const { rows } = await owner.call(routes.list, { query: { car: '88888' } })
  const settled = rows.find(({ id }) => id === done.id)
  expect(settled).toMatchObject({
    settlement: 'settled',
    // No settlement has booked anything.
    grossProfit: null,
    stayHours: expect.stringMatching(/^\d+\.\d$/),
  })
  const here = await owner.call(routes.list, { query: { inShop: 'true' } })
  expect(here.rows.map(({ id }) => id)).toContain(done.id)
  const others = await owner.call(routes.list, { query: { technicianId: workshop.technicianId } })
  expect(others.rows).toEqual([])
})

it('hides prices from who may not see them, and all of it from who may not look', async () => {
  const blind = await worker(shop, 'manager')
  await withdraw(shop, blind, { fields: ['doc_price', 'gross_profit'] })
  const [row] = await records({ car: '88888' }, blind.client)
  expect(row?.billNo).toBe(done.billNo)
  expect(row).not.toHaveProperty('netAmount')
  expect((await offers(blind.client)).declined[0]).not.toHaveProperty('price')
  const { rows } = await blind.client.call(routes.list, { query: { car: '88888' } })
  expect(rows[0]).not.toHaveProperty('grossProfit')
  const keeper = await shop.signIn('warehouse_keeper')
  expect((await keeper.ask(repairRecords.list, {})).status).toBe(403)
})

it('shows the history of a sister that shares it, and of no other', async () => {
  const { orgId: sisterId } = await openBranch(shop)
  const there = await shop.signIn('owner', sisterId)
  expect(await records({}, there)).toEqual([])
  await shop.db.tenant(shop.groupId, (tx) =>
    tx.query({
      text: `update org set config = config || '{"shareHistory": true}' where group_id = $1 and id = $2 returning id`,
      values: [tx.groupId, shop.orgId],
    }),
  )
  expect((await records({ car: '88888' }, there)).map(({ billNo }) => billNo)).toEqual([done.billNo, done.billNo])
})

it('repeats the work of a settled order on the same car alone', async () => {
  const { header } = orderBody(shop, workshop)
  const line = (await records({ car: '88888' })).find(({ section }) => section === 'labour')
  const again = (reworkOfId: number) => ({
    header: { ...header, reworkOfId },
    labour: [{ name: '更换机油机滤', price: '0', payer: 'rework' as const, reworkOfLineId: line?.id as number }],
  })
  const saved = await save(owner, routes, again(done.id))
  expect((await owner.call(routes.read, { params: { id: saved.id } })).header).toMatchObject({
    reworkOfNo: done.billNo,
  })
  const wrong = await trySave(owner, routes, again(saved.id))
  expect(wrong).toMatchObject({ status: 400, errors: [{ message: '返工原单不存在、未结算或不是这辆车的' }] })
})

it('takes parts that the customer brings at no price, whatever was sent', async () => {
  const { header } = orderBody(shop, workshop)
  const own = { partId: shop.parts.filter, qty: '2', price: '50', isCustomerSupplied: true }
  const saved = await save(owner, routes, {
    header,
    materials: [own, { partId: shop.parts.oil, qty: '1', price: '60' }],
  })
  const { header: after, materials } = await owner.call(routes.read, { params: { id: saved.id } })
  expect([after.totalAmount, ...materials.map(({ netAmount }) => netAmount)]).toEqual(['60.00', '0.00', '60.00'])
})
