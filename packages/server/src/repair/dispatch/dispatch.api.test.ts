import { askForParts, dispatchBoard, dispatchCalls, myWork, workerHistory } from '@chepu/contract/repair/dispatch'
import { repairProgress } from '@chepu/contract/repair/repair-progress'
import { workOrder } from '@chepu/contract/repair/work-order'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { readBell } from '@chepu/contract/shell/bell'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { act, save, tryAct } from '../../../test/desk'
import { PushClient } from '../../../test/push'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { confirmedOrder, workshopOf, orderBody, type Workshop } from '../../../test/workshop'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { statementCount } from '../../kernel/db/statement'

const { routes } = workOrder
let shop: Shop
let owner: Client
let workshop: Workshop
/** Two technicians with phones. */
let first: { client: Client; employeeId: number }
let second: { client: Client; employeeId: number }
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  first = await technician()
  second = await technician()
})
afterAll(() => shop.close())
afterEach(() => void vi.useRealTimers())

/** Somebody who repairs here and signs in. */
async function technician() {
  const client = await shop.signIn('technician')
  const employeeId = await shop.db.tenant(shop.groupId, async (tx) => {
    const [row] = await tx.query<{ id: number }>({
      text: 'select id from employee where group_id = $1 order by id desc limit 1',
      values: [tx.groupId],
    })
    await one(tx, 'technician', { employee_id: row?.id })
    return row?.id as number
  })
  return { client, employeeId }
}

/** An order of two jobs, 50.00 and 300.00, that the customer has agreed to. */
async function order(given: object = {}) {
  const body = { ...orderBody(shop, workshop), ...given }
  const more = {
    name: '更换刹车片',
    workerTypeId: workshop.workerTypeId,
    pricingMode: 'hours' as const,
    stdHours: '2',
    price: '150',
  }
  const { id } = await confirmedOrder(owner, { ...body, labour: [...(body.labour ?? []), more] } as typeof body)
  const { labour } = await read(id)
  return { orderId: id, lineIds: labour.map((line) => line.id) as [number, number] }
}
const read = (id: number, client = owner) => client.call(routes.read, { params: { id } })

type Name = keyof typeof dispatchCalls
const change = <N extends Name>(client: Client, name: N, body: BodyOf<(typeof dispatchCalls)[N]>) =>
  client.ask(dispatchCalls[name], { body } as never) as Promise<{
    status: number
    msg: string
    data: { state: string; version: number }
  }>
