import { borneBy } from '@chepu/contract/kernel/charged-share'
import { abs, compare, type Decimal, mul, sub, sumOf } from '@chepu/contract/kernel/decimal'

/** A line that was drawn, and its former line: what remains of that and bears now, what it was and bore at first. */
export interface DrawnShare {
  qty: Decimal
  former: { qty: Decimal; discount: Decimal; whole: Decimal; discountShare: Decimal }
}

/**
 * Whether a draft's order discount is what its lines bear, and nobody's own: as things stand now, or as they stood before
 * anything else was executed. Each line may have been rounded by a fen.
 */
export function isFollowed(discount: Decimal, drawn: readonly DrawnShare[]): boolean {
  const now = sumOf(drawn, ({ qty, former }) => borneBy(former.discount, qty, former.qty))
  const atFirst = sumOf(drawn, ({ qty, former }) => borneBy(former.discountShare, qty, former.whole))
  const rounding = mul('0.01', String(drawn.length))
  return [now, atFirst].some((borne) => compare(abs(sub(discount, borne)), rounding) <= 0)
}
