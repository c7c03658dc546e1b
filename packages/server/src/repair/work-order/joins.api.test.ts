// What an order takes of appointments, receptions and earlier orders of its car, and what it leaves with the car.
import { collection } from '@chepu/contract/finance/collection'
import { depositOrders } from '@chepu/contract/finance/lookups'
import { carInfoRoute } from '@chepu/contract/customers/car-info'
import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { carOffers } from '@chepu/contract/repair/car-offers'
import { orderDeposit } from '@chepu/contract/repair/order-deposit'
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { reception } from '@chepu/contract/repair/reception'
import { reservation } from '@chepu/contract/repair/reservation'
import { workOrder } from '@chepu/contract/repair/work-order'
import { addDays } from '@chepu/contract/kernel/calendar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, post, save, tryAct, trySave } from '../../../test/desk'
import { openBranch, worker } from '../../../test/people'
import { one, type Client, openShop, type Shop } from '../../../test/shop'
import { appointmentBody, orderBody, receptionBody, type Workshop, workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

const { routes } = workOrder
const today = shanghaiDay()
let shop: Shop
let owner: Client
let workshop: Workshop
beforeAll(async () => {
  // Orders are settled behind the program here, so that nothing may be held for them.
  shop = await openShop({ config: { autoReserveRepairMaterial: false } })
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
})
afterAll(() => shop.close())

const body = (header: object = {}) => {
  const made = orderBody(shop, workshop)
  return { ...made, header: { ...made.header, ...header } }
}
const read = (id: number) => owner.call(routes.read, { params: { id } })
const readings = () =>
  shop.sql<{ mileage: string; docId: number | null }>(
    `select mileage, doc_id from vehicle_mileage where group_id = $1 and vehicle_id = $2 order by id`,
    workshop.vehicleId,
  )

/** A settled order of the car, as its settlement leaves it. */
async function settled(): Promise<number> {
  const saved = await save(owner, routes, body())
  await act(owner, routes, saved, 'confirm', { input: { method: 'phone', by: '车主甲' } })
  await shop.sql(
    `update repair_document set state = 'settled', completed_at = $3::timestamptz where group_id = $1 and id = $2`,
    saved.id,
    `${today}T09:00:00+08:00`,
  )
  return saved.id
}

describe('a car of a sister’s customer', () => {
  it('is named by who sees it, by its plate or VIN, or where it has been before, and by its number alone by nobody', async () => {
    const branch = await openBranch(shop, '07', '城西店')
    const there = (await worker(shop, 'manager', branch.orgId)).client
    // The owner is the customer of the first shop; the other has one of its own.
    const [vehicleId, partnerId] = await shop.db.tenant(shop.groupId, async (tx) => {
      const made = async (code: string, orgId: number) => {
        const id = await one(tx, 'partner', { code, name: `客户${code}`, kind: 'person', cus_flag: 1 })
        await tx.insert('partner_org', ['group_id', 'partner_id', 'org_id'], [[tx.groupId, id, orgId]])
        return id
      }
      const ownerId = await made('K70001', shop.orgId)
      const car = {
        plate: '京B77777',
        vin: 'LSVAA4187C2184700',
        partner_id: ownerId,
        model_text: '朗逸',
        mileage: '100',
      }
      return [await one(tx, 'vehicle', car), await made('K70002', branch.orgId)]
    })
    const { header } = body({ vehicleId, partnerId, warehouseId: branch.warehouseId, mileage: '200' })
    expect(await there.ask(vehicleRoutes.read, { params: { id: vehicleId } })).toMatchObject({ status: 404 })
    const none = { status: 400, errors: [{ path: 'header.vehicleId', message: '车辆不存在' }] }
    expect(await trySave(there, routes, { header })).toMatchObject(none)
    expect(await trySave(there, routes, { header, car: '77777' })).toMatchObject(none)
    const { header: arriving } = receptionBody(workshop)
    const received = { header: { ...arriving, vehicleId, partnerId, mileage: '200' } }
    expect(await trySave(there, reception.routes, received)).toMatchObject(none)
    const [meter] = await shop.sql<{ mileage: string }>(
      'select mileage from vehicle where group_id = $1 and id = $2',
      vehicleId,
    )
    expect(meter?.mileage).toBe('100.0000')
    // It stands before him: he reads its plate, as he has it from the look-up at the counter.
    const [found] = (await there.call(carInfoRoute, { query: { plate: '京B77777' } })).rows
    const saved = await save(there, routes, { header, car: ' 京b77777' })
    expect([found?.id, (await there.call(routes.read, { params: { id: saved.id } })).header.plate]).toEqual([
      vehicleId,
      '京B77777',
    ])
    // From then on the shop knows it.
    expect((await trySave(there, routes, { header })).status).toBe(200)
    expect((await trySave(there, reception.routes, received)).status).toBe(200)
  })
})

describe('the meter', () => {
  it('is noted with the car when its order is saved, once, and corrected by the same order', async () => {
    const saved = await save(owner, routes, body())
    await save(owner, routes, { ...body(), id: saved.id, version: saved.version })
    expect(await readings()).toEqual([{ mileage: '31000.0000', docId: saved.id }])
    const { version } = (await read(saved.id)).header
    const wrong = await save(owner, routes, { ...body({ mileage: '310000' }), id: saved.id, version })
    await save(owner, routes, { ...body(), id: saved.id, version: wrong.version })
    const { header } = await read(saved.id)
    expect([header.mileage, header.lastMileage]).toEqual(['31000.0000', '31000.0000'])
  })

  it('never falls', async () => {
    const fallen = await trySave(owner, routes, body({ mileage: '30999' }))
    expect(fallen).toMatchObject({
      status: 400,
      errors: [
        { path: 'header.mileage', message: `里程 30999 小于 ${today} 的读数 31000 公里；换过里程表的请登记换表` },
      ],
    })
  })
})

describe('an order made of another document', () => {
  it('executes the appointment, once', async () => {
    const booked = await act(
      owner,
      reservation.routes,
      await save(owner, reservation.routes, appointmentBody(shop, workshop)),
      'confirm',
    )
    await save(owner, routes, body({ reservationId: booked.id }))
    expect((await owner.call(reservation.routes.read, { params: { id: booked.id } })).header.state).toBe('done')
    const again = await trySave(owner, routes, body({ reservationId: booked.id }))
    expect(again).toMatchObject({ status: 400, msg: `预约单 ${booked.billNo} 已开单，不能再引用开单` })
  })

  it('of another car is refused, and so is a line of one', async () => {
    const other = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'vehicle', { plate: '京A00777', partner_id: workshop.partnerId, model_text: '丰田 卡罗拉' }),
    )
    const booked = await save(owner, reservation.routes, appointmentBody(shop, workshop))
    const made = await trySave(owner, routes, body({ reservationId: booked.id, vehicleId: other }))
    expect(made.errors).toEqual([{ path: 'header.reservationId', message: expect.stringMatching(/不是这辆车的$/) }])
    const { labour } = await owner.call(reservation.routes.read, { params: { id: booked.id } })
    const line = { name: '更换机油机滤', price: '1', sourceLineId: labour[0]?.id as number }
    const taken = await trySave(owner, routes, { ...body({ vehicleId: other }), labour: [line] } as never)
    expect(taken.errors).toEqual([{ path: 'labour.0.sourceLineId', message: '项目第1行 引用的明细不是这辆车的' }])
  })

  it('takes the reception with its appointment, once', async () => {
    const { header } = receptionBody(workshop)
    const taken = await save(owner, reception.routes, { header: { ...header, mileage: '31000' } })
    const saved = await save(owner, routes, body({ receptionId: taken.id }))
    expect((await owner.call(reception.routes.read, { params: { id: taken.id } })).header.state).toBe('converted')
    // Saving it again takes nothing again.
    await save(owner, routes, { ...body({ receptionId: taken.id }), id: saved.id, version: saved.version })
    const again = await trySave(owner, routes, body({ receptionId: taken.id }))
    expect(again).toMatchObject({ status: 400, msg: `接车单 ${taken.billNo} 已转单，不能再引用开单` })
    const log = await owner.call(reception.routes.log, { params: { id: taken.id } })
    expect(log[0]).toMatchObject({ action: 'order', fromState: 'open', toState: 'converted', userName: 'owner' })
  })
})

