import { reception } from '@chepu/contract/repair/reception'
import { reservation } from '@chepu/contract/repair/reservation'
import { workOrder } from '@chepu/contract/repair/work-order'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '@chepu/contract/kernel/calendar'
import { shanghaiDay } from '../../kernel/base/calendar'
import { act, save, tryAct, trySave } from '../../../test/desk'
import { openBranch } from '../../../test/people'
import { one, type Client, openShop, type Shop } from '../../../test/shop'
import { appointmentBody, orderBody, receptionBody, todayAt, type Workshop, workshopOf } from '../../../test/workshop'

const { routes } = reception
let shop: Shop
let owner: Client
let workshop: Workshop
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
})
afterAll(() => shop.close())

const body = (header: object = {}) => {
  const made = receptionBody(workshop)
  return { ...made, header: { ...made.header, ...header } }
}
const read = (id: number) => owner.call(routes.read, { params: { id } })
const consent = () => ({ input: { warehouseId: shop.warehouseId, method: 'phone', by: '送修人甲' } })
const orderOf = async (id: number) => {
  const related = await owner.call(routes.related, { params: { id } })
  const made = related.find(({ kind }) => kind === 'work_order')
  return owner.call(workOrder.routes.read, { params: { id: made?.id as number } })
}
const readings = () =>
  shop.sql<{ mileage: string; docId: number | null }>(
    `select mileage, doc_id from vehicle_mileage where group_id = $1 and vehicle_id = $2 order by id`,
    workshop.vehicleId,
  )

it('keeps the car as it was handed over', async () => {
  const { id, billNo, state } = await save(owner, routes, body())
  expect([billNo.slice(0, 2), state]).toEqual(['JC', 'open'])
  expect((await read(id)).header).toMatchObject({
    exterior: [{ x: 0.25, y: 0.5, kind: 'scratch', note: '左前门' }],
    fuelLevel: 4,
    belongings: '行车记录仪',
    mileage: '30500.0000',
    keepsOldParts: true,
  })
})

it('names the field of what is missing, unknown or out of bounds', async () => {
  const faults = async (header: object) => {
    const { status, errors } = await trySave(owner, routes, body(header))
    return [status, ...(errors ?? []).map(({ path, message }) => `${path} ${message}`)]
  }
  expect(await faults({ arrivedAt: undefined })).toEqual([400, 'header.arrivedAt 请填写进厂时间'])
  expect(await faults({ arrivedAt: '今天', bizDate: '' })).toEqual([
    400,
    'header.bizDate 请填写业务日期',
    'header.arrivedAt 时间格式不正确',
  ])
  expect(await faults({ mileage: '99999999' })).toEqual([400, 'header.mileage 里程最多7位整数'])
  expect(await faults({ contactMobile: '12345' })).toEqual([400, 'header.contactMobile 请输入正确的手机号'])
  expect(await faults({ promisedAt: todayAt('00:29') })).toEqual([400, 'header.promisedAt 预计交车不能早于进厂时间'])
  expect(await faults({ repairForm: '飞来' })).toEqual([400, 'header.repairForm “维修方式”中没有“飞来”，或已停用'])
  const tomorrow = addDays(shanghaiDay(), 1)
  expect(await faults({ bizDate: tomorrow })).toEqual([400, `header.bizDate 业务日期 ${tomorrow} 晚于今天`])
  // An appointment is of the day on which the car is expected, of whatever day somebody sends.
  const booked = appointmentBody(shop, workshop)
  const sent = { ...booked, header: { ...booked.header, bizDate: '2099-01-01', origin: '飞鸽' } }
  expect(await trySave(owner, reservation.routes, sent)).toMatchObject({ errors: [{ path: 'header.origin' }] })
  const known = { ...sent, header: { ...sent.header, origin: '微信' } }
  expect((await trySave(owner, reservation.routes, known)).status).toBe(200)
})

it('refuses a meter that fell, and notes what it showed when the reception ends', async () => {
  expect(await trySave(owner, routes, body({ mileage: '29999' }))).toMatchObject({
    status: 400,
    errors: [{ path: 'header.mileage', message: expect.stringContaining('里程 29999 小于读数 30000 公里') }],
  })
  const saved = await save(owner, routes, body({ mileage: '30100' }))
  const changed = await save(owner, routes, { ...body({ mileage: '30050' }), id: saved.id, version: saved.version })
  expect(await readings()).toEqual([])
  const left = await act(owner, routes, changed, 'leave', { reason: '客户嫌贵' })
  expect(left).toMatchObject({ state: 'left', can: [] })
  expect((await read(saved.id)).header.reason).toBe('客户嫌贵')
  expect(await readings()).toEqual([{ mileage: '30050.0000', docId: saved.id }])
  expect((await tryAct(owner, routes, left, 'toQuote', consent())).status).toBe(400)
})

