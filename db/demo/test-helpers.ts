import type { DemoPartner } from './partner-types'
import { partners } from './partners'

/** The values that occur more than once. */
export function duplicates(values: string[]): string[] {
  const seen = new Set<string>()
  return values.filter((value) => seen.size === seen.add(value).size)
}

/** '12.50' -> 1250, to compare decimals of equal scale without fractions. */
export function fen(price: string): bigint {
  return BigInt(price.replace('.', ''))
}

/** The partners that hold a role bit of cus_flag. */
export function ofRole(bit: number): DemoPartner[] {
  return partners.filter(({ cusFlag }) => (cusFlag & bit) !== 0)
}
