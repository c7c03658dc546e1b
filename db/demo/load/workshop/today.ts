// What is going on in a workshop today: cars in every state, some that are late, some that wait for goods (business/demo 5.4).
import { orderConfirmPurpose, orderLink } from '@chepu/contract/repair/order-link'
import { customerLinkRoutes } from '@chepu/contract/kernel/customer-link'
import { dispatchCalls } from '@chepu/contract/repair/dispatch'
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { followUpRoutes } from '@chepu/contract/customers/follow-up'
import { addDays } from '../../../../packages/server/src/kernel/base/calendar'
import { accidentJobs, type DemoJob, usualJobs, warrantyJobs } from '../../workshop-jobs'
import { partnerFlag } from '../../partner-types'
import { partners } from '../../partners'
import { products } from '../../products'
import { parts } from '../../parts'
import { suppliersOf } from '../shop'
import { report } from './accidents'
import { atPolicy, itemLine, linesOf, type Payment, suits } from './bodies'
import { inspect } from './inspections'
import { addWork, type Done } from './months'
import { refundSome } from './refunds'
import { arrive, at, book, type Order, readAgain, receive, type Visit, writeOrder } from './visit'
import {
  begin,
  check,
  complete,
  finish,
  giveOut,
  handOver,
  issue,
  payDeposit,
  savedOf,
  settle,
  settlementHeader,
} from './work'
import { type Car, type Shelf, shelfOf, type Workshop } from './workshop'

/** Minutes from now, before it where they are negative. */
const away = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

/** The day as it unfolds: cars that were not here today, goods that are left, and the clock. */
interface Day {
  workshop: Workshop
  today: string
  shelf: Shelf
  /** Cars in an order of their own, of which each comes once. */
  queue: Car[]
}

/** Plays today up to this moment, and what is expected tomorrow. */
export async function playToday(
  workshop: Workshop,
  today: string,
  done: Done & { couponNos: readonly string[] },
): Promise<void> {
  const { random, cars } = workshop
  const day: Day = { workshop, today, shelf: await shelfOf(workshop), queue: random.shuffle(cars) }
  await expectCars(day)
  if (workshop.shop.orgCode === '02') await workOnMany(day, done.couponNos)
  else await workOnFew(day, done.couponNos)
  await refundSome(workshop, today, done.delivered)
  await callAgain(workshop, today, done)
}

/** The next car that has not been here today, and a job that it can have. */
function next(
  day: Day,
  jobs: readonly DemoJob[] = usualJobs,
  payment?: Payment,
): { car: Car; job: DemoJob; lines: NonNullable<ReturnType<typeof linesOf>> } {
  for (const car of day.queue) {
    for (const job of day.workshop.random.shuffle(jobs.filter((each) => suits(each, car)))) {
      const lines = linesOf(day.workshop, car, job, { shelf: day.shelf, ...(payment && { payment }) })
      if (!lines) continue
      day.queue = day.queue.filter((each) => each !== car)
      return { car, job, lines }
    }
  }
  throw new Error('no car is left for a job of today')
}

/** A car that came so many minutes ago and is promised in so many. */
const visitNow = (
  { workshop, today }: Day,
  car: Car,
  job: DemoJob,
  since: number,
  until: number,
  adviser = 0,
): Visit => ({
  day: today,
  car,
  job,
  adviser: workshop.advisers[adviser % workshop.advisers.length] as Visit['adviser'],
  arrivedAt: away(-since),
  promisedAt: away(until),
})

interface Scene {
  jobs?: readonly DemoJob[]
  payment?: Payment
  since?: number
  until?: number
  adviser?: number
  consent?: boolean
}

/** An order of today. */
async function open(
  day: Day,
  { jobs, payment, since = 90, until = 180, adviser = 0, consent = true }: Scene = {},
): Promise<Order> {
  const { car, job, lines: drawn } = next(day, jobs, payment)
  const lines = payment ? await atPolicy(day.workshop, { car, day: day.today, payment }, drawn) : drawn
  return writeOrder(day.workshop, visitNow(day, car, job, since, until, adviser), lines, { consent })
}