it('passes all that it knows, and what was planned, to an order that the customer has agreed to', async () => {
  const planned = appointmentBody(shop, workshop)
  const booked = await act(owner, reservation.routes, await save(owner, reservation.routes, planned), 'confirm')
  await act(owner, reservation.routes, booked, 'arrive')
  const related = await owner.call(reservation.routes.related, { params: { id: booked.id } })
  const id = related.find(({ kind }) => kind === 'reception')?.id as number
  const opened = (await read(id)).header
  const saved = await save(owner, routes, { ...body(), id, version: opened.version })
  const before = await owner.call(reservation.routes.read, { params: { id: booked.id } })
  expect((await act(owner, routes, saved, 'toOrder', consent())).state).toBe('converted')
  const { header: from } = await read(id)
  const order = await orderOf(id)
  const passed = [
    ...(['partnerId', 'vehicleId', 'salespersonId', 'contactName', 'contactMobile', 'businessTypeId'] as const),
    ...([
      'repairForm',
      'arrivedAt',
      'promisedAt',
      'mileage',
      'fuelLevel',
      'keepsOldParts',
      'complaint',
      'remark',
    ] as const),
  ]
  const picked = (header: object) => Object.fromEntries(passed.map((name) => [name, header[name as never]]))
  expect(picked(order.header)).toEqual(picked(from))
  expect(order.header).toMatchObject({
    state: 'confirmed',
    receptionNo: from.billNo,
    reservationNo: booked.billNo,
    totalAmount: '369.00',
  })
  const own = ['id', 'agreement', 'agreedAt', 'sourceLineId', 'labourLineId']
  const plain = (lines: readonly object[]) =>
    lines.map((line) => Object.fromEntries(Object.entries(line).filter(([name]) => !own.includes(name))))
  expect(plain(order.labour)).toEqual(plain(before.labour))
  expect(plain(order.materials)).toEqual(plain(before.materials))
  expect(order.materials.map(({ sourceLineId }) => sourceLineId)).toEqual(before.materials.map((line) => line.id))
  const executed = await owner.call(reservation.routes.read, { params: { id: booked.id } })
  expect(executed.header.state).toBe('done')
})

it('takes over what was planned for another car, which was corrected as it was taken in', async () => {
  const planned = appointmentBody(shop, workshop)
  const vehicleId = await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'vehicle', { plate: '京A66666', partner_id: workshop.partnerId, model_text: '丰田 卡罗拉', mileage: '10' }),
  )
  const arrived = async () => {
    const booked = await act(owner, reservation.routes, await save(owner, reservation.routes, planned), 'confirm')
    await act(owner, reservation.routes, booked, 'arrive')
    const related = await owner.call(reservation.routes.related, { params: { id: booked.id } })
    const id = related.find(({ kind }) => kind === 'reception')?.id as number
    const { version } = (await read(id)).header
    return { booked, taken: await save(owner, routes, { ...body({ vehicleId, mileage: '20' }), id, version }) }
  }
  const first = await arrived()
  expect((await act(owner, routes, first.taken, 'toOrder', consent())).state).toBe('converted')
  const order = await orderOf(first.taken.id)
  expect(order.header).toMatchObject({ plate: '京A66666', totalAmount: '369.00', reservationNo: first.booked.billNo })
  expect(order.labour).toMatchObject([{ name: '更换机油机滤', sourceLineId: null }])
  // And so does an order that is begun in its own editor.
  const second = await arrived()
  const { header, ...lines } = orderBody(shop, workshop)
  const made = { receptionId: second.taken.id, reservationId: second.booked.id }
  await save(owner, workOrder.routes, { header: { ...header, vehicleId, mileage: '20', ...made }, ...lines })
  const executed = await owner.call(reservation.routes.read, { params: { id: second.booked.id } })
  expect(executed.header.state).toBe('done')
})

it('becomes an offer without anybody’s consent, once', async () => {
  const saved = await save(owner, routes, body({ mileage: null }))
  const done = await act(owner, routes, saved, 'toQuote', consent())
  expect((await orderOf(saved.id)).header).toMatchObject({ state: 'estimating', mileage: null })
  expect((await tryAct(owner, routes, done, 'toOrder', consent())).status).toBe(400)
  const untyped = await save(owner, routes, body({ businessTypeId: null }))
  expect((await tryAct(owner, routes, untyped, 'toOrder', consent())).msg).toBe('请先选择业务类型并保存，再转单')
  const sister = await openBranch(shop)
  const strange = { input: { ...consent().input, warehouseId: sister.warehouseId } }
  const typed = await save(owner, routes, body({ mileage: null }))
  expect((await tryAct(owner, routes, typed, 'toQuote', strange)).errors).toEqual([
    { path: 'input.warehouseId', message: '领料仓库不存在或已停用' },
  ])
})

it('is closed to who repairs', async () => {
  const saved = await save(owner, routes, body())
  const technician = await shop.signIn('technician')
  expect((await technician.ask(routes.list)).status).toBe(403)
  expect((await tryAct(technician, routes, saved, 'leave')).status).toBe(403)
  expect((await tryAct(owner, routes, { ...saved, version: 9 }, 'leave')).status).toBe(409)
})
