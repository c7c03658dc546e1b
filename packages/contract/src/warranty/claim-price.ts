import { addDays } from '../kernel/calendar'
import { type Decimal, money, mul, round } from '../kernel/decimal'

/** Which of our prices a part is claimed by. */
export const partPriceRules = {
  purchase: '进价',
  wholesale1: '批发价1',
  wholesale2: '批发价2',
  wholesale3: '批发价3',
  retail: '零售价',
} as const
export type PartPriceRule = keyof typeof partPriceRules

/** What a manufacturer pays by. */
interface PartPricing {
  partPriceRule: PartPriceRule
  /** A factor, 4 decimals. */
  partRate: Decimal
}

/** What labour is claimed at: quota hours × yuan an hour, 2 decimals (business/three-guarantees 1.5). */
export const labourClaim = (hours: Decimal, rate: Decimal): Decimal => money(mul(hours, rate))

/** The price of one unit of a part that is claimed: our price of the rule × factor, yuan with 4 decimals; null while that price is not known (business/three-guarantees 1.5). */
export function partClaimPrice(
  prices: Readonly<Record<PartPriceRule, Decimal | null>>,
  { partPriceRule, partRate }: PartPricing,
): Decimal | null {
  const price = prices[partPriceRule]
  return price === null ? null : round(mul(price, partRate), 4)
}

/** What a way of 外出 is claimed at: kilometres × yuan a kilometre, 2 decimals (business/three-guarantees 1.5). */
export const outingClaim = (km: Decimal, rate: Decimal): Decimal => money(mul(km, rate))

/** The last day on which a repair may be claimed, `days` after it; null without a deadline (business/three-guarantees 1.5). */
export const claimDeadline = (repairedOn: string, days: number | null): string | null =>
  days === null ? null : addDays(repairedOn, days)