const withMaterial = usualJobs.filter(({ materials, isOfTrucks }) => materials.length > 0 && !isOfTrucks)
const withoutMaterial = usualJobs.filter(({ materials, isOfTrucks }) => materials.length === 0 && !isOfTrucks)

/** Orders of today in every state, in a shop with many hands. */
async function workOnMany(day: Day, couponNos: readonly string[]): Promise<void> {
  const { workshop } = day
  const own = workshop.technician?.employeeId as number
  const [first, second] = workshop.technicians.map(({ employeeId }) => employeeId).filter((each) => each !== own) as [
    number,
    number,
  ]
  await quoteCars(day)
  await assess(day, second)
  // Work that nobody has been given yet, and some that is given and not begun.
  await open(day, { jobs: withMaterial, since: 40 })
  await open(day, { jobs: withoutMaterial, since: 25, adviser: 1 })
  await giveOut(workshop, await open(day, { jobs: withMaterial, since: 60 }), {
    to: own,
    bayId: await bayOf(workshop, 0),
  })
  await workNow(day, { by: own, bay: 1, scene: { jobs: withMaterial, since: 130 } })
  // This one should have been done half an hour ago.
  await workNow(day, { by: first, bay: 2, scene: { jobs: withMaterial, since: 300, until: -30, adviser: 1 } })
  const added = await workNow(day, { by: second, bay: 3, scene: { jobs: withMaterial, since: 150 } })
  await addWork(workshop, added, { isAsked: false })
  await standStill(day, { own, first, second })
  await lookOver(day, { own, first })
  await settleCars(day, second, couponNos)
  const given = await open(day, { jobs: withoutMaterial, since: 45 })
  await given.visit.adviser.desk.act(workOrder.routes, savedOf(given), 'cancel', { reason: '客户临时用车，改天再来' })
}

/** The same in a shop with two technicians. */
async function workOnFew(day: Day, couponNos: readonly string[]): Promise<void> {
  const { workshop } = day
  const [first, second] = workshop.technicians.map(({ employeeId }) => employeeId) as [number, number]
  await open(day, { jobs: withMaterial, since: 20, until: 60, consent: false })
  await open(day, { jobs: withMaterial, since: 30, until: 60 })
  await workNow(day, { by: first, bay: 0, scene: { jobs: withMaterial, since: 70, until: 40 } })
  await finish(
    workshop,
    await workNow(day, { by: second, bay: 1, scene: { jobs: withoutMaterial, since: 80, until: 20 } }),
  )
  await settleCars(day, second, couponNos)
}

/** Offers that customers look at on their telephones: one that is open, one that has its answer; and one that the desk still writes. */
async function quoteCars(day: Day): Promise<void> {
  const { workshop } = day
  const found = await open(day, { jobs: withMaterial, since: 50, consent: false })
  await inspect(found.visit.adviser.desk, { workOrderId: found.id }, { isQuoted: true, isDone: true })
  const looking = await readAgain(found)
  await linkTo(looking)
  const asked = await open(day, { jobs: withMaterial, since: 80, consent: false, adviser: 1 })
  await answerBy(workshop, asked)
  const writing = await open(day, {
    jobs: accidentJobs,
    payment: insured(workshop),
    since: 30,
    until: 2880,
    consent: false,
  })
  await inspect(writing.visit.adviser.desk, { workOrderId: writing.id }, { isQuoted: false, isDone: false })
  await report(workshop, writing, { insurerId: insurerOf(workshop), number: '101', isAssessed: false })
}

