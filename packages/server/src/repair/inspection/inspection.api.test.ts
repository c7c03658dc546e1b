import { button, pageOf } from '@chepu/contract/access/catalogue'
import { productRoutes } from '@chepu/contract/basics/product'
import { customerLinkRoutes } from '@chepu/contract/kernel/customer-link'
import { inspectionRoutes } from '@chepu/contract/repair/inspection'
import { inspectionTemplateRoutes } from '@chepu/contract/repair/inspection-template'
import { receptionLink, receptionReportPurpose } from '@chepu/contract/repair/order-link'
import { reception } from '@chepu/contract/repair/reception'
import { workOrder } from '@chepu/contract/repair/work-order'
import { resourceRoutes } from '@chepu/contract/shell/resource'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attached, keepFiles, picture } from '../../../test/attached'
import { act, save } from '../../../test/desk'
import { openBranch, withdraw, worker } from '../../../test/people'
import { type AnyRoute, type Client, openShop, type Shop } from '../../../test/shop'
import { Visitor } from '../../../test/visitor'
import { confirmedOrder, orderBody, type Workshop, workshopOf } from '../../../test/workshop'

const { routes } = workOrder
let shop: Shop
let owner: Client
let workshop: Workshop
let dropFiles: () => void
beforeAll(async () => {
  dropFiles = keepFiles()
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
})
afterAll(async () => {
  await shop.close()
  dropFiles()
})

const body = () => orderBody(shop, workshop)
const templates = async () => (await owner.call(inspectionRoutes.templates, { query: {} })).rows
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
  expect(rows.map((row) => [row.name, row.monthFrom, row.monthTo, row.carTypeNames, row.pointCount])).toEqual([
    ['常规检查', null, null, '', 28],
    ['夏季检查', 5, 9, '', 14],
    ['冬季检查', 11, 3, '', 16],
    ['新能源检查', null, null, '新能源', 22],
  ])
})

it('keeps the types of car and the months of a template, both months or none', async () => {
  const { rows } = await owner.call(inspectionTemplateRoutes.list, { query: { q: '新能源' } })
  const { id, version, carTypeIds } = rows[0] as (typeof rows)[number]
  const [suv] = await shop.sql<{ id: number }>(`select id from car_type where group_id = $1 and name = 'SUV'`)
  const points = [{ partOfCar: '高压', name: '充电口' }]
  const asked = { id, version, name: '新能源检查', points }
  const change = (more: object) => owner.ask(inspectionTemplateRoutes.save, { body: { ...asked, ...more } })
  expect(await change({ monthFrom: 6 })).toMatchObject({ status: 400, msg: '适用月份请填写起止两个月' })
  expect(await change({ carTypeIds: [999_999] })).toMatchObject({ status: 400, msg: '车辆类型不存在或已停用' })
  const types = [...carTypeIds, suv?.id as number].toSorted((a, b) => a - b)
  expect((await change({ carTypeIds: types, monthFrom: 6, monthTo: 6 })).status).toBe(200)
  const read = await owner.call(inspectionTemplateRoutes.read, { params: { id } })
  expect(read).toMatchObject({ carTypeIds: types, monthFrom: 6, monthTo: 6, points })
})

it('proposes what is meant for the car first, and leaves the others to choose', async () => {
  const [suv] = await shop.sql<{ id: number }>(`select id from car_type where group_id = $1 and name = 'SUV'`)
  const points = [{ partOfCar: '底盘', name: '分动箱' }]
  const body = { name: 'SUV专检', points, carTypeIds: [suv?.id as number] }
  const { id } = await owner.call(inspectionTemplateRoutes.save, { body })
  const receptionId = (await takenIn()).id
  const asked = async () => (await owner.call(inspectionRoutes.templates, { query: { receptionId } })).rows
  const before = await asked()
  expect(before.find((row) => row.id === id)).toMatchObject({ suits: false })
  await shop.sql(`update vehicle set car_type_id = $3 where group_id = $1 and id = $2`, workshop.vehicleId, suv?.id)
  const after = await asked()
  expect(after[0]).toEqual({ id, name: 'SUV专检', suits: true })
  expect(after).toHaveLength(before.length)
  await shop.sql(`update vehicle set car_type_id = null where group_id = $1 and id = $2`, workshop.vehicleId)
})

/** A car that was taken in. */
const takenIn = () => {
  const { bizDate, partnerId, vehicleId, businessTypeId } = body().header
  const header = {
    bizDate,
    partnerId,
    vehicleId,
    businessTypeId: businessTypeId ?? null,
    arrivedAt: new Date().toISOString(),
  }
  return save(owner, reception.routes, { header })
}