const done = async <N extends Name>(client: Client, name: N, body: BodyOf<(typeof dispatchCalls)[N]>) => {
  const answer = await change(client, name, body)
  expect(answer).toMatchObject({ status: 200 })
  return answer.data
}
const tasksOf = async (client: Client) => {
  const { tasks } = await client.call(dashboard)
  return Object.fromEntries(tasks.map(({ title, count }) => [title, count]))
}
const to = (...employeeIds: number[]) => employeeIds.map((employeeId) => ({ employeeId }))
/** A moment of a day that lies behind, as the clock of the program shows it. */
const clock = (time: string) =>
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${shanghaiDay()}T${time}:00+08:00`) })

it('gives lines to technicians, equally, and the order follows what they do', async () => {
  const { orderId, lineIds } = await order()
  const [oil, brakes] = lineIds
  const { version } = (await read(orderId)).header
  const moved = await done(owner, 'assign', { orderId, lineIds: [oil], technicians: to(first.employeeId) })
  expect(moved).toEqual({ id: orderId, version: version + 1, state: 'confirmed' })
  await done(owner, 'assign', { orderId, lineIds: [brakes], technicians: to(first.employeeId, second.employeeId) })
  expect(await done(first.client, 'start', { orderId, lineIds: [oil, brakes] })).toMatchObject({ state: 'in_progress' })
  expect(await done(first.client, 'finish', { orderId, lineIds: [oil], selfCheck: true })).toMatchObject({
    state: 'in_progress',
  })
  // Who helps ends his own work; who leads that of all.
  await done(second.client, 'start', { orderId, lineIds: [brakes] })
  expect(await done(second.client, 'finish', { orderId, lineIds: [brakes] })).toMatchObject({ state: 'in_progress' })
  expect(await done(first.client, 'finish', { orderId, lineIds: [brakes] })).toMatchObject({ state: 'waiting_check' })
  const { labour } = await read(orderId)
  expect(labour.map((line) => line.workState)).toEqual(['finished', 'finished'])
})

it('checks in three steps: by who did it, by another, and the order as a whole', async () => {
  const { orderId, lineIds } = await order({ materials: [] })
  const [oil, brakes] = lineIds
  await done(owner, 'assign', { orderId, lineIds, technicians: to(first.employeeId) })
  await done(first.client, 'start', { orderId, lineIds })
  await done(first.client, 'finish', { orderId, lineIds })
  expect(await change(owner, 'check', { orderId, lineIds: [oil], ok: true })).toMatchObject({
    status: 400,
    msg: '「更换机油机滤」技师尚未自检',
  })
  await done(first.client, 'selfCheck', { orderId, lineIds, ok: true })
  // Nobody passes his own work.
  expect(await change(first.client, 'check', { orderId, lineIds: [oil], ok: true })).toMatchObject({
    status: 403,
    msg: '「更换机油机滤」是您做的，请由组长或他人检验',
  })
  expect(await change(owner, 'check', { orderId, lineIds: [oil], ok: false })).toMatchObject({
    status: 400,
    msg: '请填写不合格原因',
  })
  const failed = await done(owner, 'check', { orderId, lineIds: [brakes], ok: false, reason: '异响' })
  expect(failed.state).toBe('in_progress')
  const [row] = await shop.sql(
    'select work_state, is_internal_rework from repair_line where group_id = $1 and id = $2',
    brakes,
  )
  expect(row).toEqual({ workState: 'working', isInternalRework: true })
  expect((await first.client.call(readBell)).news[0]?.message).toMatch(/更换刹车片 检验不合格：异响$/)
  await done(first.client, 'finish', { orderId, lineIds: [brakes], selfCheck: true })
  await done(owner, 'check', { orderId, lineIds: [oil], ok: true })
  const waiting = (await read(orderId)).header
  expect(await tryAct(owner, routes, waiting, 'complete', { input: {} })).toMatchObject({
    status: 400,
    msg: '「更换刹车片」尚未组检合格，不能终检',
  })
  const passed = await done(owner, 'check', { orderId, lineIds: [brakes], ok: true })
  const complete = await act(owner, routes, { id: orderId, version: passed.version }, 'complete', {
    input: { roadTestKm: '5' },
  })
  expect(complete.state).toBe('completed')
})

it('stops the clock while work stands still, by the line and by the order', async () => {
  const { orderId, lineIds } = await order()
  const [oil, brakes] = lineIds
  await done(owner, 'assign', { orderId, lineIds: [oil], technicians: to(first.employeeId) })
  clock('09:00')
  await done(first.client, 'start', { orderId, lineIds: [oil] })
  clock('09:30')
  await done(first.client, 'pause', { orderId, lineIds: [oil], kind: 'parts', reason: '机滤' })
  expect((await owner.call(repairProgress)).rows.find(({ id }) => id === orderId)).toMatchObject({
    lane: 'parts',
    pause: '待料',
  })
  expect(await change(first.client, 'pause', { orderId, lineIds: [oil], kind: 'other', reason: '吃饭' })).toMatchObject(
    {
      status: 400,
      msg: '「更换机油机滤」已暂停，不能暂停',
    },
  )
  clock('10:00')
  const resumed = await done(first.client, 'resume', { orderId, lineIds: [oil] })
  clock('10:20')
  const paused = await act(owner, routes, { id: orderId, version: resumed.version }, 'pause', {
    input: { kind: 'customer' },
  })
  expect(await change(first.client, 'finish', { orderId, lineIds: [oil] })).toMatchObject({ status: 400 })
  clock('11:00')
  await act(owner, routes, paused, 'resume')
  clock('11:15')
  await done(first.client, 'finish', { orderId, lineIds: [oil] })
  const { cards } = await owner.call(dispatchBoard, { query: { day: shanghaiDay() } })
  const card = cards.find(({ lineId }) => lineId === oil)
  // 30 before the material, 20 until the order stood still, 15 afterwards.
  expect(card?.technicians).toMatchObject([{ workedMinutes: 65, pause: null }])
  // Work that is done again is counted without the time that it waited.
  clock('11:45')
  await done(owner, 'check', { orderId, lineIds: [oil], ok: false, reason: '漏油' })
  clock('12:00')
  await done(first.client, 'finish', { orderId, lineIds: [oil] })
  const after = await owner.call(dispatchBoard, { query: { day: shanghaiDay() } })
  expect(after.cards.find(({ lineId }) => lineId === oil)?.technicians).toMatchObject([{ workedMinutes: 80 }])
  expect(after.cards.find(({ lineId }) => lineId === brakes)?.technicians).toEqual([])
})

it('counts the planned time of a line without standard hours, by shares', async () => {
  const body = orderBody(shop, workshop)
  const labour = [
    { name: '清洗节气门', workerTypeId: workshop.workerTypeId, pricingMode: 'fixed' as const, price: '90' },
  ]
  const { id } = await confirmedOrder(owner, { ...body, labour, materials: [] } as typeof body)
  const lineIds = (await read(id)).labour.map((line) => line.id)
  const day = addDays(shanghaiDay(), 3)
  const at = (clock: string) => new Date(`${day}T${clock}:00+08:00`).toISOString()
  const technicians = [
    { employeeId: first.employeeId, share: '0.6' },
    { employeeId: second.employeeId, share: '0.4' },
  ]
  const plan = { plannedStart: at('09:00'), plannedEnd: at('10:30') }
  await done(owner, 'assign', { orderId: id, lineIds, technicians, ...plan })
  const hoursOf = async () => {
    const board = await owner.call(dispatchBoard, { query: { day } })
    return [first, second].map((who) => board.technicians.find((each) => each.employeeId === who.employeeId)?.hours)
  }
  expect(await hoursOf()).toEqual(['0.90', '0.60'])
  // What takes two days fills one of eight hours.
  const late = new Date(`${addDays(day, 2)}T10:30:00+08:00`).toISOString()
  await done(owner, 'reassign', { orderId: id, lineId: lineIds[0] as number, technicians, ...plan, plannedEnd: late })
  expect(await hoursOf()).toEqual(['4.80', '3.20'])
})

it('shows a technician his own lines only, without prices, and what he has earned', async () => {
  const { orderId, lineIds } = await order()
  const [oil, brakes] = lineIds
  expect((await first.client.ask(routes.read, { params: { id: orderId } })).status).toBe(404)
  expect(await change(first.client, 'start', { orderId, lineIds: [oil] })).toMatchObject({ status: 404 })
  const before = await first.client.call(myWork)
  await done(owner, 'assign', {
    orderId,
    lineIds: [brakes],
    technicians: [{ employeeId: first.employeeId, share: '0.7' }, { employeeId: second.employeeId }],
  })
  const { cards, isTechnician } = await first.client.call(myWork)
  expect(isTechnician).toBe(true)
  expect(cards.filter((card) => card.orderId === orderId)).toMatchObject([
    { lineId: brakes, plate: '京A88888', hours: '2.000000' },
  ])
  const seen = await read(orderId, first.client)
  expect(seen.header).not.toHaveProperty('labourAmount')
  expect(await change(first.client, 'start', { orderId, lineIds: [oil] })).toMatchObject({
    status: 400,
    msg: '「更换机油机滤」尚未派工',
  })
  await done(owner, 'assign', { orderId, lineIds: [oil], technicians: to(second.employeeId) })
  expect(await change(first.client, 'start', { orderId, lineIds: [oil] })).toMatchObject({
    status: 403,
    msg: '「更换机油机滤」没有派给您',
  })
  for (const name of ['assign', 'reassign'] as const)
    expect(
      (
        await change(first.client, name, {
          orderId,
          lineId: oil,
          lineIds: [oil],
          technicians: to(first.employeeId),
        } as never)
      ).status,
    ).toBe(403)
  await done(first.client, 'start', { orderId, lineIds: [brakes] })
  await done(first.client, 'finish', { orderId, lineIds: [brakes] })
  const after = await first.client.call(myWork)
  // 300.00 of which seven tenths are his.
  expect(after.today.lines - before.today.lines).toBe(1)
  expect(Number.parseFloat(after.today.output) - Number.parseFloat(before.today.output)).toBeCloseTo(210, 6)
})

it('gives a line that another has given meanwhile to nobody twice', async () => {
  const { orderId, lineIds } = await order()
  const both = await Promise.all(
    [first, second].map(({ employeeId }) => change(owner, 'assign', { orderId, lineIds, technicians: to(employeeId) })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(both.find(({ status }) => status === 400)?.msg).toMatch(/^「更换机油机滤」已派给 .+，请改派$/)
  const [{ count }] = (await shop.sql(
    'select count(*) from dispatch where group_id = $1 and work_order_id = $2',
    orderId,
  )) as [{ count: number }]
  expect(count).toBe(2)
})

it('moves a line to others: who has begun keeps his hours, who has not is off it', async () => {
  const { orderId, lineIds } = await order()
  const [oil] = lineIds
  await done(owner, 'assign', { orderId, lineIds: [oil], technicians: to(first.employeeId, second.employeeId) })
  await done(first.client, 'start', { orderId, lineIds: [oil] })
  await done(owner, 'reassign', { orderId, lineId: oil, technicians: to(workshop.technicianId) })
  const rows = await shop.sql(
    `select employee_id, share, started_at is not null as has_begun, finished_at is not null as has_ended from dispatch
      where group_id = $1 and line_id = $2 order by id`,
    oil,
  )
  expect(rows).toEqual([
    { employeeId: first.employeeId, share: '0.0000', hasBegun: true, hasEnded: true },
    { employeeId: workshop.technicianId, share: '1.0000', hasBegun: false, hasEnded: false },
  ])
  expect(await change(owner, 'remove', { orderId, lineIds: [oil] })).toMatchObject({
    status: 400,
    msg: '「更换机油机滤」已开工，不能撤销，请改派',
  })
  const half = {
    orderId,
    lineId: oil,
    shares: [
      { employeeId: first.employeeId, share: '0.3' },
      { employeeId: workshop.technicianId, share: '0.6' },
    ],
  }
  expect(await change(owner, 'share', half)).toMatchObject({
    status: 400,
    msg: '分摊比例合计应为 100%，且不能为负，现合计 90%',
  })
  await done(owner, 'share', {
    ...half,
    shares: [
      { employeeId: first.employeeId, share: '0.4' },
      { employeeId: workshop.technicianId, share: '0.6' },
    ],
  })
})

it('refuses what is none of the order or of the organisation, and lines that nobody has agreed to', async () => {
  const { orderId, lineIds } = await order()
  const other = await order()
  const assign = (body: object) =>
    change(owner, 'assign', { orderId, lineIds, technicians: to(first.employeeId), ...body } as never)
  expect(await assign({ lineIds: other.lineIds })).toMatchObject({ status: 400, msg: '项目不属于本工单，请刷新后重试' })
  expect(await assign({ technicians: to(999_999) })).toMatchObject({ status: 400, msg: '第1名技师不存在或已停用' })
  expect(await assign({ bayId: 999_999 })).toMatchObject({ status: 400, msg: '工位不存在或已停用' })
  expect(await assign({ orderId: 999_999 })).toMatchObject({ status: 404 })
  const draft = await save(owner, routes, orderBody(shop, workshop))
  const { labour } = await read(draft.id)
  expect(await assign({ orderId: draft.id, lineIds: [labour[0]?.id] })).toMatchObject({
    status: 400,
    msg: `工单 ${draft.billNo} 当前为「报价中」，不能派工和施工`,
  })
})

it('takes technicians off a line that the customer is asked about anew', async () => {
  const { orderId, lineIds } = await order()
  await done(owner, 'assign', { orderId, lineIds, technicians: to(first.employeeId) })
  const { header, labour, materials } = await read(orderId)
  const kept = labour.map(({ id, name, workerTypeId, pricingMode, stdHours, price }) => ({
    id,
    name,
    workerTypeId,
    pricingMode,
    stdHours,
    price,
  }))
  await save(owner, routes, {
    ...orderBody(shop, workshop),
    id: orderId,
    version: header.version,
    labour: [kept[0], { ...kept[1], price: '180' }],
    materials: materials.map(({ id, partId, qty, price }) => ({ id, partId, qty, price })),
  } as never)
  const rows = await shop.sql('select line_id from dispatch where group_id = $1 and work_order_id = $2', orderId)
  expect(rows).toEqual([{ lineId: lineIds[0] }])
})

it('tells who it concerns, asks the keepers for material, and remembers who knows a car', async () => {
  const { orderId, lineIds } = await order()
  await done(owner, 'assign', { orderId, lineIds: [lineIds[0]], technicians: to(second.employeeId) })
  expect((await second.client.call(readBell)).news[0]).toMatchObject({ msg_type: 4, screen: 'myWork' })
  const keeper = await shop.signIn('warehouse_keeper')
  await second.client.call(askForParts, { body: { orderId, note: '机滤 1个' } })
  expect((await keeper.call(readBell)).news[0]?.message).toMatch(/请料：机滤 1个$/)
  const { rows } = await owner.call(workerHistory, { query: { vehicleId: workshop.vehicleId } })
  expect(rows.find(({ employeeId }) => employeeId === first.employeeId)).toMatchObject({ lastOn: shanghaiDay() })
  expect((await owner.ask(workerHistory, { query: {} })).status).toBe(400)
})

it('counts on the home page what waits for technicians, for a check, and for himself', async () => {
  const before = await tasksOf(owner)
  const { orderId, lineIds } = await order()
  await done(owner, 'assign', { orderId, lineIds: [lineIds[1]], technicians: to(second.employeeId) })
  await done(owner, 'start', { orderId, lineIds: [lineIds[1]] })
  await done(owner, 'finish', { orderId, lineIds: [lineIds[1]] })
  const after = await tasksOf(owner)
  expect((after['待派工'] ?? 0) - (before['待派工'] ?? 0)).toBe(1)
  expect((after['待检验'] ?? 0) - (before['待检验'] ?? 0)).toBe(1)
  expect(Object.keys(await tasksOf(first.client))).not.toContain('待派工')
})

it('asks the database as often for twenty lines as for two', async () => {
  const named = async (extra: number): Promise<Record<string, string[]>> => {
    const body = orderBody(shop, workshop)
    const [line] = body.labour as [object]
    const { id: orderId } = await confirmedOrder(owner, { ...body, labour: Array(2 + extra).fill(line) } as typeof body)
    const lineIds = (await read(orderId)).labour.map(({ id }) => id)
    const technicians = to(first.employeeId, second.employeeId)
    const steps = [
      ['assign', { orderId, lineIds, technicians }],
      ['start', { orderId, lineIds }],
      ['pause', { orderId, lineIds, kind: 'parts' }],
      ['resume', { orderId, lineIds }],
      ['finish', { orderId, lineIds, selfCheck: true }],
      ['check', { orderId, lineIds, ok: false, reason: '漏油' }],
    ] as const
    const heard: Record<string, string[]> = {}
    for (const [name, content] of steps) {
      const own: string[] = (heard[name] = [])
      statementCount.heard = ({ text }) => void (/dispatch|repair|quality/.test(text) && own.push(text.slice(0, 24)))
      await done(owner, name, content as never)
    }
    statementCount.heard = undefined
    return heard
  }
  expect(await named(18)).toEqual(await named(0))
})

it('wakes the boards of the organisation at once, and then at most every two seconds', async () => {
  const { orderId, lineIds } = await order()
  const watcher = await PushClient.open(shop.origin, owner.token)
  watcher.messages.length = 0
  const signal = () => watcher.next(({ heartbeat_value, msg }) => heartbeat_value === null && msg === '')
  await done(owner, 'assign', { orderId, lineIds, technicians: to(workshop.technicianId) })
  await signal()
  const told = performance.now()
  for (const step of ['start', 'finish'] as const) await done(owner, step, { orderId, lineIds })
  await signal()
  expect(performance.now() - told).toBeGreaterThan(1_500)
  expect(watcher.messages).toEqual([])
  await watcher.close()
})
