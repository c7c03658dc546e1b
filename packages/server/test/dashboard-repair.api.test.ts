// The home page of a repair shop: every tile shows what the list that it opens comes to.
import { refundPreview, repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../src/kernel/base/calendar'
import { act, post, save } from './desk'
import { settlingAt, stockParts } from './settling'
import { type Client, openShop, type Shop } from './shop'
import { confirmedOrder, type Workshop, workshopOf } from './workshop'

let shop: Shop
let owner: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
const today = shanghaiDay()
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

const home = (client = owner) => client.call(dashboard)
const orders = async (query: object) => (await owner.call(workOrder.routes.totals, { query: query as never })).count

it('a shop that trades alone sees nothing of repairs', async () => {
  const figures = await home()
  expect(figures).not.toHaveProperty('cars')
  expect(figures).not.toHaveProperty('output')
  expect(figures.sales).toEqual({ today: '0.00', month: '0.00', returned: '0.00' })
})

it('cars are counted as the lists that the tiles open count them', async () => {
  workshop = await workshopOf(shop)
  desk = settlingAt(shop, owner, workshop)
  await stockParts(shop, owner)
  await confirmedOrder(owner, desk.plainBody())
  await desk.finished(desk.plainBody())
  const cancelled = await confirmedOrder(owner, desk.plainBody())
  await act(owner, workOrder.routes, cancelled, 'cancel', { reason: '重复' })
  const early = await confirmedOrder(owner, {
    ...desk.plainBody(),
    header: { ...desk.plainBody().header, arrivedAt: `${addDays(today, -1)}T15:59:00.000Z` },
  })
  // One minute to midnight of yesterday in Shanghai, so it came yesterday and is still here.
  await shop.sql(
    `update repair_document set arrived_at = ($3::date)::timestamp at time zone 'Asia/Shanghai' - interval '1 minute' where group_id = $1 and id = $2`,
    early.id,
    today,
  )
  const { cars } = await home()
  expect(cars).toEqual({ arrived: 2, inShop: 3, unsettled: 1 })
  expect(await orders({ arrivedToday: 'true' })).toBe(2)
  expect(await orders({ inShop: 'true' })).toBe(3)
  expect(await orders({ state: 'completed' })).toBe(1)
})

it('output is what settlements count for less refunds, and sales and margin take it in', async () => {
  const order = await desk.finished(desk.workedBody())
  const insurers = [{ partnerId: workshop.insurerId, deductible: '200', salvage: '100' }]
  const settled = await desk.settle(await desk.drafted(order, { orderDiscount: '10', insurers }), {
    tenders: [desk.cash('890')],
  })
  // 120 + 200 + 380 − 10 of the customer, 2 100 − 100 of the insurer; cost 210 + 900.
  const before = await home()
  expect(before.output).toEqual({ today: '2690.00', month: '2690.00', returned: '0.00' })
  expect(before.sales).toMatchObject({ today: '2690.00', repair: { today: '2690.00', month: '2690.00' } })
  expect(before.margin).toEqual({
    today: '1580.00',
    month: '1580.00',
    repair: { today: '1580.00', month: '1580.00' },
  })
  const { lines } = await owner.call(refundPreview, { body: { settlementId: settled.id } })
  const labour = lines
    .filter(({ name }) => name === '钣金')
    .map(({ id, openQty }) => ({ sourceLineId: id, qty: openQty }))
  const { partnerId, vehicleId } = workshop
  const header = { bizDate: today, partnerId, vehicleId, settlementId: settled.id, reason: '客户不满意' }
  await post(owner, repairRefund.routes, { header, labour })
  // 钣金 bears 600 ÷ 2 100 of the salvage: 28.57.
  const after = await home()
  expect(after.output).toEqual({ today: '2118.57', month: '2118.57', returned: '571.43' })
  expect(after.sales?.repair?.today).toBe('2118.57')
  expect(after.margin?.repair?.today).toBe('1008.57')
  expect(after.trend.at(-1)).toMatchObject({ day: today, output: '2118.57', sales: '2118.57', margin: '1008.57' })
  const day = { from: today, to: today } as never
  const sum = async (routes: typeof repairSettlement.routes | typeof repairRefund.routes) =>
    (await owner.call(routes.totals as typeof repairSettlement.routes.totals, { query: day })).sums['outputAmount']
  expect([await sum(repairSettlement.routes), await sum(repairRefund.routes)]).toEqual(['2690.00', '571.43'])
})

it('a draft counts for nothing, and figures are shown to who may see them', async () => {
  const before = await home()
  await desk.drafted(await desk.finished(desk.plainBody('500')))
  await save(owner, salesDelivery.routes, {
    header: { bizDate: today, partnerId: shop.customerId, warehouseId: shop.warehouseId },
    lines: [{ partId: shop.parts.pad, qty: '1', price: '400' }],
  } as never)
  const after = await home()
  expect([after.output, after.sales, after.margin]).toEqual([before.output, before.sales, before.margin])
  const figures = await home(await shop.signIn('salesperson'))
  expect(figures).not.toHaveProperty('cars')
  expect(figures).not.toHaveProperty('output')
  expect(figures.sales).not.toHaveProperty('repair')
})
