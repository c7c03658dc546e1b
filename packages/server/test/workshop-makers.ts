// How documents of the workshop are made, for the tests that take every kind. A walk of their own plays them (workshop.property.test.ts).
import { shanghaiDay } from '../src/kernel/base/calendar'
import { appointmentBody, completedOrder, orderBody, receptionBody, workshopOf } from './workshop'
import type { Maker } from './makers'

const consent = { method: 'phone', by: '车主甲' }

const workOrder: Maker = {
  weight: 0,
  inputs: { confirm: consent, confirmAdded: consent },
  body: async ({ shop }) => ({ ...orderBody(shop, await workshopOf(shop)) }),
}

const repairSettlement: Maker = {
  weight: 0,
  inputs: { settle: {} },
  async body({ shop, client }) {
    const { partnerId, vehicleId, ...workshop } = await workshopOf(shop)
    const order = { ...orderBody(shop, { partnerId, vehicleId, ...workshop }), materials: [] }
    const { id: workOrderId } = await completedOrder(shop, client, order)
    return { header: { bizDate: shanghaiDay(), partnerId, vehicleId, workOrderId } }
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
  body: async ({ shop }) => ({ ...receptionBody(await workshopOf(shop)) }),
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

export const workshopMakers: Readonly<Record<string, Maker>> = {
  work_order: workOrder,
  repair_settlement: repairSettlement,
  reservation,
  reception,
  insurance_case: insuranceCase,
}