describe('the car and the customer of an order', () => {
  /** Another customer of the shop with a car. */
  const stranger = (code: string) =>
    shop.db.tenant(shop.groupId, async (tx) => {
      const partnerId = await one(tx, 'partner', { code, name: `客户${code}`, kind: 'person', cus_flag: 1 })
      await tx.insert('partner_org', ['group_id', 'partner_id', 'org_id'], [[tx.groupId, partnerId, shop.orgId]])
      const car = { plate: `京${code}`, partner_id: partnerId, model_text: '丰田 卡罗拉', mileage: '10' }
      return { partnerId, vehicleId: await one(tx, 'vehicle', car) }
    })
  const moved = async (id: number, header: object, lines: object = {}) => {
    const { version } = (await read(id)).header
    return trySave(owner, routes, { ...body(header), ...lines, id, version } as never)
  }
  const stays = (what: RegExp) => ({
    status: 400,
    errors: [{ path: 'header.vehicleId', message: expect.stringMatching(what) }],
  })

  it('stay as they are while something of them hangs on it, which is named', async () => {
    const other = await stranger('C10001')
    const { header } = receptionBody(workshop)
    const taken = await save(owner, reception.routes, { header: { ...header, mileage: '31000' } })
    const brought = await save(owner, routes, body({ receptionId: taken.id }))
    const asked = stays(
      new RegExp(`^工单有接车单 ${taken.billNo}，不能更换车辆；请取消工单，按正确的车辆和客户重新开单$`),
    )
    expect(await moved(brought.id, other)).toMatchObject(asked)
    // It stays made of the reception, whatever a save says.
    await moved(brought.id, {})
    expect((await read(brought.id)).header.receptionId).toBe(taken.id)
    expect(await moved(brought.id, { partnerId: other.partnerId })).toMatchObject({
      errors: [{ path: 'header.partnerId', message: expect.stringMatching(/^工单有接车单 .*，不能更换客户/) }],
    })

    const formerId = await settled()
    const former = await read(formerId)
    const redo = { name: '更换机油机滤', price: '0', payer: 'rework', reworkOfLineId: former.labour[0]?.id }
    const again = await save(owner, routes, {
      ...body({ reworkOfId: formerId }),
      labour: [redo],
      materials: [],
    } as never)
    expect(await moved(again.id, other, { labour: [], materials: [] })).toMatchObject(stays(/^工单有返工原单 WX/))

    const insured = await save(owner, routes, body())
    const { partnerId, vehicleId, insurerId } = workshop
    await save(owner, insuranceCase.routes, {
      header: { bizDate: today, partnerId, vehicleId, insurerId, workOrderId: insured.id, caseNo: 'BA0001' },
    } as never)
    expect(await moved(insured.id, other)).toMatchObject(stays(/^工单有保险案件 BX/))

    const paid = await save(owner, routes, body())
    await act(owner, routes, paid, 'confirm', { input: { method: 'phone', by: '车主甲' } })
    await post(owner, collection.routes, {
      header: { bizDate: today, partnerId, purpose: 'deposit', sourceKind: 'work_order', sourceId: paid.id },
      tenders: [{ storeAccountId: shop.cashId, amount: '100' }],
      items: [],
    } as never)
    expect(await moved(paid.id, other)).toMatchObject(stays(/^工单有订金，/))
  })

  it('change where nothing does, and what one has agreed to the other is asked again', async () => {
    const other = await stranger('C10002')
    const saved = await save(owner, routes, body())
    await act(owner, routes, saved, 'confirm', { input: { method: 'phone', by: '车主甲' } })
    const lines = await read(saved.id)
    const kept = {
      labour: [{ ...body().labour?.[0], id: lines.labour[0]?.id }],
      materials: lines.materials.map(({ id, partId, qty, price }) => ({ id, partId, qty, price, labourNo: 1 })),
    }
    // Merged into another he is that one, who has agreed to what he has agreed to.
    const set = (heir: number | null) =>
      shop.sql(
        'update partner set merged_into_id = $3 where group_id = $1 and id = $2',
        workshop.partnerId,
        heir as never,
      )
    await set(other.partnerId)
    const heir = await moved(saved.id, { partnerId: other.partnerId }, kept)
    await set(null)
    expect(heir.status).toBe(200)
    expect((await read(saved.id)).labour[0]?.agreement).toBe('agreed')
    expect((await moved(saved.id, {}, kept)).status).toBe(200)
    expect((await read(saved.id)).labour[0]?.agreement).toBe('open')
    expect((await moved(saved.id, { ...other, mileage: '20' }, kept)).status).toBe(200)
    expect((await read(saved.id)).header).toMatchObject({ plate: '京C10002', partnerName: '客户C10002' })
  })
})

