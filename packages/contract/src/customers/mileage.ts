import { daysBetween } from '../kernel/calendar'
import { div, isNegative, round, sub } from '../kernel/decimal'
import { miles } from '../kernel/scalars'

/** Kilometres that a meter shows; null while nobody has read it. */
export const mileageField = miles
  .transform((typed) => typed || null)
  .nullable()
  .default(null)

/** What a meter showed on a day. */
export interface Reading {
  /** Kilometres, 4 decimals. */
  mileage: string
  /** YYYY-MM-DD. */
  readOn: string
}

/**
 * Kilometres a day between two readings, 2 decimals; null where they say nothing, being of one day or of two meters
 * (business/customers 6.4).
 */
export function dailyKm(earlier: Reading, later: Reading): string | null {
  const days = daysBetween(earlier.readOn, later.readOn)
  const way = sub(later.mileage, earlier.mileage)
  return days <= 0 || isNegative(way) ? null : round(div(way, String(days)))
}
