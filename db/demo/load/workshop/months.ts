// The months behind a workshop: cars come day by day, are repaired and given back (business/demo 5.3).
import { workOrder } from '@chepu/contract/repair/work-order'
import { reservation } from '@chepu/contract/repair/reservation'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { setValuation } from '@chepu/contract/repair/valuation'
import { addDays, shanghaiDay } from '../../../../packages/server/src/kernel/base/calendar'
import { partnerFlag } from '../../partner-types'
import { partners } from '../../partners'
import { accidentJobs, addedWork, declinedOffers, type DemoJob, usualJobs, warrantyJobs } from '../../workshop-jobs'
import type { Saved } from '../desk'
import { atPolicy, byCustomer, itemLine, type JobLines, linesOf, type OrderBody, type Payment, suits } from './bodies'
import { truckMakerId } from '../warranty/masters'
import { openCase, pursue } from './accidents'
import { arrive, book, type Order, readAgain, receive, type Settled, type Visit, visitOn, writeOrder } from './visit'
import { exchange, handOver, issue, payDeposit, savedOf, settle, workOff } from './work'
import { type Car, type Shelf, shelfOf, type Workshop } from './workshop'

/** What brings a car here. */
type Cause = 'usual' | 'accident' | 'warranty' | 'internal' | 'rework' | 'gift' | 'cancelled' | 'left'

/** How many cars come in the months behind, and how many of their owners had booked (business/demo 5.3). */
interface Volume {
  causes: Partial<Record<Cause, number>>
  booked: number
  /** Appointments that came to nothing. */
  missed: number
  cancelled: number
  /** Pieces that were the wrong ones. */
  exchanged: number
}

const volumes: Readonly<Record<string, Volume>> = {
  '02': {
    causes: { usual: 98, accident: 15, warranty: 16, internal: 5, rework: 6, gift: 3, cancelled: 3, left: 10 },
    booked: 44,
    missed: 9,
    cancelled: 6,
    exchanged: 18,
  },
  '03': {
    causes: { usual: 24, gift: 3, cancelled: 2, left: 5 },
    booked: 14,
    missed: 3,
    cancelled: 2,
    exchanged: 3,
  },
}

/** What was done, for what comes after it. */
export interface Done {
  /** Orders that are settled and given back, the latest last. */
  delivered: Settled[]
  /** How many cars came after an accident. */
  accidents: number
}

/** What a workshop does on the days behind today, and all that it has done in the end. */
export function planMonths(
  workshop: Workshop,
  { firstDay, today }: { firstDay: string; today: string },
): { workOn: (day: string) => Promise<void>; done: Done } {
  const { random, shop } = workshop
  const { causes, booked, missed, cancelled, exchanged } = volumes[shop.orgCode] as Volume
  const days = daysBetween(firstDay, addDays(today, -1))
  const all = random.shuffle(
    Object.entries(causes).flatMap(([cause, count]) => Array<Cause>(count).fill(cause as Cause)),
  )
  const orders = Math.max(1, all.length)
  const cars = all.map((cause, i) => ({
    cause,
    // What is done again was done before.
    day: random.weighted(cause === 'rework' ? days.slice(20) : days),
    isBooked: cause === 'usual' && random.chance(booked / (causes.usual ?? 1)),
    // One in three has material of which a piece may be exchanged.
    isExchanged: i % Math.floor(orders / (3 * exchanged)) === 0,
  }))
  const nothings = Array.from({ length: missed + cancelled }, (_, i) => ({
    day: random.weighted(days),
    isMissed: i < missed,
  }))
  const done: Done = { delivered: [], accidents: 0 }
  return {
    done,
    async workOn(day) {
      const shelf = await shelfOf(workshop)
      for (const car of cars.filter((each) => each.day === day)) await takeCar(workshop, car, { shelf, done })
      for (const { isMissed } of nothings.filter((each) => each.day === day)) await bookInVain(workshop, day, isMissed)
    },
  }
}

