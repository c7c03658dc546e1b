import { z } from 'zod'
import { pageOf } from '../access/catalogue'
import { route } from '../kernel/route'
import { addressedId, id, miles } from '../kernel/scalars'
import { orderSections } from './lines'

/** A line of an earlier order, with what a new line takes of it. */
const formerLine = z.object({
  id,
  billNo: z.string(),
  bizDate: z.string(),
  serviceItemId: id.nullable(),
  name: z.string(),
  workerTypeId: id.nullable(),
  workerTypeName: z.string().nullable(),
  pricingMode: orderSections.labour.line.shape.pricingMode.unwrap().nullable(),
  stdHours: z.string(),
  partId: id.nullable(),
  partCode: z.string().nullable(),
  partName: z.string().nullable(),
  brandName: z.string().nullable(),
  spec: z.string().nullable(),
  unitName: z.string().nullable(),
  qty: z.string(),
})
export type FormerLine = z.output<typeof formerLine>

/** What the customer did without. */
const declinedLine = formerLine.extend({
  reason: z.string(),
  section: z.enum(['labour', 'materials', 'extras']),
  /** Absent without the field permission 单据价格与金额, as the price of the line. */
  price: z.string().nullable().optional(),
  taxRate: z.string(),
  isConsumable: z.boolean(),
})
export type DeclinedLine = z.output<typeof declinedLine>

/** What still is answered for. */
const guaranteedLine = formerLine.extend({
  orderId: id,
  section: z.enum(['labour', 'materials']),
  /** Until when, in words. */
  until: z.string(),
})
export type GuaranteedLine = z.output<typeof guaranteedLine>

/** What a desk must know of a car before it writes an order (business/repair 9.1): work still answered for, and what was left undone. */
export const carOffers = route({
  method: 'GET',
  path: '/api/web/rep_car/offers',
  access: [pageOf('work_order'), pageOf('reception')],
  summary: '车辆质保与未做项目',
  query: z.object({ vehicleId: addressedId, mileage: miles.optional() }),
  data: z.object({ guaranteed: z.array(guaranteedLine), declined: z.array(declinedLine) }),
})
