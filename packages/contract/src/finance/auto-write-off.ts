import { abs, add, type Decimal, isNegative, isPositive, min, money, neg, sub, sumOf } from '../kernel/decimal'

/** An item that can be settled: what is open of it, with its sign, in yuan. */
interface Settleable {
  id: number
  balance: Decimal
  dueOn: string
  billNo: string
}

/** Oldest due first, then by number (business/finance 2.3). */
const byDue = (a: Settleable, b: Settleable): number => (placeOf(a) < placeOf(b) ? -1 : 1)
const placeOf = ({ dueOn, billNo }: Settleable): string => `${dueOn} ${billNo}`

/** Gives `total` to the items in order, each up to what is open of it; the amounts carry the items' sign. */
function fill(total: Decimal, items: readonly Settleable[]): Map<number, Decimal> {
  const given = new Map<number, Decimal>()
  let rest = total
  for (const item of items) {
    if (!isPositive(rest)) break
    const amount = min(rest, abs(item.balance))
    given.set(item.id, money(isNegative(item.balance) ? neg(amount) : amount))
    rest = sub(rest, amount)
  }
  return given
}

/**
 * 自动核销: what money of `total` settles. Returned goods reduce what is to be paid, but never below zero; positive items
 * take the rest, oldest due first. Discounts are never given. With `isRefund` only returned goods are settled (business/finance 2.3).
 */
export function autoWriteOff(total: Decimal, items: readonly Settleable[], isRefund = false): Map<number, Decimal> {
  const sorted = items.toSorted(byDue)
  const negative = sorted.filter((item) => isNegative(item.balance))
  if (isRefund) return fill(total, negative)
  const positive = sorted.filter((item) => isPositive(item.balance))
  const owed = sumOf(positive, (item) => item.balance)
  const returned = fill(owed, negative)
  const credit = sumOf([...returned.values()], abs)
  return new Map([...returned, ...fill(add(total, credit), positive)])
}
