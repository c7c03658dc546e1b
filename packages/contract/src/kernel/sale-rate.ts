import { type Decimal, equals, isZero, mul, trimZeros } from './decimal'

/** A rate that a small-scale taxpayer may have (简易征收, 免税), and whether a document of today may choose it as its levy rate. */
export interface LevyRate {
  rate: Decimal
  isOffered: boolean
}

const percent = (rate: Decimal) => `${trimZeros(mul(rate, '100'))}%`

/**
 * Why a line of a small-scale taxpayer's sale may not bear a rate, in Chinese; nothing when it may, or while the group has no levy rate that he could
 * choose instead (business/basics 7.3).
 */
export function saleRateFault(rate: Decimal, known: readonly LevyRate[]): string | undefined {
  const offered = known.filter(({ isOffered }) => isOffered)
  if (offered.length === 0 || isZero(rate) || known.some((each) => equals(each.rate, rate))) return undefined
  return `小规模纳税人销售不能用税率 ${percent(rate)}，请改为征收率 ${offered.map((each) => percent(each.rate)).join('、')}`
}
