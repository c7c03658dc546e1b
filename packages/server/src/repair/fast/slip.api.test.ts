// The receipt of a counter through HTTP (business/fast-counter 6): its lines multiply out.
import { settlingAt, stockParts } from '../../../test/settling'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { type Workshop, workshopOf } from '../../../test/workshop'
import { orgRoutes } from '@chepu/contract/access/org'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { fastOrder } from '@chepu/contract/repair/fast-order'
import { afterAll, beforeAll, expect, it } from 'vitest'

type Body = BodyOf<typeof fastOrder.settle>

let shop: Shop
let adviser: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
beforeAll(async () => {
  shop = await openShop()
  const owner = await shop.signIn('owner')
  adviser = await shop.signIn('adviser')
  workshop = await workshopOf(shop)
  desk = settlingAt(shop, owner, workshop)
  await stockParts(shop, owner)
})
afterAll(() => shop.close())

const work = (more: object) => ({ name: '更换制动片', workerTypeId: workshop.workerTypeId, price: '80', ...more })
/** What the receipt of a bill says, which is paid in cash. */
async function slipLines(body: Pick<Body, 'labour' | 'materials'>, cash: string) {
  const { partnerId, vehicleId } = workshop
  const header = { partnerId, vehicleId, warehouseId: shop.warehouseId }
  const payment = { tenders: [desk.cash(cash)] }
  const { orderId } = await adviser.call(fastOrder.settle, { body: { kind: 'fast', header, ...body, payment } })
  return (await adviser.call(fastOrder.slip, { params: { id: orderId } })).lines
}

it('prints labour by the hours that it is priced by', async () => {
  const hours = { pricingMode: 'hours' as const, stdHours: '0.5', qty: '2', discountRate: '0.9' }
  expect(await slipLines({ labour: [work(hours)] }, '72')).toMatchObject([
    { qty: '1', unitName: '工时', price: '80.0000', discountRate: '0.9000', amount: '72.00' },
  ])
})

it('prints prices with their tax where they are typed without', async () => {
  const admin = await shop.signIn(['owner', 'admin'])
  const { version, config } = await admin.call(orgRoutes.read, { params: { id: shop.orgId } })
  const untaxed = { ...config, priceTaxIncluded: false }
  await admin.call(orgRoutes.config, { body: { orgid: shop.orgId, version, config: untaxed } })
  const labour = [work({ qty: '3', price: '33.33', taxRate: '0.13' })]
  const materials = [{ partId: shop.parts.pad, qty: '1', price: '380', discountRate: '0.95', taxRate: '0.13' }]
  // 3 × 37.6629 is 112.99; 429.40 × 0.95 is 407.93.
  expect(await slipLines({ labour, materials }, '520.92')).toMatchObject([
    { qty: '3.0000', price: '37.6629', discountRate: '1.0000', amount: '112.99' },
    { qty: '1.0000', price: '429.40', discountRate: '0.9500', amount: '407.93' },
  ])
})
