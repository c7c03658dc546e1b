import { z } from 'zod'
import { id } from '../kernel/scalars'

/** A bin to take goods from, in the order of walking. */
export const pick = z.object({
  locationId: id,
  locationCode: z.string(),
  pickOrder: z.number(),
  batchNo: z.string(),
  qty: z.string(),
})
