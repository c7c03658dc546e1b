import { type Decimal, div, isZero, mul, sub, truncate } from '../kernel/decimal'
import { repairLineMoney } from '../kernel/repair-figures'

/** What becomes of what a line of an insurer comes to above his assessment. */
export const excessTakers = { customer: '差额自付', discount: '差额让利' } as const
export type ExcessTaker = keyof typeof excessTakers

type Line = Parameters<typeof repairLineMoney>[0]

/**
 * A line of an insurer at what he has assessed (business/repair-insurance 1.4): its price and discount, 4 decimals each, at which it comes to the assessed amount or
 * a few fen less, never more, and the difference to what it came to, 2 decimals. 让利 is a discount of the line, 自付 a lower price beside which the customer owes the difference.
 */
export function atAssessed(
  line: Line,
  assessed: Decimal,
  taker: ExcessTaker,
): { price: Decimal; discountRate: Decimal; difference: Decimal } {
  const { netAmount } = repairLineMoney(line)
  const discountRate =
    taker === 'discount' ? truncate(div(mul(line.discountRate, assessed), netAmount), 4) : line.discountRate
  const units = mul(line.pricingMode === 'hours' ? (line.stdHours ?? '0') : '1', mul(line.qty, discountRate))
  const price = isZero(units) ? '0' : truncate(div(assessed, units), 4)
  const kept = repairLineMoney({ ...line, price, discountRate }).netAmount
  return { price, discountRate, difference: sub(netAmount, kept) }
}
