import { reception } from '@chepu/contract/repair/reception'
import { reservation } from '@chepu/contract/repair/reservation'
import { reservationConflicts, reservationDay, reservationWeek } from '@chepu/contract/repair/reservation-day'
import { readBell } from '@chepu/contract/shell/bell'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, save, tryAct, trySave } from '../../../test/desk'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { signIn, stockShop } from '../../../test/stage'
import { appointmentBody, todayAt, type Workshop, workshopOf } from '../../../test/workshop'
import { createGroup } from '../../access/provision'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { startNoShow } from './no-show'
import { expectedToday } from './today'

const { routes } = reservation
const today = shanghaiDay()
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
  const made = appointmentBody(shop, workshop)
  return { ...made, header: { ...made.header, ...header } }
}
const read = async (id: number, client = owner) => client.call(routes.read, { params: { id } })
const receptionsOf = async (id: number) => {
  const related = await owner.call(routes.related, { params: { id } })
  return related.filter(({ kind }) => kind === 'reception')
}
const dayIds = async (day: string, client = owner) => {
  const { rows } = await client.call(reservationDay, { query: { day } })
  return rows.map(({ id }) => id)
}
/** Lets a server look at a moment whether a day is over. */
async function lookAt(moment: string): Promise<void> {
  const report = (error: unknown) => {
    throw error
  }
  const job = startNoShow(shop.db, report, { now: () => new Date(moment) })
  await job.look()
  await job.stop()
}

it('is on the day when the car is expected, with its planned work and its contact', async () => {
  const day = addDays(today, 3)
  const { id, billNo, state } = await save(owner, routes, body({ expectedAt: todayAt('00:15', day) }))
  expect([billNo.slice(0, 2), state]).toEqual(['YY', 'pending'])
  const { header, labour, materials } = await read(id)
  expect(header).toMatchObject({ bizDate: day, minutes: 60, origin: '电话', plate: '京A88888', totalAmount: '369.00' })
  expect([labour.length, materials.length, materials[0]?.labourNo]).toEqual([1, 2, 1])
  const noContact = await trySave(owner, routes, body({ contactName: '', contactMobile: '' }) as never)
  expect(noContact.errors?.map(({ path }) => path)).toEqual(['header.contactName', 'header.contactMobile'])
})

it('goes from state to state by its actions, and refuses what does not fit', async () => {
  const saved = await save(owner, routes, body())
  const sure = await act(owner, routes, saved, 'confirm')
  expect(sure.state).toBe('confirmed')
  expect((await tryAct(owner, routes, sure, 'confirm')).msg).toBe(`单据 ${saved.billNo} 当前为「已确认」，不能确认`)
  const tomorrow = addDays(today, 1)
  const moved = await act(owner, routes, sure, 'reschedule', {
    input: { expectedAt: todayAt('14:00', tomorrow), minutes: 90, bayId: null, salespersonId: null },
  })
  expect(moved.state).toBe('confirmed')
  const strange = { expectedAt: todayAt('14:00', tomorrow), minutes: 90, bayId: 999_999, salespersonId: 999_999 }
  const refused = await tryAct(owner, routes, moved, 'reschedule', { input: strange })
  expect([refused.status, refused.errors]).toEqual([
    400,
    [
      { path: 'input.bayId', message: '工位不存在或已停用' },
      { path: 'input.salespersonId', message: '服务顾问不存在或已停用' },
    ],
  ])
  expect((await read(saved.id)).header).toMatchObject({
    bizDate: tomorrow,
    minutes: 90,
    expectedAt: todayAt('14:00', tomorrow),
  })
  expect((await tryAct(owner, routes, sure, 'arrive')).status).toBe(409)
  expect(await tryAct(owner, routes, moved, 'cancel', { reason: '' })).toMatchObject({
    status: 400,
    msg: '请填写取消预约原因',
  })
  const cancelled = await act(owner, routes, moved, 'cancel', { reason: '客户改天' })
  expect((await read(saved.id)).header).toMatchObject({ state: 'cancelled', reason: '客户改天' })
  expect((await tryAct(owner, routes, cancelled, 'arrive')).status).toBe(400)
  const missed = await act(owner, routes, await save(owner, routes, body()), 'noShow')
  expect([missed.state, missed.can]).toEqual(['no_show', []])
})

it('makes one reception when the car arrives, with all that it knows', async () => {
  const saved = await act(owner, routes, await save(owner, routes, body()), 'confirm')
  const arrived = await act(owner, routes, saved, 'arrive')
  expect(arrived.state).toBe('arrived')
  const [made, ...others] = await receptionsOf(saved.id)
  expect(others).toEqual([])
  const { header } = await owner.call(reception.routes.read, { params: { id: made?.id as number } })
  expect(header).toMatchObject({
    state: 'open',
    vehicleId: workshop.vehicleId,
    partnerId: workshop.partnerId,
    complaint: '换机油',
    contactName: '车主甲',
    contactMobile: '13900000088',
    reservationNo: saved.billNo,
  })
  expect((await tryAct(owner, routes, arrived, 'arrive')).status).toBe(400)
})

