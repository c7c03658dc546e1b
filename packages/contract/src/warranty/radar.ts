import { z } from 'zod'
import { pageOf } from '../access/catalogue'
import { idList } from '../kernel/list-query'
import { route } from '../kernel/route'
import { addressedId, day, id, miles } from '../kernel/scalars'
import { claimTerms } from './claim-terms'

/** Who may answer for a line in the place of the customer. */
const radarOffer = z.object({
  /** A manufacturer for the whole car or for a part, the supplier of a part, or the shop for its own work. */
  kind: z.enum(['vehicle', 'part', 'supplier', 'own']),
  /** Whose line it is about; both null of a whole car. */
  partId: id.nullable(),
  serviceItemId: id.nullable(),
  /** What is answered for, why, and how long still, in words. */
  text: z.string(),
  /** Who would pay: 三包 with the partner, or 返工 of the former line; null where nobody can be claimed of as things stand, as the text says. */
  payer: z.enum(['warranty', 'rework']).nullable(),
  partnerId: id.nullable(),
  partnerName: z.string().nullable(),
  /** What a manufacturer pays for the lines that were asked for; null without a policy, and for who may not see prices. */
  terms: claimTerms.nullable(),
  /** The line that 返工 repeats. */
  former: z
    .object({ lineId: id, orderId: id, billNo: z.string(), section: z.enum(['labour', 'materials']) })
    .nullable(),
})
export type RadarOffer = z.output<typeof radarOffer>

/** 三包与质保: who still answers for a car, its parts and what was done to it (business/three-guarantees 2). */
export const warrantyRadar = route({
  method: 'GET',
  path: '/api/web/warranty-radar',
  access: [pageOf('work_order'), pageOf('reception'), pageOf('warranty_bill')],
  summary: '车辆、配件与项目的三包和质保',
  query: z.object({
    vehicleId: addressedId,
    /** What the meter shows; where it is left out, what was read of the car last. */
    mileage: miles.optional(),
    /** Today where it is left out. */
    day: day.optional(),
    /** Parts and items of the order; without either, all that the car has of us. */
    partIds: idList.optional(),
    serviceItemIds: idList.optional(),
  }),
  data: z.object({ offers: z.array(radarOffer) }),
})