/** A report on a car that was taken in, whose only fault has a photo. */
async function reportAtReception() {
  const doc = await takenIn()
  const started = await owner.call(inspectionRoutes.start, { body: { receptionId: doc.id, templateId: await usual() } })
  const photo = await attached(shop, owner, { kind: reception.kind, ownerId: doc.id })
  const { points } = await read(started.id)
  const found = points.map(({ id, name }) =>
    name === '雨刮片'
      ? { id, level: 'yellow' as const, remark: '刮不干净', photoIds: [photo] }
      : { id, level: 'green' as const },
  )
  const saved = await owner.call(inspectionRoutes.save, {
    params: { id: started.id },
    body: { version: started.version, points: found },
  })
  const pointId = points.find(({ name }) => name === '雨刮片')?.id as number
  return { doc, photo, pointId, ...saved }
}
it('begins at a reception, where nothing is quoted yet, and goes along with the order that is made of it', async () => {
  const { doc, photo, pointId, id } = await reportAtReception()
  expect(await read(id)).toMatchObject({
    workOrderId: null,
    receptionId: doc.id,
    billNo: doc.billNo,
    plate: '京A88888',
  })
  expect(await quote(id, pointId)).toMatchObject({
    status: 400,
    msg: `接车单 ${doc.billNo} 还没有转工单，转单后再把检车项加入工单`,
  })
  const listed = await owner.call(inspectionRoutes.list, { query: { receptionId: doc.id } })
  expect(listed.rows).toMatchObject([{ id, yellowCount: 1 }])
  await act(owner, reception.routes, doc, 'toQuote', { input: {} })
  const { workOrderId, points } = await read(id)
  expect(points.find((point) => point.id === pointId)).toMatchObject({ photoIds: [photo], remark: '刮不干净' })
  const files = await owner.call(resourceRoutes.list, {
    query: { kind: workOrder.kind, ownerId: workOrderId as number },
  })
  expect(files.rows.map((file) => file.id)).toEqual([photo])
  expect((await quote(id, pointId)).status).toBe(200)
  expect(
    await owner.ask(inspectionRoutes.start, { body: { receptionId: doc.id, templateId: await usual() } }),
  ).toMatchObject({
    status: 400,
    msg: `接车单 ${doc.billNo} 已转单，不能检车`,
  })
})

const remove = (id: number) => owner.ask(resourceRoutes.remove, { params: { id } })

it('keeps the photos that it shows once it is finished, and a reception its own once it is an order', async () => {
  const { doc, photo, id, version } = await reportAtReception()
  const of = { kind: reception.kind, ownerId: doc.id }
  const [spare, arrival] = [await attached(shop, owner, of), await attached(shop, owner, of)]
  const finish = (at: number, isDone: boolean) =>
    owner.call(inspectionRoutes.finish, { params: { id }, body: { version: at, isDone } })
  const done = await finish(version, true)
  const kept = '检车报告已完成，其中的照片不能删除，请先退回报告'
  expect([(await remove(photo)).msg, (await remove(spare)).status]).toEqual([kept, 200])
  await act(owner, reception.routes, doc, 'toQuote', { input: {} })
  // The report's photo is the order's now, which is typed into; the reception's own stays with it.
  expect([(await remove(photo)).msg, (await remove(arrival)).msg]).toEqual([
    kept,
    `接车单 ${doc.billNo} 当前为「已转单」，照片和附件不能删除`,
  ])
  expect(await owner.call(resourceRoutes.list, { query: of })).toMatchObject({ mayRemove: false })
  await finish(done.version, false)
  expect((await remove(photo)).status).toBe(200)
})

it('goes along with an order that names the reception in its own editor, too', async () => {
  const { doc, id } = await reportAtReception()
  const order = await save(owner, routes, { ...body(), header: { ...body().header, receptionId: doc.id } } as never)
  expect(await read(id)).toMatchObject({ workOrderId: order.id, billNo: order.billNo })
})