/** Cases whose cars are not done: one that is worked on, one that waits, one without an order, and one that was reported in vain. */
async function assess(day: Day, by: number): Promise<void> {
  const { workshop } = day
  const insurerId = insurerOf(workshop)
  const scene = { jobs: accidentJobs, payment: insured(workshop), since: 200, until: 2880 }
  const waiting = await open(day, { ...scene, adviser: 1 })
  await report(workshop, waiting, { insurerId, number: '102' })
  const worked = await workNow(day, { by, bay: 7, scene })
  await report(workshop, worked, { insurerId, number: '103' })
  for (const number of ['104', '105']) {
    const { car, job } = next(day)
    const visit = visitNow(day, car, job, 60, 2880)
    const more = number === '104' ? { assessedLabour: '860', assessedMaterial: '1240' } : {}
    const reported = await report(
      workshop,
      { visit, id: null },
      { insurerId, number, isAssessed: number === '104', more },
    )
    const { desk } = visit.adviser
    if (number === '105') await desk.act(insuranceCase.routes, reported, 'void', { reason: '客户私了，不走保险' })
  }
}

const insurerOf = ({ shop }: Workshop): number =>
  shop.book.id('partner', partners.find(({ cusFlag }) => (cusFlag & partnerFlag.insurer) !== 0)?.code ?? '')

const insured = (workshop: Workshop): Payment => ({ payer: 'insurance', payerPartnerId: insurerOf(workshop) })

/** The path of a link to an order. */
async function linkTo({ id, visit }: Order): Promise<string> {
  const body = { purpose: orderConfirmPurpose, subjectId: id }
  const { address } = await visit.adviser.desk.call(customerLinkRoutes.make, { body })
  return address
}

/** A stroke on white ground, as a picture. */
const signature = [
  'iVBORw0KGgoAAAANSUhEUgAAAKAAAAA8AQAAAADJEIy4AAABGUlEQVR42u3TsWrDMBAG4CsZ2k6iYyY9Q59AD9WpS2Xw4DGP0FdxSCFjXsEl0KwKXRQQut6dTkmx/AatwTJ8yL/kOxlw',
  '4YK/iCMsIIBrMJlkGgwe+wYnxG2DO5rc4IAY/Rw3tNYVx7uCFjE7xQxg2QSsYjJx1SCFdxwleRtF2ka0czxy7D0hZxxuiB14jIx7RX5Ok1nAtxVeGE+KHBPc6H/ht2JwipbwLJhcNgUT',
  'Y/SH8uV9Qao00BzFqeCWM7NVDK+Cvaxu9tq2NY9fRnBQzA88fljB3UkL30nBveBnxbEOhOF4aztK4wnji6J0ciiYnuup4XaYgvlJMdtyS5Uea9+Nzoa6lTlOFd/p9XpCZCvz4x39/699',
  'vX4AebNmOFhowIUAAAAASUVORK5CYII=',
].join('')

/** A customer answers by a link, and does without the last line. */
async function answerBy({ shop }: Workshop, order: Order): Promise<void> {
  const token = (await linkTo(order)).split('/l/')[1] ?? ''
  const { content } = await shop.passer.call(orderLink.view, { params: { token } })
  const asked = content.lines.filter(({ isOpen }) => isOpen)
  const decisions = asked.map(({ lineId, amount }, i) =>
    i > 0 && i === asked.length - 1
      ? { lineId, agrees: false, reason: '下次再做', seen: amount }
      : { lineId, agrees: true, seen: amount },
  )
  await shop.passer.call(orderLink.answer, {
    params: { token },
    body: { version: content.version, decisions, signature },
  })
}

async function bayOf({ shop }: Workshop, index: number): Promise<number | null> {
  const rows = await shop.db.tenant(shop.groupId, (tx) =>
    tx.query<{ id: number }>({
      text: 'select id from bay where group_id = $1 and org_id = $2 order by sort_no, id',
      values: [tx.groupId, shop.orgId],
    }),
  )
  return rows[index]?.id ?? null
}

/** An order on which somebody works now, its material in his hands. */
async function workNow(day: Day, { by, bay, scene }: { by: number; bay: number; scene: Scene }): Promise<Order> {
  const { workshop } = day
  const order = await open(day, scene)
  const plan = { plannedStart: order.visit.arrivedAt, plannedEnd: order.visit.promisedAt }
  const given = await giveOut(workshop, order, { to: by, bayId: await bayOf(workshop, bay), plan })
  await issue(workshop, order)
  return begin(workshop, given, by)
}

