import { z } from 'zod'
import { add, type Decimal, div, isZero, max, min, money, mul, sub } from './decimal'

/** A posted line that goods are returned of. Quantities in base units, money in yuan in the tax mode of its document. */
export const chargedLine = z.object({
  qty: z.string(),
  /** What was charged for the line: its net amount less its share of the order discount. */
  charged: z.string(),
  /** What posted returns have brought back of it, and what they credited. */
  returnedQty: z.string(),
  credited: z.string(),
})
export type ChargedLine = z.output<typeof chargedLine>

/**
 * What the first `done` of `qty` pieces bear of an amount, 2 decimals: all of it when they are all. Counted from the
 * beginning, the parts of an amount always add up to it (ADR 0054).
 */
export const borneBy = (amount: Decimal, done: Decimal, qty: Decimal): Decimal =>
  isZero(qty) ? '0.00' : money(div(mul(amount, min(done, qty)), qty))

/**
 * What a return of `qty` credits at most: the share of what was charged up to and with it, less what earlier returns
 * credited; the last one takes the remainder to the fen (ADR 0054).
 */
export const chargedShare = (line: ChargedLine, qty: Decimal): Decimal =>
  money(max('0', sub(borneBy(line.charged, add(line.returnedQty, qty), line.qty), line.credited)))