it('shows the day of Shanghai in order, but for what was cancelled', async () => {
  const day = addDays(today, 20)
  const at = (clock: string, of = day) => save(owner, routes, body({ expectedAt: todayAt(clock, of) }))
  const late = await at('23:59')
  const early = await at('00:00')
  const before = await at('23:59', addDays(day, -1))
  await at('00:00', addDays(day, 1))
  await act(owner, routes, await at('09:00'), 'cancel')
  expect(await dayIds(day)).toEqual([early.id, late.id])
  expect(await dayIds(addDays(day, -1))).toEqual([before.id])
})

it('counts the days of a week as their calendars show them, and tells who takes cars in and when the shop is open', async () => {
  const monday = addDays(today, 40)
  const at = (day: string) => save(owner, routes, body({ expectedAt: todayAt('09:00', day) }))
  await at(addDays(monday, -1))
  await at(monday)
  await act(owner, routes, await at(monday), 'cancel')
  await at(addDays(monday, 6))
  await at(addDays(monday, 7))
  const week = await owner.call(reservationWeek, { query: { from: monday } })
  expect(week.days).toEqual([1, 0, 0, 0, 0, 0, 1].map((count, i) => ({ day: addDays(monday, i), count })))
  const latestEmployee = async () => {
    const [row] = await shop.sql<{ id: number }>(`select max(id) as id from employee where group_id = $1`)
    return row?.id as number
  }
  const adviser = await shop.signIn('adviser')
  const taker = await latestEmployee()
  const technician = await shop.signIn('technician')
  const repairs = await latestEmployee()
  await shop.sql(`update org set business_hours = '08:30-18:00' where group_id = $1 and id = $2`, shop.orgId)
  const { advisers, businessHours } = await adviser.call(reservationDay, { query: { day: monday } })
  const isThere = (id: number) => advisers.some((each) => each.id === id)
  expect([isThere(taker), isThere(repairs), businessHours]).toEqual([true, false, '08:30-18:00'])
  expect((await technician.ask(reservationWeek, { query: { from: monday } })).status).toBe(403)
})

it('warns of a second car of one adviser, in whatever bay', async () => {
  const [adviser, other] = await Promise.all(
    ['G07', 'G08'].map(async (empNo) => {
      const [row] = await shop.sql<{ id: number }>(
        `insert into employee (group_id, org_id, emp_no, name) values ($1, $2, $3, $3) returning id`,
        shop.orgId,
        empNo,
      )
      return row?.id as number
    }),
  )
  const day = addDays(today, 50)
  const first = await save(owner, routes, body({ expectedAt: todayAt('09:00', day), salespersonId: adviser }))
  const asked = async (clock: string, salespersonId = adviser) => {
    const query = { expectedAt: todayAt(clock, day), minutes: '60', salespersonId: String(salespersonId) }
    const { rows } = await owner.call(reservationConflicts, { query } as never)
    return rows.map(({ id, takes }) => [id, takes])
  }
  expect(await asked('09:59')).toEqual([[first.id, ['adviser']]])
  expect(await asked('08:01')).toEqual([[first.id, ['adviser']]])
  expect(await asked('10:00')).toEqual([])
  expect(await asked('09:30', other)).toEqual([])
})

it('warns of a second car in one bay at one time, and lets it be', async () => {
  const [bay] = await shop.sql<{ id: number }>(
    `insert into bay (group_id, org_id, name) values ($1, $2, '1号工位') returning id`,
    shop.orgId,
  )
  const bayId = bay?.id as number
  const day = addDays(today, 30)
  const first = await save(owner, routes, body({ expectedAt: todayAt('09:00', day), bayId }))
  const asked = (clock: string, more: object = {}) =>
    owner.call(reservationConflicts, {
      query: { expectedAt: todayAt(clock, day), minutes: '30', bayId: String(bayId), ...more },
    } as never)
  expect((await asked('09:30')).rows).toMatchObject([{ id: first.id, takes: ['bay'], plate: '京A88888' }])
  expect((await asked('10:00')).rows).toEqual([])
  expect((await asked('08:30')).rows).toEqual([])
  expect((await asked('09:30', { except: String(first.id) })).rows).toEqual([])
  expect(await trySave(owner, routes, body({ expectedAt: todayAt('09:30', day), bayId }))).toMatchObject({
    status: 200,
  })
})

