import { addDays } from '../kernel/calendar'
import { add, compare, type Decimal, max } from '../kernel/decimal'
import { endsText } from '../kernel/ends'

/** How far and how long the shop answers for its work; null does not end it (business/repair-settlement 9). */
interface QualityRule {
  /** Kilometres, at most 4 decimals. */
  km: Decimal | null
  days: number | null
}

/** When an order's guarantee ends: by what is reached first. */
interface Guarantee {
  /** The last day. */
  until: string | null
  /** What the meter shows at the end. */
  untilKm: Decimal | null
}

/**
 * What the shop promises for an item, but never less than the rule of its type of business says: what the rule does not end stays without an
 * end (business/repair-settlement 9). Without a rule the item's promise stands alone.
 */
export const promisedRule = (rule: QualityRule | null, item: QualityRule): QualityRule =>
  rule === null
    ? item
    : {
        km: rule.km === null ? null : max(rule.km, item.km ?? rule.km),
        days: rule.days === null ? null : Math.max(rule.days, item.days ?? rule.days),
      }

/** When a guarantee ends that runs from the completion, `mileage` being what the meter showed then, null when nobody read it (business/repair-settlement 9). */
export const guaranteeOf = (rule: QualityRule, completedOn: string, mileage: Decimal | null): Guarantee => ({
  until: rule.days === null ? null : addDays(completedOn, rule.days),
  untilKm: rule.km === null || mileage === null ? null : add(mileage, rule.km),
})

/**
 * Whether the shop still answers for its work: neither its last day nor its last kilometre is over (business/repair-settlement 9). A meter that
 * nobody has read does not end it. What has neither end was never promised.
 */
export function isWithinGuarantee({ until, untilKm }: Guarantee, today: string, mileage: Decimal | null): boolean {
  if (until === null && untilKm === null) return false
  const isOver = untilKm !== null && mileage !== null && compare(mileage, untilKm) > 0
  return !isOver && (until === null || today <= until)
}

/** A guarantee in words: 质保至 2026-12-01 或 45 000 公里; empty without one. */
export function guaranteeText({ until, untilKm }: Guarantee): string {
  const ends = endsText(until, untilKm)
  return ends && `质保至 ${ends}`
}
