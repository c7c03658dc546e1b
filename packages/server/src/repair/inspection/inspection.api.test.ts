import { productRoutes } from '@chepu/contract/basics/product'
import { inspectionRoutes } from '@chepu/contract/repair/inspection'
import { inspectionTemplateRoutes } from '@chepu/contract/repair/inspection-template'
import { workOrder } from '@chepu/contract/repair/work-order'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, save } from '../../../test/desk'
import { openBranch } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { confirmedOrder, orderBody, type Workshop, workshopOf } from '../../../test/workshop'

const { routes } = workOrder
let shop: Shop
let owner: Client
let workshop: Workshop
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
})
afterAll(() => shop.close())

const body = () => orderBody(shop, workshop)
const templates = async () => (await owner.call(inspectionRoutes.templates)).rows
/** The id of 常规检查. */
const usual = async () => (await templates()).find(({ name }) => name === '常规检查')?.id as number
const read = (id: number, client = owner) => client.call(inspectionRoutes.read, { params: { id } })
const start = async (workOrderId: number, templateId?: number) =>
  owner.call(inspectionRoutes.start, {
    body: { workOrderId, templateId: templateId ?? (await usual()) },
  })
const quote = (id: number, pointId: number, client = owner) =>
  client.ask(inspectionRoutes.quote, { params: { id }, body: { pointId } })
/** A report on a new order, its first pad measured. */
async function measured(value: string) {
  const order = await save(owner, routes, body())
  const { id, version } = await start(order.id)
  const { points } = await read(id)
  const pad = points.find(({ name }) => name === '前制动片厚度')
  const pointId = pad?.id as number
  const saved = await owner.call(inspectionRoutes.save, {
    params: { id },
    body: { version, points: [{ id: pointId, value, remark: '左前偏磨' }] },
  })
  return { order, pointId, ...saved }
}

it('gives a group its templates, of which the usual one has 28 points', async () => {
  const { rows } = await owner.call(inspectionTemplateRoutes.list, { query: {} })
  expect(rows.map(({ name, season, pointCount }) => [name, season, pointCount])).toEqual([
    ['常规检查', 'all', 28],
    ['夏季检查', 'summer', 14],
    ['冬季检查', 'winter', 16],
  ])
})

it('takes the level from a measured value, and leaves the other points alone', async () => {
  const { id, pointId } = await measured('2.5')
  const report = await read(id)
  expect(report).toMatchObject({ state: 'open', plate: '京A88888', templateName: '常规检查' })
  expect(report.points.filter(({ level }) => level !== null)).toMatchObject([
    { id: pointId, level: 'red', value: '2.5000', remark: '左前偏磨', isQuoted: false },
  ])
  const { rows } = await owner.call(inspectionRoutes.list, { query: { q: '88888' } })
  expect(rows.find((row) => row.id === id)).toMatchObject({ redCount: 1, yellowCount: 0 })
})

it('is finished when every point was looked at, and taken up again', async () => {
  const { id, version } = await measured('8')
  const finish = (v: number, isDone = true) =>
    owner.ask(inspectionRoutes.finish, { params: { id }, body: { version: v, isDone } })
  expect(await finish(version)).toMatchObject({ status: 400, msg: expect.stringMatching(/^还有27项没有检查/) })
  const { points } = await read(id)
  const all = points.map((point) => ({ id: point.id, level: 'green' as const }))
  const saved = await owner.call(inspectionRoutes.save, { params: { id }, body: { version, points: all } })
  expect(await finish(version)).toMatchObject({ status: 409 })
  const done = await finish(saved.version)
  expect((await read(id)).state).toBe('done')
  const late = { version: done.data.version, points: all }
  expect(await owner.ask(inspectionRoutes.save, { params: { id }, body: late })).toMatchObject({ status: 400 })
  expect((await finish(done.data.version, false)).status).toBe(200)
  expect(await read(id)).toMatchObject({ state: 'open', doneAt: null })
})

