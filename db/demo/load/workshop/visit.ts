// How a car is taken in: by an appointment or without one, with a reception, and an order that its customer agrees to (business/demo 5.3).
import type { DataOf } from '@chepu/contract/kernel/route'
import { reception } from '@chepu/contract/repair/reception'
import { reservation } from '@chepu/contract/repair/reservation'
import { workOrder } from '@chepu/contract/repair/work-order'
import { shanghaiDay } from '../../../../packages/server/src/kernel/base/calendar'
import { belongings, type DemoJob, outsideMarks } from '../../workshop-jobs'
import { kilometresOn } from '../../vehicles'
import type { Saved } from '../desk'
import type { OrderBody } from './bodies'
import type { Car, Person, Workshop } from './workshop'

/** A car that comes with something to be done. */
export interface Visit {
  day: string
  car: Car
  job: DemoJob
  adviser: Person
  /** Moments as ISO 8601. */
  arrivedAt: string
  promisedAt: string
}

type View = DataOf<typeof workOrder.routes.read>

/** An order with its lines as they were read when its customer agreed. */
export interface Order {
  visit: Visit
  id: number
  version: number
  lines: View
}

/** An order that is settled, with what settled it. */
export interface Settled extends Order {
  settlementId: number
}

/** A clock of a day in Shanghai. */
export const at = (day: string, clock: string): string => `${day}T${clock}:00+08:00`

const dayCount = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** What the meter shows when the car comes. */
const mileageOf = ({ car, day }: Visit): string => kilometresOn(car, -dayCount(day, shanghaiDay()))

/** A visit in the morning or the afternoon of a day, promised for its evening or, where it takes days, a later one. */
export function visitOn(workshop: Workshop, day: string, car: Car, job: DemoJob, promisedOn = day): Visit {
  const { random, advisers } = workshop
  const clock = `${String(random.int(8, 15)).padStart(2, '0')}:${random.pick(['05', '20', '35', '50'])}`
  return {
    day,
    car,
    job,
    adviser: random.pick(advisers),
    arrivedAt: at(day, clock),
    promisedAt: at(promisedOn, '18:00'),
  }
}

/** Who brings the car, and his mobile. */
function contactOf({ owner }: Car) {
  const [contact] = owner.contacts
  return { contactName: contact?.name ?? owner.name, contactMobile: contact?.mobile ?? owner.mobile ?? '' }
}

const typeOf = ({ types }: Workshop, { businessType }: DemoJob): number => types.get(businessType) as number

const carried = (workshop: Workshop, visit: Visit) => ({
  bizDate: visit.day,
  partnerId: visit.car.partnerId,
  vehicleId: visit.car.id,
  salespersonId: visit.adviser.employeeId,
  businessTypeId: typeOf(workshop, visit.job),
  complaint: visit.job.story[0],
  ...contactOf(visit.car),
})

/** Books a car for a moment, with what will be done to it. */
export function book(
  workshop: Workshop,
  visit: Visit,
  { lines = {}, bayId = null, action }: { lines?: object; bayId?: number | null; action?: 'confirm' },
): Promise<Saved> {
  const { random } = workshop
  return visit.adviser.desk.save(reservation.routes, {
    header: {
      ...carried(workshop, visit),
      expectedAt: visit.arrivedAt,
      minutes: random.pick([30, 60, 60, 90, 120]),
      bayId,
      origin: random.pick(['电话', '电话', '微信', '微信', '到店', '平台']),
    },
    ...lines,
    ...(action && { action: { name: action } }),
  })
}

/** The reception of a car that comes by an appointment. */
export async function arrive(workshop: Workshop, { adviser }: Visit, booked: Saved): Promise<Saved> {
  await adviser.desk.act(reservation.routes, booked, 'arrive')
  return madeOf(workshop, 'reception', 'reservation_id', booked.id)
}

/** Writes down how a car is handed over, of its appointment or without one; with `action` it goes on at once. */
export function receive(
  workshop: Workshop,
  visit: Visit,
  { of, action }: { of?: Saved | undefined; action?: { name: string; reason?: string; input?: unknown } } = {},
): Promise<Saved> {
  const { random } = workshop
  return visit.adviser.desk.save(reception.routes, {
    ...(of && { id: of.id, version: of.version }),
    header: {
      ...carried(workshop, visit),
      arrivedAt: visit.arrivedAt,
      promisedAt: visit.promisedAt,
      mileage: mileageOf(visit),
      fuelLevel: random.int(1, 8),
      exterior: random.sample(outsideMarks, random.int(0, 2)),
      belongings: random.pick(belongings),
      keepsOldParts: random.chance(0.2),
    },
    ...(action && { action }),
  })
}

/** Writes the order of a car that was received; without `consent` its customer still thinks it over. */
export async function writeOrder(
  workshop: Workshop,
  visit: Visit,
  lines: Pick<OrderBody, 'labour' | 'materials' | 'extras' | 'outsourced'>,
  {
    of,
    booked,
    reworkOfId = null,
    consent = true,
  }: { of?: Saved; booked?: Saved | undefined; reworkOfId?: number | null; consent?: boolean } = {},
): Promise<Order> {
  const { warehouseId } = workshop
  const { desk } = visit.adviser
  const received = await receive(workshop, visit, { of, action: { name: 'toQuote', input: { warehouseId } } })
  const made = await madeOf(workshop, 'work_order', 'reception_id', received.id)
  const saved = await desk.save(workOrder.routes, {
    id: made.id,
    version: made.version,
    header: {
      ...carried(workshop, visit),
      warehouseId,
      repairForm: '到店',
      mileage: mileageOf(visit),
      arrivedAt: visit.arrivedAt,
      promisedAt: visit.promisedAt,
      receptionId: received.id,
      reservationId: booked?.id ?? null,
      reworkOfId,
    },
    ...lines,
    ...(consent && { action: { name: 'confirm', input: { method: 'phone', by: contactOf(visit.car).contactName } } }),
  })
  return readAgain({ visit, id: saved.id, version: saved.version, lines: {} as View })
}

/** The order as it stands now. */
export async function readAgain(order: Order): Promise<Order> {
  const lines = await order.visit.adviser.desk.call(workOrder.routes.read, { params: { id: order.id } })
  return { ...order, version: lines.header.version, lines }
}

/** What an action has made of a document. */
async function madeOf(
  { shop: { db, groupId } }: Workshop,
  kind: string,
  column: 'reception_id' | 'reservation_id',
  id: number,
): Promise<Saved> {
  const made = await db.tenant(groupId, (tx) =>
    tx.one<Saved>({
      text: `select id, bill_no, version, state from repair_document where group_id = $1 and kind = $2 and ${column} = $3`,
      values: [tx.groupId, kind, id],
    }),
  )
  if (!made) throw new Error(`nothing was made of ${column} ${id}`)
  return made
}