/** Days with their share of the work; Sundays are quiet. */
function daysBetween(from: string, to: string): [string, number][] {
  const days: [string, number][] = []
  for (let day = from; day <= to; day = addDays(day, 1))
    days.push([day, new Date(`${day}T00:00:00Z`).getUTCDay() === 0 ? 3 : 10])
  return days
}

interface Coming {
  cause: Cause
  day: string
  isBooked: boolean
  isExchanged: boolean
}

async function takeCar(
  workshop: Workshop,
  { cause, day, isBooked, isExchanged }: Coming,
  { shelf, done }: { shelf: Shelf; done: Done },
): Promise<void> {
  if (cause === 'rework') return repeat(workshop, day, done)
  const { visit, lines, payment } = chosen(workshop, cause, day, shelf)
  if (cause === 'left') {
    await receive(workshop, visit, { action: { name: 'leave', reason: '报价后客户不修，自行离厂' } })
    return
  }
  const priced = await atPolicy(workshop, { car: visit.car, day, payment }, lines)
  const ordered = withMore(workshop, visit, priced, cause)
  const order = isBooked
    ? await bookedOrder(workshop, visit, priced)
    : await declining(workshop, visit, ordered, cause === 'usual')
  if (cause === 'cancelled') {
    await visit.adviser.desk.act(workOrder.routes, savedOf(order), 'cancel', { reason: '客户改去别处维修' })
    return
  }
  if (cause === 'accident') done.delivered.push(await playAccident(workshop, order, payment, done))
  else done.delivered.push(await playOrder(workshop, order, { payment, isExchanged }))
}

/** A car and a job that goes with it and that the shelf has goods for; work that wants none where nothing else fits. */
function chosen(
  workshop: Workshop,
  cause: Cause,
  day: string,
  shelf: Shelf,
): { visit: Visit; lines: JobLines; payment: Payment } {
  const asked = paymentOf(workshop, cause)
  const jobs = cause === 'accident' ? accidentJobs : cause === 'warranty' ? warrantyJobs : usualJobs
  for (let i = 0; i < 12; i += 1) {
    const car = carFor(workshop, cause)
    const fitting = jobs.filter((job) => suits(job, car))
    if (fitting.length === 0) continue
    const drawn = workshop.random.weighted(fitting.map((each) => [each, each.weight] as const))
    const job = cause === 'internal' ? { ...drawn, businessType: '内部维修' as const } : drawn
    const payment = asked.payer === 'warranty' ? { ...asked, payerPartnerId: truckMakerId(workshop.shop, car) } : asked
    const lines = linesOf(workshop, car, job, { shelf, payment })
    if (lines) return { visit: visitOn(workshop, day, car, job, readyOn(day, cause)), lines, payment }
  }
  const car = carFor(workshop, 'usual')
  const job = usualJobs.find((each) => each.items.includes('四轮定位') && each.materials.length === 0) as DemoJob
  return {
    visit: visitOn(workshop, day, car, job),
    lines: linesOf(workshop, car, job, { shelf }) as JobLines,
    payment: asked,
  }
}

/** Panels and paint take three days; all that began before today is done by yesterday. */
function readyOn(day: string, cause: Cause): string {
  const yesterday = addDays(shanghaiDay(), -1)
  const ready = addDays(day, cause === 'accident' ? 3 : 0)
  return ready < yesterday ? ready : yesterday
}

/** Trucks alone are under the guarantee of their makers. */
function carFor({ cars, random }: Workshop, cause: Cause): Car {
  const wanted = cars.filter(({ carType }) => cause !== 'warranty' || carType === '重卡')
  return random.weighted(wanted.map((car) => [car, car.owner.kind === 'unit' ? 2 : 1] as const))
}

const partnerOf = ({ shop, random }: Workshop, role: number, limit: number): number => {
  const found = partners.filter(({ cusFlag }) => (cusFlag & role) !== 0).slice(0, limit)
  return shop.book.id('partner', random.pick(found).code)
}

