import { z } from 'zod'
import { add, type Decimal, div, isZero, max, min, money, mul, sub } from './decimal'

/** A posted line that goods are returned of. Quantities in base units, money in yuan in the tax mode of its document. */
export const chargedLine = z.object({
  qty: z.string(),
  /** What was charged for the line: its net amount less its share of the order discount. */
  charged: z.string(),
  /** The tax in or on that. */
  tax: z.string(),
  /** What posted returns have brought back of it, what they credited, and the tax in or on that. */
  returnedQty: z.string(),
  credited: z.string(),
  creditedTax: z.string(),
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

/**
 * The tax in or on a credit for `qty` pieces: of the tax that was charged, what the money credited up to and with it bears,
 * less the tax of earlier credits. So the tax of all credits of a charge is its tax exactly, and never more (ADR 0076).
 * Where rounding left a charge of tax alone, the pieces bear it.
 */
export function chargedTax(line: ChargedLine, qty: Decimal, credit: Decimal): Decimal {
  const [now, before, whole] = isZero(line.charged)
    ? [qty, line.returnedQty, line.qty]
    : [credit, line.credited, line.charged]
  if (isZero(now)) return '0.00'
  return money(max('0', sub(borneBy(line.tax, add(before, now), whole), line.creditedTax)))
}

/** The former line once a return has credited it, for the next return or the next line of the same one. */
export const afterCredit = (line: ChargedLine, qty: Decimal, credit: Decimal, tax: Decimal): ChargedLine => ({
  ...line,
  returnedQty: add(line.returnedQty, qty),
  credited: add(line.credited, credit),
  creditedTax: add(line.creditedTax, tax),
})

/** A line of a return: the former line, and what was charged for it. */
interface Crediting {
  qty: Decimal
  sourceLineId?: number | null | undefined
  charged?: ChargedLine | undefined
}

/**
 * What each line of a return credits at most, 2 decimals; undefined for lines without a former one. Lines of one former line
 * follow one after the other: `creditOf` says what a line credits of the most that it may (ADR 0054).
 */
export function creditLimits<Line extends Crediting>(
  lines: readonly Line[],
  creditOf: (line: Line, most: Decimal) => Decimal,
): (Decimal | undefined)[] {
  const formers = new Map<number, ChargedLine>()
  return lines.map((line) => {
    const { charged, sourceLineId, qty } = line
    if (!charged || sourceLineId == null) return undefined
    const former = formers.get(sourceLineId) ?? charged
    const most = chargedShare(former, qty)
    formers.set(sourceLineId, afterCredit(former, qty, creditOf(line, most), '0'))
    return most
  })
}
