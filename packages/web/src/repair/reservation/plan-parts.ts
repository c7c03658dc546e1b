import { type Decimal, isPositive, min, sub } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import type { PlanLine } from './plan-store'

/** What each planned line lacks, by its key, '0' where its part is there: lines of one part are served from above (business/arrivals 1.7). */
export function lacksOf(lines: readonly PlanLine[], available: ReadonlyMap<number, Decimal>): Map<number, Decimal> {
  const rest = new Map(available)
  return new Map(
    lines.flatMap(({ key, partId, qty, isCustomerSupplied }) => {
      if (typeof partId !== 'number' || !isDecimal(qty) || isCustomerSupplied === true) return []
      const free = rest.get(partId) ?? '0'
      const taken = min(free, qty)
      rest.set(partId, sub(free, taken))
      const lack = sub(qty, taken)
      return [[key, isPositive(lack) ? lack : '0'] as const]
    }),
  )
}
