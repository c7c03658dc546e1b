import { addMonths, daysBetween } from '../kernel/calendar'
import { add, compare, type Decimal, sub } from '../kernel/decimal'
import { endsText, kmText } from '../kernel/ends'

/** How long and how far a manufacturer or a supplier answers for what he made; the first limit that is reached ends it, and null does not limit. */
interface TermLimits {
  months: number | null
  /** Kilometres, at most 4 decimals. */
  km: Decimal | null
}

/** From when a term runs, and what is judged by it. */
interface TermFacts {
  /** The day of the car's invoice, or on which the part was fitted or sold; null while nobody knows it. */
  from: string | null
  /** What the meter showed then: 0 of a car, null of a part where nobody read it. */
  fromKm: Decimal | null
  /** The day of the repair, and what the meter shows then; null where nobody has read it. */
  day: string
  mileage: Decimal | null
  /** What `from` is called where it is missing, for example 购车发票日期. */
  fromName: string
}

export interface TermCheck {
  /** Proven to be within all of its limits. */
  isIn: boolean
  /** Days beyond the last day, and kilometres beyond the last one; null within them, or where that is not known. */
  overDays: number | null
  overKm: Decimal | null
  /** The last day and the last kilometre, which are both within the term. */
  until: string | null
  untilKm: Decimal | null
  /** What has to be known to prove it, in words; empty where nothing is missing. */
  missing: string[]
  /** All of it in words: 在保：至 2026-12-01 或 50 000 公里; 超期 12 天，超里程 1 350 公里; 缺少购车发票日期. */
  text: string
}

/** Whether a repair is within a term, as the bill, its check and the radar say it (business/three-guarantees 1.4). */
export function checkTerm({ months, km }: TermLimits, { from, fromKm, day, mileage, fromName }: TermFacts): TermCheck {
  const until = months === null || from === null ? null : addMonths(from, months)
  const untilKm = km === null || fromKm === null ? null : add(fromKm, km)
  const overDays = until !== null && day > until ? daysBetween(until, day) : null
  const overKm = untilKm !== null && mileage !== null && compare(mileage, untilKm) > 0 ? sub(mileage, untilKm) : null
  const missing = [
    ...(from === null ? [fromName] : []),
    ...(km !== null && fromKm === null && from !== null ? ['起算里程'] : []),
    ...(km !== null && mileage === null ? ['本次里程'] : []),
  ]
  const over = [
    ...(overDays === null ? [] : [`超期 ${overDays} 天`]),
    ...(overKm === null ? [] : [`超里程 ${kmText(overKm)}`]),
  ]
  const isIn = over.length + missing.length === 0
  const told = [...over, ...(missing.length > 0 ? [`缺少${missing.join('、')}`] : [])].join('，')
  const ends = endsText(until, untilKm)
  return {
    isIn,
    overDays,
    overKm,
    until,
    untilKm,
    missing,
    text: isIn ? (ends === '' ? '在保：不限期' : `在保：至 ${ends}`) : told,
  }
}

/** Whether nothing that is known ends the term: what a desk offers, though a reading is still missing (business/three-guarantees 2). */
export const mayBeIn = ({ overDays, overKm, until, untilKm }: TermCheck): boolean =>
  overDays === null && overKm === null && (until !== null || untilKm !== null)

/** Limits in words: 12个月或50 000 公里. */
export const limitsText = ({ months, km }: TermLimits): string =>
  [months === null ? null : `${months}个月`, km === null ? null : kmText(km)]
    .filter((limit) => limit !== null)
    .join('或')

/** What is left of a term that may still run: 还有 97 天或 1 200 公里. */
export function leftText({ until, untilKm }: TermCheck, day: string, mileage: Decimal | null): string {
  const days = until === null ? null : `${daysBetween(day, until)} 天`
  const km = untilKm === null || mileage === null ? null : kmText(sub(untilKm, mileage))
  const left = [days, km].filter((each) => each !== null)
  return left.length === 0 ? '' : `还有 ${left.join('或 ')}`
}