it('did not come once its day is over for an hour, whatever looks', async () => {
  const yesterday = addDays(today, -1)
  const late = await save(owner, routes, body({ expectedAt: todayAt('23:30', yesterday) }))
  const now = await save(owner, routes, body({ expectedAt: todayAt('00:10') }))
  const stateOf = async ({ id }: { id: number }) => (await read(id)).header.state
  await lookAt(todayAt('00:59'))
  expect(await stateOf(late)).toBe('pending')
  await Promise.all([lookAt(todayAt('01:00')), lookAt(todayAt('01:00'))])
  expect([await stateOf(late), await stateOf(now)]).toEqual(['no_show', 'pending'])
  const log = await owner.call(routes.log, { params: { id: late.id } })
  expect(log.filter(({ action }) => action === 'noShow')).toMatchObject([
    { userName: null, fromState: 'pending', toState: 'no_show', reason: '到期未到店' },
  ])
})

it('tells who takes cars in of what others booked, moved and cancelled', async () => {
  const adviser = await shop.signIn('adviser')
  const saved = await save(owner, routes, body({ expectedAt: todayAt('15:00', addDays(today, 2)) }))
  await act(owner, routes, saved, 'cancel')
  const { news } = await adviser.call(readBell)
  const day = addDays(today, 2).slice(5)
  expect(news.slice(0, 2)).toMatchObject([
    { msg_type: 0, message: `预约取消：${day} 15:00 车主甲 京A88888` },
    { msg_type: 0, message: `新预约：${day} 15:00 车主甲 京A88888`, params: { id: saved.id } },
  ])
  expect((await owner.call(readBell)).news.filter(({ msg_type }) => msg_type === 0)).toEqual([])
})

it('stands among the tasks of its adviser while the car is waited for today, first when it is about to come', async () => {
  const adviser = await shop.signIn('adviser')
  const [clerk] = await shop.sql<{ id: number; userId: number }>(
    `insert into employee (group_id, org_id, emp_no, name, user_id) select $1, $2, 'G01', '顾问一', u.id from app_user u
      where u.group_id = $1 order by u.id desc limit 1 returning id, user_id`,
    shop.orgId,
  )
  const sure = async (clock: string, header: object = {}) =>
    act(owner, routes, await save(owner, routes, body({ expectedAt: todayAt(clock), ...header })), 'confirm')
  const mine = await sure('16:00', { salespersonId: clerk?.id })
  await save(owner, routes, body({ expectedAt: todayAt('16:00'), salespersonId: clerk?.id }))
  const soon = await sure('17:00', { salespersonId: clerk?.id })
  await sure('16:30', { salespersonId: clerk?.id, expectedAt: todayAt('16:30', addDays(today, 1)) })
  const at = (clock: string) =>
    shop.db.tenant(shop.groupId, (tx) => expectedToday(tx, [clerk?.userId as number], new Date(todayAt(clock))))
  expect((await at('16:31')).map(({ id, message }) => [id, message])).toEqual([
    [soon.id, '即将到店 17:00'],
    [mine.id, '16:00 车主甲 更换机油机滤'],
  ])
  const { agency, unread_num } = await adviser.call(readBell)
  // Which of them stands first depends on the hour.
  const waiting = agency.filter(({ goshop }) => goshop === 0)
  expect(waiting.map(({ params }) => params?.id).toSorted()).toEqual([mine.id, soon.id])
  expect(waiting.find(({ params }) => params?.id === mine.id)).toMatchObject({
    car_num: '京A88888',
    screen: 'repairReservationDetail',
  })
  await act(owner, routes, mine, 'arrive')
  const after = await adviser.call(readBell)
  expect(after.agency.map(({ params }) => params?.id)).toEqual([soon.id])
  expect(after.unread_num).toBe(unread_num - 1)
})

it('is closed to other companies and to who repairs', async () => {
  const saved = await save(owner, routes, body())
  const groupId = await createGroup(shop.db, '另一集团')
  const other = await shop.db.tenant(groupId, (tx) => stockShop(tx, {}))
  const stranger = await signIn({ ...shop, groupId }, other.orgId, 'owner')
  expect((await stranger.ask(routes.read, { params: { id: saved.id } })).status).toBe(404)
  expect((await tryAct(stranger, routes, saved, 'confirm')).status).toBe(404)
  expect((await stranger.call(reservationDay, { query: { day: today } })).rows).toEqual([])
  expect((await trySave(stranger, routes, body())).status).toBe(400)
  const technician = await shop.signIn('technician')
  expect((await technician.ask(routes.list)).status).toBe(403)
  expect((await technician.ask(reservationDay, { query: { day: today } })).status).toBe(403)
  expect((await tryAct(technician, routes, saved, 'arrive')).status).toBe(403)
})