describe('work that is still answered for', () => {
  it('is offered with all that a line takes, and done again at no price by the reception', async () => {
    const id = await settled()
    const former = await read(id)
    const { guaranteed } = await owner.call(carOffers, { query: { vehicleId: workshop.vehicleId } })
    const [labour] = guaranteed.filter((line) => line.orderId === id && line.section === 'labour')
    const [material] = guaranteed.filter((line) => line.orderId === id && line.section === 'materials')
    expect(labour).toMatchObject({ id: former.labour[0]?.id, stdHours: '0.500000', pricingMode: 'hours' })
    const { header } = receptionBody(workshop)
    const taken = await save(owner, reception.routes, { header: { ...header, mileage: '31000' } })
    const reworkLineIds = [labour?.id as number, material?.id as number]
    await act(owner, reception.routes, taken, 'toQuote', { input: { warehouseId: shop.warehouseId, reworkLineIds } })
    const related = await owner.call(reception.routes.related, { params: { id: taken.id } })
    const made = await read(related.find(({ kind }) => kind === 'work_order')?.id as number)
    expect(made.header).toMatchObject({ reworkOfNo: former.header.billNo, totalAmount: '0.00' })
    expect(made.labour).toMatchObject([{ reworkOfLineId: labour?.id, payer: 'rework', price: '0.0000' }])
    expect(made.materials).toMatchObject([{ sourceLineId: material?.id, payer: 'rework', price: '0.0000' }])
  })

  it('is that of this car alone', async () => {
    const id = await settled()
    const [line] = (await read(id)).labour
    const vehicleId = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'vehicle', {
        plate: '京A77777',
        vin: 'LSVAA4187C2184848',
        partner_id: workshop.partnerId,
        mileage: '10',
      }),
    )
    const labour = [{ name: '更换机油机滤', price: '0', payer: 'rework' as const, reworkOfLineId: line?.id as number }]
    const other = await trySave(owner, routes, { header: body({ vehicleId }).header, labour })
    expect(other).toMatchObject({ status: 400, errors: [{ message: '返工原项目不存在、未结算或不是这辆车的' }] })
    const { header } = receptionBody(workshop)
    const taken = await save(owner, reception.routes, { header: { ...header, vehicleId, mileage: '31000' } })
    const refused = await tryAct(owner, reception.routes, taken, 'toQuote', {
      input: { reworkLineIds: [line?.id as number] },
    })
    expect(refused).toMatchObject({ status: 400, errors: [{ path: 'input.reworkLineIds' }] })
  })
})

