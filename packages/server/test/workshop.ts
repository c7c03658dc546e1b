// A small workshop beside the shop that tests trade in: a customer's car, what is done to it and by whom.
import type { BodyOf } from '@chepu/contract/kernel/route'
import { dispatchCalls } from '@chepu/contract/repair/dispatch'
import { reception } from '@chepu/contract/repair/reception'
import { reservation } from '@chepu/contract/repair/reservation'
import { workOrder } from '@chepu/contract/repair/work-order'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { act, type Saved, save } from './desk'
import type { Shop } from './shop'
import { type Client, one } from './stage'

type AnyOrder = BodyOf<typeof workOrder.routes.save>
/** The body of an order of a car. */
export type OrderBody = AnyOrder & { header: AnyOrder['header'] & { vehicleId: number } }

/** Where a workshop is opened: a shop of tests, or the stage of measurements. */
type Place = Pick<Shop, 'db' | 'groupId' | 'orgId'>

/** Everything that an order refers to. */
async function openWorkshop(shop: Place) {
  return shop.db.tenant(shop.groupId, async (tx) => {
    const partnerId = await one(tx, 'partner', {
      code: 'K00088',
      name: '车主甲',
      kind: 'person',
      cus_flag: 1,
      mobile: '13900000088',
    })
    const insurerId = await one(tx, 'partner', { code: 'B00001', name: '测试保险公司', kind: 'unit', cus_flag: 8 })
    const vehicleId = await one(tx, 'vehicle', {
      plate: '京A88888',
      vin: 'LSVAA4187C2184847',
      partner_id: partnerId,
      model_text: '大众 朗逸',
      mileage: '30000',
    })
    await one(tx, 'vehicle_owner', { vehicle_id: vehicleId, partner_id: partnerId, since: '2026-01-01' })
    const named = async (table: string, row: Record<string, unknown>) => {
      const known = await tx.one<{ id: number }>({
        text: `select id from ${table} where group_id = $1 and name = $2`,
        values: [tx.groupId, row['name'] as string],
      })
      return known?.id ?? one(tx, table, row)
    }
    const workerTypeId = await named('worker_type', { name: '机电', hour_price: '100', commission_rate: '0.18' })
    const businessTypeId = await named('business_type', {
      code: 'general',
      name: '一般维修',
      default_payer: 'customer',
    })
    const technician = async (empNo: string, name: string) => {
      const id = await one(tx, 'employee', { org_id: shop.orgId, emp_no: empNo, name, department_id: null })
      await one(tx, 'technician', { employee_id: id })
      return id
    }
    const technicianId = await technician('T01', '技师一')
    const helperId = await technician('T02', '技师二')
    return { partnerId, insurerId, vehicleId, workerTypeId, businessTypeId, technicianId, helperId }
  })
}
export type Workshop = Awaited<ReturnType<typeof openWorkshop>>

const opened = new WeakMap<Place, Promise<Workshop>>()
/** The one workshop of a shop, opened when it is first asked for. */
export function workshopOf(shop: Place): Promise<Workshop> {
  const known = opened.get(shop) ?? openWorkshop(shop)
  opened.set(shop, known)
  return known
}

/** The body of an order of one job with its material, as a desk saves it. */
export const orderBody = (
  shop: Pick<Shop, 'warehouseId' | 'parts'>,
  { partnerId, vehicleId, businessTypeId, workerTypeId }: Workshop,
): OrderBody => ({
  header: {
    bizDate: shanghaiDay(),
    partnerId,
    vehicleId,
    businessTypeId,
    warehouseId: shop.warehouseId,
    mileage: '31000',
  },
  labour: [{ name: '更换机油机滤', workerTypeId, pricingMode: 'hours', stdHours: '0.5', price: '100' }],
  materials: [
    { partId: shop.parts.filter, qty: '1', price: '45', labourNo: 1 },
    { partId: shop.parts.oil, qty: '4', price: '68.5', labourNo: 1 },
  ],
})

