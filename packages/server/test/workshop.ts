// A small workshop beside the shop that tests trade in: a customer's car, what is done to it and by whom.
import type { BodyOf } from '@chepu/contract/kernel/route'
import { reception } from '@chepu/contract/repair/reception'
import { reservation } from '@chepu/contract/repair/reservation'
import { workOrder } from '@chepu/contract/repair/work-order'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { act, type Saved, save } from './desk'
import { type Client, one, type Shop } from './shop'

type OrderBody = BodyOf<typeof workOrder.routes.save>

/** Everything that an order refers to. */
async function openWorkshop(shop: Shop) {
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
    const technicianId = await one(tx, 'employee', {
      org_id: shop.orgId,
      emp_no: 'T01',
      name: '技师一',
      department_id: null,
    })
    return { partnerId, insurerId, vehicleId, workerTypeId, businessTypeId, technicianId }
  })
}
export type Workshop = Awaited<ReturnType<typeof openWorkshop>>

const opened = new WeakMap<Shop, Promise<Workshop>>()
/** The one workshop of a shop, opened when it is first asked for. */
export function workshopOf(shop: Shop): Promise<Workshop> {
  const known = opened.get(shop) ?? openWorkshop(shop)
  opened.set(shop, known)
  return known
}

/** The body of an order of one job with its material, as a desk saves it. */
export const orderBody = (shop: Shop, { partnerId, vehicleId, businessTypeId, workerTypeId }: Workshop): OrderBody => ({
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
export async function confirmedOrder(client: Client, body: OrderBody): Promise<Saved> {
  const saved = await save(client, workOrder.routes, body)
  return act(client, workOrder.routes, saved, 'confirm', { input: { method: 'phone', by: '车主' } })
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