describe('a deposit', () => {
  it('is offered the orders of the customer by kind and car, and stands on its order alone', async () => {
    const saved = await save(owner, routes, body())
    const { id } = await act(owner, routes, saved, 'confirm', { input: { method: 'phone', by: '车主甲' } })
    const { partnerId } = workshop
    const { rows } = await owner.call(depositOrders, { query: { partnerId, side: 'AR' } })
    expect(rows.find((row) => row.id === id)).toMatchObject({ kind: 'work_order', plate: '京A88888' })
    const header = {
      bizDate: today,
      partnerId,
      purpose: 'deposit' as const,
      sourceKind: 'work_order' as const,
      sourceId: id,
    }
    const tenders = [{ storeAccountId: shop.cashId, amount: '100' }]
    await post(owner, collection.routes, { header, tenders, items: [] } as never)
    const told = (orderId: number, client = owner) => client.call(orderDeposit, { params: { id: orderId } })
    expect(await told(id)).toEqual({ deposit: '100.00' })
    const other = await save(owner, routes, body())
    expect(await told(other.id)).toEqual({ deposit: '0.00' })
    const wrong = await trySave(owner, collection.routes, {
      header: { ...header, partnerId: shop.customerId },
      tenders,
      items: [],
    } as never)
    expect(wrong).toMatchObject({
      status: 400,
      errors: [{ path: 'header.sourceId', message: '订单不存在、未审核，或不属于所选单位' }],
    })
  })
})