function paymentOf(workshop: Workshop, cause: Cause): Payment {
  const { shop } = workshop
  if (cause === 'accident') return { payer: 'insurance', payerPartnerId: partnerOf(workshop, partnerFlag.insurer, 3) }
  // One of those who build trucks, until the truck is chosen.
  if (cause === 'warranty')
    return { payer: 'warranty', payerPartnerId: partnerOf(workshop, partnerFlag.manufacturer, 2) }
  return cause === 'internal'
    ? { payer: 'internal', payerDepartmentId: shop.book.id('department', '0202') }
    : byCustomer
}

/** Fees, bought work and gifts beside the job. */
function withMore(
  { shop, random, taxRate, ...rest }: Workshop,
  { car }: Visit,
  lines: JobLines,
  cause: Cause,
): JobLines & Pick<OrderBody, 'extras' | 'outsourced'> {
  const supplier = partners.find(({ name }) => name.includes('外协加工'))
  const isTowed = cause === 'accident' && random.chance(0.4)
  const isSentOut = cause === 'accident' && random.chance(0.3)
  const washed =
    cause === 'gift' && itemLine({ shop, random, taxRate, ...rest }, car, '普通洗车', { payment: { payer: 'gift' } })
  return {
    ...lines,
    labour: washed ? [...lines.labour, { ...washed, discountRate: '1' }] : lines.labour,
    extras: isTowed ? [{ name: '拖车费', qty: '1', price: '200', taxRate }] : [],
    outsourced:
      isSentOut && supplier
        ? [
            {
              name: '大灯总成抛光翻新',
              supplierId: shop.book.id('partner', supplier.code),
              qty: '1',
              price: '280',
              purchaseAmount: '160',
              taxRate,
            },
          ]
        : [],
  }
}

/** An order by an appointment, which had its lines already. */
async function bookedOrder(workshop: Workshop, visit: Visit, lines: JobLines): Promise<Order> {
  const booked = await book(workshop, visit, { lines, action: 'confirm' })
  const of = await arrive(workshop, visit, booked)
  return writeOrder(workshop, visit, lines, { of, booked })
}

/** An order of which the customer, now and then, does without something. */
async function declining(workshop: Workshop, visit: Visit, lines: JobLines, mayDecline: boolean): Promise<Order> {
  const { random } = workshop
  const [item, reason] = random.pick(declinedOffers)
  if (!mayDecline || visit.car.carType === '重卡' || !random.chance(0.1)) return writeOrder(workshop, visit, lines)
  const offered = { ...lines, labour: [...lines.labour, itemLine(workshop, visit.car, item)] }
  const order = await writeOrder(workshop, visit, offered, { consent: false })
  const lineId = order.lines.labour.at(-1)?.id as number
  const input = { method: 'phone', by: '送修人', declined: [{ lineId, reason }] }
  await visit.adviser.desk.act(workOrder.routes, savedOf(order), 'confirm', { input })
  return readAgain(order)
}

/** A car that an insurer pays for, with its case. */
async function playAccident(workshop: Workshop, order: Order, payment: Payment, done: Done): Promise<Settled> {
  const accident = await openCase(workshop, order, payment.payerPartnerId as number, done.accidents)
  done.accidents += 1
  const settled = await playOrder(workshop, order, { payment, isExchanged: false, ofInsured: accident.fromCustomer })
  await pursue(workshop, settled, accident)
  return settled
}

