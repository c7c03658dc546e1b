import { z } from 'zod'
import { price } from '../kernel/scalars'

/** Cost of a base unit in yuan with at most 4 decimals; left empty it is 0, for who sees no costs. */
export const unitCost = z
  .string()
  .trim()
  .transform((text) => text || '0')
  .pipe(price)
  .default('0')
