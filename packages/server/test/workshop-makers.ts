// How documents of the workshop are made, for the tests that take every kind. A walk of their own plays them (workshop.property.test.ts).
import { orderBody, workshopOf } from './workshop'
import type { Maker } from './makers'

const consent = { method: 'phone', by: '车主甲' }

const workOrder: Maker = {
  weight: 0,
  inputs: { confirm: consent, confirmAdded: consent },
  body: async ({ shop }) => ({ ...orderBody(shop, await workshopOf(shop)) }),
}

export const workshopMakers: Readonly<Record<string, Maker>> = { work_order: workOrder }
