import { reception } from '@chepu/contract/repair/reception'
import { reservation } from '@chepu/contract/repair/reservation'
import { workOrder } from '@chepu/contract/repair/work-order'
import { call } from '../../kit/base/call'
import type { FieldValues } from '../../kit/document/editor-section'
import type { OrderStore } from './order-store'

/** Documents that an order may be begun from, with those that are offered. */
export const formerKinds = [
  { def: reservation, label: '预约', states: 'pending,confirmed' },
  { def: reception, label: '接车', states: 'open' },
  { def: workOrder, label: '历史工单', states: 'settled,delivered,cancelled' },
] as const
export type FormerKind = (typeof formerKinds)[number]

/** What every former document says of its car and customer, and of what is wrong. */
const shared = [
  'vehicleId',
  'plate',
  'vin',
  'modelText',
  'lastMileage',
  'partnerId',
  'partnerName',
  'contactName',
  'contactMobile',
  'salespersonId',
  'salespersonName',
  'businessTypeId',
  'businessTypeName',
  'complaint',
  'remark',
] as const
/** And what a reception says besides. */
const arrived = ['arrivedAt', 'promisedAt', 'mileage', 'fuelLevel', 'keepsOldParts', 'repairForm'] as const

const said = (header: FieldValues, names: readonly string[]): FieldValues =>
  Object.fromEntries(names.flatMap((name) => (header[name] == null ? [] : [[name, header[name]]])))

/** Begins an order with all that an appointment knows. */
async function ofReservation(order: OrderStore, id: number, signal?: AbortSignal): Promise<void> {
  const { header, labour, materials } = await call(reservation.routes.read, {
    params: { id },
    ...(signal && { signal }),
  })
  const now = new Date().toISOString()
  const known = { ...said(header, shared), reservationId: id, reservationNo: header.billNo, arrivedAt: now }
  order.beginOf(known, { labour, materials })
}

/** Begins an order with all that a reception knows, and with what was planned for the appointment by which the car came. */
async function ofReception(order: OrderStore, id: number, signal?: AbortSignal): Promise<void> {
  const asked = signal && { signal }
  const { header } = await call(reception.routes.read, { params: { id }, ...asked })
  const { reservationId } = header
  const planned = reservationId
    ? await call(reservation.routes.read, { params: { id: reservationId }, ...asked })
    : { header: { vehicleId: null }, labour: [], materials: [] }
  const known = { ...said(header, [...shared, ...arrived]), receptionId: id, receptionNo: header.billNo }
  const { labour, materials } = planned
  order.beginOf(
    { ...known, ...(reservationId && { reservationId, reservationNo: header.reservationNo }) },
    { labour, materials },
    // Its car may have been corrected since it was booked.
    planned.header.vehicleId === header.vehicleId,
  )
}

async function ofOrder(order: OrderStore, id: number, signal?: AbortSignal): Promise<void> {
  order.beginFrom(await call(workOrder.routes.read, { params: { id }, ...(signal && { signal }) }))
}

const beginners: Record<FormerKind['def']['kind'], typeof ofOrder> = {
  reservation: ofReservation,
  reception: ofReception,
  work_order: ofOrder,
}

/** Begins a new order from a document of this kind; false where an order cannot. Throws as the calls do, after the user was told. */
export async function beginFromFormer(
  order: OrderStore,
  kind: string,
  id: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const former = formerKinds.find(({ def }) => def.kind === kind)
  if (!former) return false
  await beginners[former.def.kind](order, id, signal)
  return true
}
