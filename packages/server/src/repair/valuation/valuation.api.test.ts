import { picking } from '@chepu/contract/picking/picking'
import { matValuation, proposeValuation, setValuation } from '@chepu/contract/repair/valuation'
import { workOrder } from '@chepu/contract/repair/work-order'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, post } from '../../../test/desk'
import { withdraw, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { confirmedOrder, workshopOf, orderBody, type Workshop } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

let shop: Shop
let owner: Client
let workshop: Workshop
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  await post(owner, otherIn.routes, {
    header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: '盘盈外其他' },
    lines: [{ partId: shop.parts.filter, qty: '50', price: '30' }],
  } as never)
})
afterAll(() => shop.close())

/** An order of which two filters are issued, all that it wants unless it wants more; without a price unless one is given. */
async function issued(price: string | null = null, qty = '2') {
  const body = orderBody(shop, workshop)
  const materials = [{ partId: shop.parts.filter, qty, price }]
  const order = await confirmedOrder(owner, { ...body, materials } as never)
  const view = await read(order.id)
  const lineId = view.materials[0]?.id as number
  await post(owner, picking.routes, {
    header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, workOrderId: order.id },
    lines: [{ partId: shop.parts.filter, qty: '2', workOrderLineId: lineId }],
  })
  return { ...order, lineId }
}
const read = (id: number) => owner.call(workOrder.routes.read, { params: { id } })
const rowOf = async (order: { billNo: string }, client = owner) =>
  (await client.call(matValuation.list, { query: { order: order.billNo } })).rows[0]

const value = (order: { id: number; version: number }, lines: object[], client = owner) =>
  client.ask(setValuation, { params: { id: order.id }, body: { version: order.version, lines } } as never)

it('prices what was issued, and asks the customer again for what costs him more', async () => {
  const order = await issued()
  expect(await rowOf(order)).toMatchObject({
    issuedQty: '2.0000',
    price: null,
    isValued: false,
    flags: '未计价',
    unitCost: '30.000000',
  })
  const { rows } = await owner.call(proposeValuation, { body: { lineIds: [order.lineId], markup: '0.2' } })
  expect(rows).toEqual([{ lineId: order.lineId, price: '36.0000' }])
  const done = await value(order, [{ lineId: order.lineId, price: '36', discountRate: '0.8' }])
  expect([done.status, done.data]).toEqual([200, { version: order.version + 1 }])
  expect(await rowOf(order)).toMatchObject({ price: '36.0000', amount: '57.60', isValued: true, flags: '低于成本' })
  const { header, materials } = await read(order.id)
  expect(header).toMatchObject({ materialAmount: '57.60', totalAmount: '107.60' })
  expect(materials).toMatchObject([{ isValued: true, agreement: 'open', netAmount: '57.60' }])
  // Who was looking at it before is told so.
  expect(await value(order, [{ lineId: order.lineId, price: '40' }])).toMatchObject({ status: 409 })
})

it('lets go what a line still waits for as long as he is asked again, and holds it once he has agreed', async () => {
  const before = await shop.books.held(shop.parts.filter)
  const order = await issued('45', '5')
  expect([before, await shop.books.held(shop.parts.filter)]).toEqual(['0 + 0', '3 + 0'])
  expect((await value(order, [{ lineId: order.lineId, price: '60' }])).status).toBe(200)
  expect(await shop.books.held(shop.parts.filter)).toBe('0 + 0')
  const { header } = await read(order.id)
  await act(owner, workOrder.routes, header, 'confirmAdded', { input: { method: 'phone', by: '车主' } })
  expect(await shop.books.held(shop.parts.filter)).toBe('3 + 0')
})

it('keeps what he agreed to where it costs him no more, and says who pays instead of him', async () => {
  const order = await issued('45')
  expect((await value(order, [{ lineId: order.lineId, price: '44' }])).status).toBe(200)
  const next = { ...order, version: order.version + 1 }
  expect((await read(order.id)).materials).toMatchObject([{ agreement: 'agreed', netAmount: '88.00' }])
  expect(await value(next, [{ lineId: order.lineId, payer: 'insurance' }])).toMatchObject({
    status: 400,
    msg: '第1行 请选择保险公司',
  })
  const paid = await value(next, [
    { lineId: order.lineId, payer: 'insurance', payerPartnerId: workshop.insurerId, price: '60' },
  ])
  expect(paid.status).toBe(200)
  expect((await read(order.id)).materials).toMatchObject([
    { agreement: 'agreed', payer: 'insurance', netAmount: '120.00' },
  ])
  expect(await rowOf(order)).toMatchObject({ payer: 'insurance', payerName: '测试保险公司', flags: '' })
})

it('is for who may price and who may change payers, within his discounts, and for orders of his own', async () => {
  const order = await issued('45')
  const some = await worker(shop, 'owner')
  await withdraw(shop, some, { buttons: [220] })
  expect((await value(order, [{ lineId: order.lineId, payer: 'gift' }], some.client)).status).toBe(403)
  const adviser = await worker(shop, 'adviser')
  expect((await value(order, [{ lineId: order.lineId, price: '40' }], adviser.client)).status).toBe(404)
  const keeper = await shop.signIn('warehouse_keeper')
  expect((await value(order, [{ lineId: order.lineId, price: '40' }], keeper)).status).toBe(403)
  expect(await value(order, [{ lineId: 999_999, price: '40' }])).toMatchObject({
    errors: [{ path: 'lines.0.lineId' }],
  })
  const prices = (client: Client) => client.call(proposeValuation, { body: { lineIds: [order.lineId] } })
  expect((await prices(owner)).rows).toMatchObject([{ lineId: order.lineId }])
  expect((await prices(adviser.client)).rows).toEqual([])
  await withdraw(shop, some, { fields: ['cost_price'] })
  const asked = { body: { lineIds: [order.lineId], markup: '0.2' } }
  expect((await some.client.ask(proposeValuation, asked)).status).toBe(403)
  expect(await rowOf(order, some.client)).not.toHaveProperty('unitCost')
})