/** An order that the customer has agreed to. */
export async function confirmedOrder(client: Client, body: AnyOrder): Promise<Saved> {
  const saved = await save(client, workOrder.routes, body)
  return act(client, workOrder.routes, saved, 'confirm', { input: { method: 'phone', by: '车主' } })
}

/** Two technicians do all labour of an order that was agreed to, and it is checked: the order waits for its last check. */
export async function workOff(client: Client, { technicianId, helperId }: Workshop, orderId: number): Promise<void> {
  const { labour } = await client.call(workOrder.routes.read, { params: { id: orderId } })
  const body = { orderId, lineIds: labour.map(({ id }) => id) }
  const technicians = [{ employeeId: technicianId }, { employeeId: helperId }]
  await client.call(dispatchCalls.assign, { body: { ...body, technicians } })
  await client.call(dispatchCalls.start, { body })
  await client.call(dispatchCalls.finish, { body: { ...body, selfCheck: true } })
  await client.call(dispatchCalls.check, { body: { ...body, ok: true } })
}

/** An order whose work is done and checked: labour is finished and every step noted as their desks would. */
export async function completedOrder(shop: Shop, client: Client, body: AnyOrder): Promise<Saved> {
  const { id, version } = await confirmedOrder(client, body)
  await checked(shop, id)
  return act(client, workOrder.routes, { id, version }, 'complete', { input: {} })
}

/** All labour of a confirmed order is finished. */
export async function checked(shop: Pick<Shop, 'sql'>, id: number): Promise<void> {
  await shop.sql(`update repair_line set work_state = 'passed' where group_id = $1 and document_id = $2`, id)
  await shop.sql(`update repair_document set state = 'waiting_check' where group_id = $1 and id = $2`, id)
}

/** Shares of technicians in a labour line. */
export async function dispatched(
  shop: Shop,
  { workOrderId, lineId }: { workOrderId: number; lineId: number },
  shares: readonly { employeeId: number; share: string }[],
): Promise<void> {
  for (const { employeeId, share } of shares)
    await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'dispatch', {
        org_id: shop.orgId,
        work_order_id: workOrderId,
        line_id: lineId,
        employee_id: employeeId,
        share,
        started_at: new Date().toISOString(),
        finished_at: new Date().toISOString(),
      }),
    )
}
/** A moment of today in Shanghai. */
export const todayAt = (clock: string, day = shanghaiDay()): string =>
  new Date(`${day}T${clock}:00+08:00`).toISOString()

/** The body of an appointment for the job of an order. */
export function appointmentBody(shop: Shop, workshop: Workshop): BodyOf<typeof reservation.routes.save> {
  const { labour = [], materials = [] } = orderBody(shop, workshop)
  return {
    header: {
      bizDate: shanghaiDay(),
      partnerId: workshop.partnerId,
      vehicleId: workshop.vehicleId,
      businessTypeId: workshop.businessTypeId,
      contactName: '车主甲',
      contactMobile: '13900000088',
      expectedAt: todayAt('10:00'),
      minutes: 60,
      complaint: '换机油',
    },
    labour,
    materials,
  }
}

/** The body of a reception, as a desk saves it beside the car. */
export const receptionBody = ({
  partnerId,
  vehicleId,
  businessTypeId,
}: Workshop): BodyOf<typeof reception.routes.save> => ({
  header: {
    bizDate: shanghaiDay(),
    partnerId,
    vehicleId,
    businessTypeId,
    contactName: '送修人甲',
    contactMobile: '13900000099',
    arrivedAt: todayAt('00:30'),
    promisedAt: todayAt('18:00'),
    mileage: '30500',
    fuelLevel: 4,
    exterior: [{ x: 0.25, y: 0.5, kind: 'scratch', note: '左前门' }],
    belongings: '行车记录仪',
    keepsOldParts: true,
    complaint: '制动异响',
  },
})