/** From the warehouse to the customer's hands. */
async function playOrder(
  workshop: Workshop,
  order: Order,
  { payment, isExchanged, ofInsured = '0' }: { payment: Payment; isExchanged: boolean; ofInsured?: Decimal },
): Promise<Settled> {
  const { random } = workshop
  const on = order.visit.promisedAt.slice(0, 10)
  const isDear = payment.payer === 'customer' && random.chance(0.03)
  if (isDear) await payDeposit(workshop, order, '100')
  const picked = await issue(workshop, order, { inTwo: random.chance(0.25) })
  if (picked && isExchanged) await exchange(workshop, order, picked)
  if (order.lines.materials.length > 0 && random.chance(0.08)) await price(order)
  const added =
    random.chance(0.06) && payment.payer === 'customer' ? await addWork(workshop, order) : await readAgain(order)
  const worked = await workOff(workshop, added)
  const settled = await settle(workshop, await readAgain(worked), {
    on,
    ...(isDear && { deposit: '100' }),
    ofInsured,
    ...(payment.payer === 'customer' &&
      random.chance(0.12) && { discount: random.pick(['fen', 'fen', 'yuan'] as const) }),
  })
  await handOver(workshop, worked)
  return settled
}

/** The desk looks at the price of material that is issued, and leaves it. */
async function price(order: Order): Promise<void> {
  const { header, materials } = (await readAgain(order)).lines
  const lines = materials
    .filter(({ isConsumable }) => !isConsumable)
    .map(({ id, price: stood }) => ({ lineId: id, price: stood ?? null }))
  if (lines.length === 0) return
  await order.visit.adviser.desk.call(setValuation, {
    params: { id: order.id },
    body: { version: header.version, lines },
  })
}

/** What is found while the work goes on, to which the customer agrees by telephone. */
export async function addWork(workshop: Workshop, order: Order, { isAsked = true } = {}): Promise<Order> {
  const [item, cause] = workshop.random.pick(addedWork)
  const { header, labour, materials, extras, outsourced } = (await readAgain(order)).lines
  const line = { ...itemLine(workshop, order.visit.car, item), cause }
  const { desk } = order.visit.adviser
  const saved = await desk.save(workOrder.routes, {
    id: order.id,
    version: header.version,
    header,
    labour: [...labour, line],
    materials,
    extras,
    outsourced,
  })
  if (isAsked) await desk.act(workOrder.routes, saved, 'confirmAdded', { input: { method: 'phone', by: '车主' } })
  return readAgain(order)
}

/** A car comes back with work that did not hold: it is done again at the shop's cost. */
async function repeat(workshop: Workshop, day: string, done: Done): Promise<void> {
  const former = done.delivered.findLast(({ visit, lines }) => visit.day < day && lines.labour[0]?.payer === 'customer')
  const [first] = former?.lines.labour ?? []
  if (!former || !first) return
  const { car, job } = former.visit
  const story = [`${first.name}后问题仍在`, '上次安装不到位', '重新拆装调整，路试正常'] as const
  const visit = visitOn(workshop, day, car, { ...job, businessType: '返工', story, materials: [] })
  const line = {
    ...first,
    id: undefined,
    sourceLineId: null,
    price: '0',
    discountRate: '1',
    payer: 'rework' as const,
    reworkOfLineId: first.id,
    complaint: story[0],
    cause: story[1],
    remedy: story[2],
  }
  const order = await writeOrder(workshop, visit, { labour: [line] }, { reworkOfId: former.id })
  await playOrder(workshop, order, { payment: { payer: 'rework' }, isExchanged: false })
}

/** Somebody books and does not come, or calls it off. */
async function bookInVain(workshop: Workshop, day: string, isMissed: boolean): Promise<void> {
  const car = carFor(workshop, 'usual')
  const job = workshop.random.pick(usualJobs.filter((each) => suits(each, car)))
  const visit = visitOn(workshop, day, car, job)
  const labour = job.items.length > 0 ? [itemLine(workshop, car, job.items[0] as string)] : []
  const booked: Saved = await book(workshop, visit, { lines: { labour }, action: 'confirm' })
  const { desk } = visit.adviser
  if (isMissed) await desk.act(reservation.routes, booked, 'noShow')
  else await desk.act(reservation.routes, booked, 'cancel', { reason: '客户临时有事' })
}
