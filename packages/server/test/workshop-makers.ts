// How documents of the workshop are made, for the tests that take every kind. A walk of their own plays them (workshop.property.test.ts).
import { repairSettlement as settlement } from '@chepu/contract/repair/settlement'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { appointmentBody, completedOrder, orderBody, receptionBody, workshopOf } from './workshop'
import { act, save } from './desk'
import type { Ground, Maker } from './makers'
import { warrantyOf } from './warranty'

const consent = { method: 'phone', by: '车主甲' }

const workOrder: Maker = {
  weight: 0,
  inputs: { confirm: consent, confirmAdded: consent },
  body: async ({ shop }) => ({ ...orderBody(shop, await workshopOf(shop)) }),
}

/** The settlement of an order of labour alone, as a draft. */
async function settlementBody({ shop, client }: Pick<Ground, 'shop' | 'client'>) {
  const { partnerId, vehicleId, ...workshop } = await workshopOf(shop)
  const order = { ...orderBody(shop, { partnerId, vehicleId, ...workshop }), materials: [] }
  const { id: workOrderId } = await completedOrder(shop, client, order)
  return { header: { bizDate: shanghaiDay(), partnerId, vehicleId, workOrderId } }
}

const repairSettlement: Maker = { weight: 0, inputs: { settle: {} }, body: settlementBody }

const repairRefund: Maker = {
  weight: 0,
  async body({ shop, client }) {
    const { header } = await settlementBody({ shop, client })
    const draft = await save(client, settlement.routes, { header })
    const { id: settlementId } = await act(client, settlement.routes, draft, 'settle', { input: {} })
    const { labour } = await client.call(settlement.routes.read, { params: { id: settlementId } })
    const { workOrderId: _, ...ofCar } = header
    return {
      header: { ...ofCar, settlementId, reason: '客户不满意' },
      labour: labour.map(({ id }) => ({ sourceLineId: id, qty: '1' })),
    }
  },
}

const reservation: Maker = {
  weight: 0,
  inputs: { reschedule: { expectedAt: '2026-10-08T02:00:00.000Z', minutes: 30 } },
  body: async ({ shop }) => ({ ...appointmentBody(shop, await workshopOf(shop)) }),
}

const reception: Maker = {
  weight: 0,
  inputs: { toQuote: {}, toOrder: consent },
  async body({ shop }) {
    const { header, ...rest } = receptionBody(await workshopOf(shop))
    // Orders of the same car have been here meanwhile, and a meter never falls.
    return { ...rest, header: { ...header, mileage: '31000' } }
  },
}

const insuranceCase: Maker = {
  weight: 0,
  inputs: { attach: {}, agree: { amount: '1' } },
  async body({ shop, client }) {
    const { partnerId, vehicleId, insurerId, ...workshop } = await workshopOf(shop)
    const order = { ...orderBody(shop, { partnerId, vehicleId, insurerId, ...workshop }), materials: [] }
    const { id: workOrderId } = await completedOrder(shop, client, order)
    const surveyed = { surveyor: '定损员甲', assessedOn: shanghaiDay(), assessedLabour: '600' }
    const header = { bizDate: shanghaiDay(), partnerId, vehicleId, workOrderId, insurerId, caseNo: 'RA1', ...surveyed }
    return { header }
  },
}

const warrantyBill: Maker = {
  weight: 0,
  async body({ shop }) {
    const { partnerId, vehicleId } = await workshopOf(shop)
    const { makerId, complete } = await warrantyOf(shop)
    return {
      header: { bizDate: shanghaiDay(), partnerId, vehicleId, manufacturerId: makerId, ...complete },
      labour: [{ name: '更换离合器', stdHours: '2.5', price: '120', taxRate: '0.13' }],
      materials: [{ partId: shop.parts.pad, qty: '1', price: '200', taxRate: '0.13' }],
      extras: [{ name: '外出费', qty: '40', price: '3', taxRate: '0.06' }],
    }
  },
}

export const workshopMakers: Readonly<Record<string, Maker>> = {
  work_order: workOrder,
  repair_settlement: repairSettlement,
  repair_refund: repairRefund,
  reservation,
  reception,
  insurance_case: insuranceCase,
  warranty_bill: warrantyBill,
}
