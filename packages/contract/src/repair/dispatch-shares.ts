import { type Decimal, div, equals, isNegative, round, sub, sumOf, truncate } from '../kernel/decimal'

/** Shares of all but the last technician, 4 decimals, and what is left for him (business/repair 6.2). */
export const withLast = (shares: readonly Decimal[]): Decimal[] => [
  ...shares,
  round(
    sub(
      '1',
      sumOf(shares, (share) => share),
    ),
    4,
  ),
]

/** Equal shares of a line, 4 decimals; the last takes the remainder, so that they add up to 1 (business/repair 6.2). */
export const equalShares = (count: number): Decimal[] =>
  withLast(Array<Decimal>(count - 1).fill(truncate(div('1', String(count)), 4)))

/** Whether shares give away exactly the whole of a line (business/repair 6.2). */
export const isWhole = (shares: readonly Decimal[]): boolean =>
  !shares.some(isNegative) &&
  equals(
    sumOf(shares, (share) => share),
    '1',
  )