/** Work that stands still for each of its reasons: goods that are on order, a customer who thinks, a maker who has not answered. */
async function standStill(
  day: Day,
  { own, first, second }: { own: number; first: number; second: number },
): Promise<void> {
  const { workshop } = day
  const lineIdsOf = ({ lines }: Order) => lines.labour.map(({ id }) => id)
  const short = await orderOfMissing(day)
  const begun = await begin(workshop, await giveOut(workshop, short, { to: own, bayId: null }), own)
  await workshop.technician?.desk.call(dispatchCalls.pause, {
    body: { orderId: begun.id, lineIds: lineIdsOf(begun), kind: 'parts', reason: '等前制动盘到货' },
  })
  const waiting = await workNow(day, { by: first, bay: 4, scene: { jobs: withMaterial, since: 240, until: 120 } })
  await pauseWhole(workshop, waiting, 'customer', '增项报价等客户答复')
  const payment: Payment = { payer: 'warranty', payerPartnerId: makerOf(workshop) }
  const claimed = await workNow(day, {
    by: second,
    bay: 5,
    scene: { jobs: warrantyJobs, payment, since: 1500, until: 1440 },
  })
  await pauseWhole(workshop, claimed, 'maker', '等厂家核实是否属三包')
  const fetched = await workNow(day, { by: second, bay: 6, scene: { jobs: withMaterial, since: 200, until: 200 } })
  await pauseWhole(workshop, fetched, 'parts', '到货型号不符，等换货')
}

const makerOf = ({ shop }: Workshop): number =>
  shop.book.id('partner', partners.find(({ cusFlag }) => (cusFlag & partnerFlag.manufacturer) !== 0)?.code ?? '')

async function pauseWhole(
  { head }: Workshop,
  order: Order,
  kind: 'parts' | 'customer' | 'maker',
  reason: string,
): Promise<void> {
  await head.act(workOrder.routes, savedOf(order), 'pause', { reason, input: { kind } })
}

/** An order for goods that the shop has none of; they are on a purchase order. */
async function orderOfMissing(day: Day): Promise<Order> {
  const { workshop, shelf, today } = day
  const { shop } = workshop
  const product = products.find(
    ({ orgCode, partCode, retailPrice, purchasePrice }) =>
      orgCode === shop.orgCode &&
      retailPrice !== null &&
      purchasePrice !== null &&
      /制动盘|制动片|减振器/.test(parts.find(({ code }) => code === partCode)?.name ?? '') &&
      !shelf.has(shop.book.id('part', partCode)),
  )
  const partId = shop.book.id('part', product?.partCode ?? parts[0]?.code ?? '')
  const { buyer, boss } = shop.desks
  const [supplier] = suppliersOf(shop)
  const draft = await buyer.save(purchaseOrder.routes, {
    header: {
      bizDate: today,
      partnerId: shop.book.id('partner', supplier?.code ?? ''),
      warehouseId: workshop.warehouseId,
      expectedOn: addDays(today, 1),
    },
    lines: [{ partId, qty: '2', price: product?.purchasePrice ?? '100', taxRate: '0.13' }],
  })
  await boss.act(purchaseOrder.routes, await buyer.act(purchaseOrder.routes, draft, 'submit'), 'approve')
  const { car } = next(day, withoutMaterial)
  const job: DemoJob = {
    businessType: '一般维修',
    weight: 1,
    items: ['更换前制动盘'],
    materials: [],
    story: ['刹车时方向盘抖', '前制动盘偏摆超差', '更换前制动盘'],
  }
  const labour = [itemLine(workshop, car, '更换前制动盘')]
  const materials = [{ partId, qty: '2', price: product?.retailPrice ?? '0', taxRate: workshop.taxRate, labourNo: 1 }]
  return writeOrder(workshop, visitNow(day, car, job, 180, 1500), { labour, materials })
}