it('makes one line of the estimate of a red point, however often it is pressed', async () => {
  const { order, id, pointId } = await measured('2.5')
  const answers = await Promise.all([quote(id, pointId), quote(id, pointId)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const after = await owner.call(routes.read, { params: { id: order.id } })
  expect(after.labour.map(({ name, cause, isAdded, agreement }) => [name, cause, isAdded, agreement])).toEqual([
    ['更换机油机滤', '', false, 'open'],
    ['前制动片厚度', '检车：前制动片厚度：左前偏磨', false, 'open'],
  ])
  // Nothing else of the order has changed.
  expect(after.header).toMatchObject({ totalAmount: '369.00', mileage: '31000.0000' })
  expect(after.materials.map(({ labourNo, netAmount }) => [labourNo, netAmount])).toEqual([
    [1, '45.00'],
    [1, '274.00'],
  ])
  expect((await read(id)).points.find((point) => point.id === pointId)?.isQuoted).toBe(true)
})

it('proposes the item of its point at its price, as an open 增项 once the customer has agreed', async () => {
  const item = await shop.sql<{ id: number }>(
    `insert into service_item (group_id, code, name, worker_type_id, pricing_mode, fixed_price, tax_rate_id)
      select $1, 'F001', '更换前制动片', $2, 'fixed', 180, min(id) from tax_rate where group_id = $1 returning id`,
    workshop.workerTypeId,
  )
  await shop.sql(
    `insert into service_item_part (group_id, service_item_id, part_id, qty, is_consumable) values ($1, $2, $3, 1, false), ($1, $2, $4, 2, true)`,
    item[0]?.id,
    shop.parts.pad,
    shop.parts.oil,
  )
  await owner.call(productRoutes.introduce, { body: { partIds: [shop.parts.pad] } })
  await shop.sql(`update product set retail_price = 260 where group_id = $1 and part_id = $2`, shop.parts.pad)
  const points = [
    { partOfCar: '制动', name: '前制动片', unit: 'mm', yellowAt: '5', redAt: '3', serviceItemId: item[0]?.id ?? 0 },
  ]
  const template = await owner.call(inspectionTemplateRoutes.save, { body: { name: '制动专检', points } })
  const order = await confirmedOrder(owner, body())
  const { id, version } = await start(order.id, template.id)
  const [point] = (await read(id)).points
  const pointId = point?.id as number
  await owner.call(inspectionRoutes.save, {
    params: { id },
    body: { version, points: [{ id: pointId, value: '4' }] },
  })
  expect((await quote(id, pointId)).status).toBe(200)
  const { labour, materials } = await owner.call(routes.read, { params: { id: order.id } })
  expect(labour[1]).toMatchObject({ name: '更换前制动片', netAmount: '180.00', isAdded: true, agreement: 'open' })
  // The first two are those of the order's own labour.
  expect(materials.slice(2)).toMatchObject([
    { partCode: '04465-02220', labourNo: 2, qty: '1.0000', netAmount: '260.00', isAdded: true, agreement: 'open' },
    { partCode: '5W-30', labourNo: 2, qty: '2.0000', isConsumable: true, isAdded: true },
  ])
})

it('refuses green points, strange points and photos, cancelled orders, and templates that are off', async () => {
  const { order, id, pointId, version } = await measured('8')
  expect(await quote(id, pointId)).toMatchObject({ status: 400, msg: '「前制动片厚度」不是黄色或红色，不用转项目' })
  const attempt = (points: object[]) =>
    owner.ask(inspectionRoutes.save, { params: { id }, body: { version, points } as never })
  const other = await measured('8')
  expect(await attempt([{ id: other.pointId, level: 'red' }])).toMatchObject({ status: 400 })
  expect(await attempt([{ id: pointId, photoIds: [999_999] }])).toMatchObject({ status: 400 })
  await act(owner, routes, order, 'cancel', { reason: '不修了' })
  const begin = (workOrderId: number, templateId: number) =>
    owner.ask(inspectionRoutes.start, { body: { workOrderId, templateId } })
  expect(await begin(order.id, await usual())).toMatchObject({ status: 400 })
  expect(await begin(other.order.id, 999_999)).toMatchObject({ status: 400 })
})

it('is for who sees and enters the order', async () => {
  const { id, pointId } = await measured('2.5')
  const buyer = await shop.signIn('buyer')
  expect((await buyer.ask(inspectionRoutes.read, { params: { id } })).status).toBe(403)
  expect((await quote(id, pointId, buyer)).status).toBe(403)
  const { orgId } = await openBranch(shop)
  const neighbour = await shop.signIn('salesperson', orgId)
  expect([403, 404]).toContain((await neighbour.ask(inspectionRoutes.read, { params: { id } })).status)
  expect((await quote(id, pointId, await shop.signIn('owner', orgId))).status).not.toBe(200)
})
