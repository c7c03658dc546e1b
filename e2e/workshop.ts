import { employeeRoutes } from '@chepu/contract/access/staff'
import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { dispatchCalls } from '@chepu/contract/repair/dispatch'
import { listBusinessTypes, listWorkerTypes } from '@chepu/contract/repair/lookups'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { technicianRoutes } from '@chepu/contract/repair/technician'
import { workOrder } from '@chepu/contract/repair/work-order'
import { type Colleague, fresh, freshMobile, today } from './api'

const { routes } = workOrder
type OrderBody = BodyOf<typeof routes.save>
type Lines = Pick<Partial<OrderBody>, 'labour' | 'materials' | 'extras'>
/** A car with its customer. */
export interface Car {
  id: number
  plate: string
  vin: string
  partnerId: number
}

/** Letters and digits that plates and VINs may have. */
const signs = (count: number): string => `${fresh()}${fresh()}`.replaceAll(/[IOQ]/g, '8').slice(0, count)

/** A car that nobody has repaired before, of a customer of its own. */
export async function newCar(boss: Colleague, kilometres = '31000'): Promise<Car> {
  const { id: partnerId } = await boss.newCustomer({ mobile: freshMobile() })
  const [plate, vin] = [`京A${signs(5)}`, `LSV${signs(14)}`]
  const { id } = await boss.call(vehicleRoutes.quick, { body: { plate, vin, partnerId, mileage: kilometres } })
  return { id, plate, vin, partnerId }
}

/** An order that the customer of the car has agreed to by telephone. */
export async function confirmedOrder(boss: Colleague, car: Car, lines: Lines, type = 'general', said: object = {}) {
  const { rows } = await boss.call(listBusinessTypes)
  const businessTypeId = rows.find(({ code }) => code === type)?.id ?? 0
  const warehouseId = await boss.warehouse()
  const { id: vehicleId, partnerId } = car
  const header = { bizDate: today(), partnerId, vehicleId, businessTypeId, warehouseId, mileage: '31000', ...said }
  const action = { name: 'confirm', input: { method: 'phone', by: '车主', phone: freshMobile() } }
  return boss.call(routes.save, { body: { header, ...lines, action } as never })
}

/** Somebody who repairs in this colleague's organisation, with a login. */
export async function newTechnician(boss: Colleague) {
  const name = `技师${fresh()}`
  const { id: employeeId } = await boss.call(employeeRoutes.save, { body: { name } })
  const { rows } = await boss.call(listWorkerTypes)
  await boss.call(technicianRoutes.save, { body: { employeeId, workerTypeIds: rows.slice(0, 1).map(({ id }) => id) } })
  const { username } = await boss.hires('技师', '', employeeId)
  return { employeeId, name, username }
}

/** Gives all labour of an order to a technician. */
export async function dispatches(boss: Colleague, orderId: number, employeeId: number): Promise<number[]> {
  const { labour } = await boss.call(routes.read, { params: { id: orderId } })
  const lineIds = labour.map(({ id }) => id)
  await boss.call(dispatchCalls.assign, { body: { orderId, lineIds, technicians: [{ employeeId }] } })
  return lineIds
}

/** Has the labour of an order done and checked, and the order after it: it may be settled. */
export async function completes(boss: Colleague, orderId: number): Promise<void> {
  const { employeeId } = await newTechnician(boss)
  const body = { orderId, lineIds: await dispatches(boss, orderId, employeeId) }
  await boss.call(dispatchCalls.start, { body })
  await boss.call(dispatchCalls.finish, { body: { ...body, selfCheck: true } })
  await boss.call(dispatchCalls.check, { body: { ...body, ok: true } })
  const { header } = await boss.call(routes.read, { params: { id: orderId } })
  await boss.call(routes.act, {
    params: { id: orderId, action: 'complete' },
    body: { version: header.version, input: {} },
  } as never)
}

/** Settles a completed order: all that the customer owes is paid onto an account. */
export async function settles(boss: Colleague, car: Car, workOrderId: number, storeAccountId: number, amount: string) {
  const header = { bizDate: today(), partnerId: car.partnerId, vehicleId: car.id, workOrderId }
  const action = { name: 'settle', input: { tenders: [{ storeAccountId, amount }] } }
  return boss.call(repairSettlement.routes.save, { body: { header, action } as never })
}
