import { z } from 'zod'
import { pageOf } from '../access/catalogue'
import { idList } from '../kernel/list-query'
import { route } from '../kernel/route'
import { addressedId, day, id, miles } from '../kernel/scalars'
import { policyScopes } from './policy'
import { oneOf } from '../kernel/labelled'

/** Whether a repair is within the terms, as `checkTerm` answers it. */
const termCheck = z.object({
  isIn: z.boolean(),
  overDays: z.number().int().nullable(),
  overKm: z.string().nullable(),
  until: z.string().nullable(),
  untilKm: z.string().nullable(),
  missing: z.array(z.string()),
  text: z.string(),
})

/** A policy with its terms of the day, for a car or for one of the parts. Rates are absent without the field permission 单据价格与金额. */
const policyInForce = z.object({
  policyId: id,
  policyCode: z.string(),
  policyName: z.string(),
  manufacturerId: id,
  manufacturerName: z.string(),
  scope: oneOf(policyScopes),
  /** The part that it covers; null of a whole car. */
  partId: id.nullable(),
  termId: id,
  validFrom: z.string(),
  months: z.number().int().nullable(),
  km: z.string().nullable(),
  labourRate: z.string().optional(),
  partPriceRule: z.string().optional(),
  partRate: z.string().optional(),
  outingRate: z.string().optional(),
  returnsOldParts: z.boolean(),
  claimDays: z.number().int().nullable(),
  photos: z.array(z.string()),
  /** From when and from which reading of the meter the term runs; null where that is not known. */
  from: z.string().nullable(),
  fromKm: z.string().nullable(),
  check: termCheck,
})

/** Policies in force on a day for a car and parts, the most specific first (business/three-guarantees 1.6). */
export const warrantyPoliciesOf = route({
  method: 'GET',
  path: '/api/web/warranty-policies-of',
  access: [pageOf('warranty_bill'), pageOf('work_order')],
  summary: '车辆与配件适用的三包政策',
  query: z.object({
    manufacturerId: addressedId.optional(),
    vehicleId: addressedId.optional(),
    partIds: idList.optional(),
    /** The order that is judged: what it fits itself begins no term. */
    workOrderId: addressedId.optional(),
    /** Today where it is left out. */
    day: day.optional(),
    /** What the meter shows; where it is left out, what was read of the car last. */
    mileage: miles.optional(),
  }),
  data: z.object({ rows: z.array(policyInForce) }),
})