/** Work that waits for a look, and some that did not pass it. */
async function lookOver(day: Day, { own, first }: { own: number; first: number }): Promise<void> {
  const { workshop } = day
  await finish(
    workshop,
    await workNow(day, { by: own, bay: 0, scene: { jobs: withMaterial, since: 210, until: 30 } }),
    own,
  )
  const poor = await finish(
    workshop,
    await workNow(day, { by: first, bay: 1, scene: { jobs: withMaterial, since: 260, until: 45 } }),
  )
  await check(workshop, poor, { ok: false })
}

/** Cars that are done: one that is to be settled, one that waits for its customer, and two that have left. */
async function settleCars(day: Day, by: number, couponNos: readonly string[]): Promise<void> {
  const [named = [], ...used] = couponNos.map((couponNo) => [couponNo])
  const { workshop, today } = day
  const done = async (scene: Scene): Promise<Order> => {
    const order = await workNow(day, { by, bay: 2, scene })
    const checked = await check(workshop, await finish(workshop, order), { ok: true })
    return readAgain(await complete(workshop, checked))
  }
  const ready = await done({ jobs: withMaterial, since: 330, until: 20 })
  await payDeposit(workshop, ready, '100')
  await ready.visit.adviser.desk.save(repairSettlement.routes, {
    header: { ...settlementHeader(ready, today), couponNos: named },
  })
  await done({ jobs: withoutMaterial, since: 300, until: 60, adviser: 1 })
  await settle(workshop, await done({ jobs: withMaterial, since: 350, until: 10 }), { on: today, couponNos: used[0] })
  for (const [i, until] of [5, 15].entries()) {
    const paid = await done({ jobs: withMaterial, since: 280, until })
    await settle(workshop, paid, { on: today, couponNos: used[i + 1] })
    await handOver(workshop, paid)
  }
}

/** Appointments of today and tomorrow, and cars at the door. */
async function expectCars(day: Day): Promise<void> {
  const { workshop, today } = day
  const planned = async (on: string, clock: string, how: { action?: 'confirm'; bay?: number }) => {
    const { car, job, lines } = next(day, usualJobs)
    const visit = { ...visitNow(day, car, job, 0, 240), day: on, arrivedAt: at(on, clock) }
    const bayId = how.bay === undefined ? null : await bayOf(workshop, how.bay)
    const booked = await book(workshop, visit, { lines, bayId, ...(how.action && { action: how.action }) })
    return { visit, booked }
  }
  for (const [i, clock] of ['09:00', '10:30', '14:00', '16:30'].entries())
    await planned(today, clock, { action: 'confirm', bay: i % 3 })
  await planned(today, '15:30', {})
  for (const [i, clock] of ['08:30', '09:30', '11:00', '15:00'].entries())
    await planned(addDays(today, 1), clock, i === 2 ? {} : { action: 'confirm', bay: i % 3 })
  const { visit, booked } = await planned(today, '08:30', { action: 'confirm', bay: 1 })
  await arrive(workshop, visit, booked)
  const { car, job } = next(day)
  const taken = visitNow(day, car, job, 10, 200)
  const received = await receive(workshop, taken)
  await inspect(taken.adviser.desk, { receptionId: received.id }, { isDone: true, isQuoted: false })
}

/** Whose work of last week the advisers ask about (business/customers 9). */
async function callAgain({ advisers }: Workshop, today: string, { delivered }: Done): Promise<void> {
  const latest = delivered.slice(-6)
  for (const [i, { visit }] of latest.entries()) {
    const { desk, employeeId } = advisers[i % advisers.length] as Visit['adviser']
    const subjects = [{ partnerId: visit.car.partnerId, vehicleId: visit.car.id }]
    const dueOn = addDays(today, i % 3)
    await desk.call(followUpRoutes.make, { body: { subjects, reason: '维修后回访', dueOn, employeeId } })
  }
}