it('is shown to the customer by a link to the reception: the report first, then the order with its estimate', async () => {
  const { doc, photo, id, version } = await reportAtReception()
  const purpose = { purpose: receptionReportPurpose, subjectId: doc.id }
  const make = () => owner.ask(customerLinkRoutes.make, { body: purpose })
  expect(await make()).toMatchObject({
    status: 400,
    msg: '现在没有可以给客户看的内容：请先完成检车；工单结算或取消后不再显示',
  })
  await owner.call(inspectionRoutes.finish, { params: { id }, body: { version, isDone: true } })
  const token = (await make()).data.address.replace(/^.*\/l\//, '')
  const at = <R extends AnyRoute>(route: R): R => ({ ...route, path: route.path.replace(':token', token) })
  const customer = new Visitor(shop.origin)
  const shown = async () => (await customer.ask(at(receptionLink.view))).data.content
  const photoStatus = async () =>
    (await fetch(`${shop.origin}${at(receptionLink.picture).path.replace(':id', String(photo))}`)).status
  const report = await shown()
  expect(report).toMatchObject({ billNo: doc.billNo, plate: '京A88888', lines: [], openAmount: '0.00' })
  expect(report.findings[0]).toMatchObject({ name: '雨刮片', level: 'yellow', photoIds: [photo] })
  expect(await photoStatus()).toBe(200)
  const signature = picture.toString('base64')
  const answer = { version: report.version, decisions: [{ lineId: 1, agrees: true }], signature }
  expect(await customer.ask(at(receptionLink.answer), { body: answer })).toMatchObject({ msg: '没有需要您确认的项目' })
  const order = await save(owner, routes, { ...body(), header: { ...body().header, receptionId: doc.id } } as never)
  const estimate = await shown()
  expect(estimate).toMatchObject({ billNo: order.billNo, openAmount: '369.00' })
  expect([estimate.findings[0]?.photoIds, await photoStatus()]).toEqual([[photo], 200])
  const decisions = estimate.lines.map(({ lineId, amount }) => ({ lineId, agrees: true, seen: amount }))
  const agreed = await customer.ask(at(receptionLink.answer), {
    body: { version: estimate.version, decisions, signature },
  })
  expect(agreed.status).toBe(200)
  expect((await owner.call(routes.read, { params: { id: order.id } })).header.state).toBe('confirmed')
})

it('is shown to nobody by the link of a customer whose reception it is no more', async () => {
  const { doc, id, version } = await reportAtReception()
  await owner.call(inspectionRoutes.finish, { params: { id }, body: { version, isDone: true } })
  const purpose = { purpose: receptionReportPurpose, subjectId: doc.id }
  await owner.call(customerLinkRoutes.make, { body: purpose })
  const { header } = await owner.call(reception.routes.read, { params: { id: doc.id } })
  const { bizDate, vehicleId, arrivedAt, version: read } = header
  const moved = { bizDate, vehicleId, arrivedAt, partnerId: shop.customerId }
  await save(owner, reception.routes, { header: moved, id: doc.id, version: read } as never)
  expect((await owner.call(customerLinkRoutes.read, { query: purpose })).link).toBeNull()
})

it('is entered by who enters what it belongs to, and shown to who sees that', async () => {
  const { doc, id, version, pointId } = await reportAtReception()
  const clerk = await worker(shop, 'owner')
  await withdraw(shop, clerk, { buttons: [button('reception', 'add'), button('reception', 'update')] })
  const templateId = await usual()
  expect(await clerk.client.ask(inspectionRoutes.start, { body: { receptionId: doc.id, templateId } })).toMatchObject({
    status: 403,
  })
  const points = [{ id: pointId, level: 'red' as const }]
  const attempt = { params: { id }, body: { version, points } }
  expect(await clerk.client.ask(inspectionRoutes.save, attempt)).toMatchObject({ status: 403 })
  await withdraw(shop, clerk, { buttons: [pageOf('reception')] })
  expect(await clerk.client.ask(inspectionRoutes.read, { params: { id } })).toMatchObject({ status: 404 })
  const { rows } = await clerk.client.call(inspectionRoutes.list, { query: {} })
  expect(rows.some((row) => row.receptionId === doc.id)).toBe(false)
  const other = await save(owner, routes, body())
  const asked = (at: object) => owner.ask(inspectionRoutes.start, { body: { ...at, templateId } })
  expect(await asked({ receptionId: doc.id, workOrderId: other.id })).toMatchObject({
    status: 400,
    msg: '接车单不属于本工单',
  })
  expect(await asked({})).toMatchObject({ status: 400, msg: '请选择工单或接车单' })
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

it('is one report of a template as long as it is not finished, of whoever begins it, and at once', async () => {
  const order = await save(owner, routes, body())
  const manager = await shop.signIn('manager')
  const templateId = await usual()
  const begin = (client: Client) => client.call(inspectionRoutes.start, { body: { workOrderId: order.id, templateId } })
  const [first, second] = await Promise.all([begin(owner), begin(manager)])
  expect(second).toEqual(first)
  const at = { params: { id: first.id } }
  const points = (await read(first.id)).points.map(({ id }) => ({ id, level: 'green' as const }))
  const { version } = await owner.call(inspectionRoutes.save, { ...at, body: { version: first.version, points } })
  expect(await begin(manager)).toEqual({ id: first.id, version })
  await owner.call(inspectionRoutes.finish, { ...at, body: { version } })
  // Finished, it is that of its day; who looks again begins another.
  const again = await begin(owner)
  expect(again.id).not.toBe(first.id)
  // A reception has its own, which goes with it.
  const doc = await takenIn()
  const received = () => owner.call(inspectionRoutes.start, { body: { receptionId: doc.id, templateId } })
  const [one, two] = [await received(), await received()]
  expect([two.id, one.id === again.id]).toEqual([one.id, false])
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
