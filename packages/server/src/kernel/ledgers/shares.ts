import { add, type Decimal, div, equals, money, mul, sub } from '@chepu/contract/kernel/decimal'

/** A line that goods come back of: what they were worth, 2 decimals, and what has come back before. */
export interface Origin {
  qty: Decimal
  value: Decimal
  returnedQty: Decimal
  returnedValue: Decimal
}

/**
 * What a quantity that comes back of a line is worth (business/ledgers 4.2, 4.3): its value in proportion, the last return taking the
 * remainder. Notes it in `origins`, so that further lines of the same document find what is left. Nothing of a line that is not among them.
 */
export function takeShare<Of extends Origin>(
  origins: Map<number, Of>,
  lineId: number | null,
  qty: Decimal,
): { origin: Of; value: Decimal } | undefined {
  const origin = origins.get(lineId ?? 0)
  if (!origin) return undefined
  const returnedQty = add(origin.returnedQty, qty)
  const value = money(
    equals(returnedQty, origin.qty) ? sub(origin.value, origin.returnedValue) : div(mul(origin.value, qty), origin.qty),
  )
  origins.set(lineId ?? 0, { ...origin, returnedQty, returnedValue: add(origin.returnedValue, value) })
  return { origin, value }
}