describe('handing the car over', () => {
  it('says when it should come again, which the car keeps', async () => {
    const id = await settled()
    const { header } = await read(id)
    const hand = (input: object) => tryAct(owner, routes, header, 'handover', { input })
    const on = addDays(today, 180)
    expect(await hand({ nextMaintenanceKm: '31000' })).toMatchObject({
      errors: [{ path: 'input.nextMaintenanceKm', message: '下次保养里程应大于进厂里程' }],
    })
    expect(await hand({ nextMaintenanceOn: today })).toMatchObject({
      errors: [{ path: 'input.nextMaintenanceOn', message: '下次保养日期应晚于今天' }],
    })
    expect((await hand({ nextMaintenanceOn: on, nextMaintenanceKm: '36000' })).status).toBe(200)
    const [car] = await shop.sql(
      'select next_maintenance_on, next_maintenance_km from vehicle where group_id = $1 and id = $2',
      workshop.vehicleId,
    )
    expect(car).toEqual({ nextMaintenanceOn: on, nextMaintenanceKm: '36000.0000' })
  })
})

it('names the field of what is wrong with an order, and says why one is not changed any more', async () => {
  const faults = async (sent: object) => {
    const { status, msg, errors } = await trySave(owner, routes, sent as never)
    return [status, ...(errors ?? [{ path: '', message: msg }]).map(({ path, message }) => `${path} ${message}`)]
  }
  const arrivedAt = `${today}T09:00:00+08:00`
  expect(await faults(body({ arrivedAt, promisedAt: `${today}T08:59:00+08:00` }))).toEqual([
    400,
    'header.promisedAt 预计交车不能早于进厂时间',
  ])
  expect(await faults(body({ repairForm: '飞来' }))).toEqual([
    400,
    'header.repairForm “维修方式”中没有“飞来”，或已停用',
  ])
  expect(await faults(body({ bizDate: '2099-01-01' }))).toEqual([400, 'header.bizDate 业务日期 2099-01-01 晚于今天'])
  expect(await faults(body({ mileage: '99999999' }))).toEqual([400, 'header.mileage 里程最多7位整数'])
  expect(await faults({ ...body(), labour: [{ name: '拖车' }, { name: '停车', qty: 'x' }] })).toEqual([
    400,
    'labour.1.qty 数量整数最多6位，小数最多4位',
  ])
  const dear = { name: '拖车', qty: '9999', price: '9999999999' }
  const many = Array.from({ length: 2 }, () => dear)
  expect(await faults({ ...body(), labour: [], materials: [], extras: many })).toEqual([
    400,
    'extras 合计金额超出允许范围',
  ])
  const id = await settled()
  const { header } = await read(id)
  expect(await faults({ ...body(), id, version: header.version })).toEqual([
    400,
    ` 单据 ${header.billNo} 当前为「已结算」，不能修改`,
  ])
})
