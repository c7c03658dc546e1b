// The asked items of a quotation: each has one or several alternatives, of which at most one is chosen (business/sales 1.7).
import { type Decimal, div, isZero, money, mul, round, sub } from '../kernel/decimal'

/** A line as far as its item goes. */
interface Alternative {
  /** Which asked item it is for; null where nobody said, which makes it an item of its own. */
  groupNo: number | null
  isChosen: boolean
}

/** An offer holds for so many days unless somebody says otherwise (business/sales 1.7). */
export const offerDays = 7

/** The next number that no item has. */
export const nextItemNo = (lines: readonly Pick<Alternative, 'groupNo'>[]): number =>
  lines.reduce((most, { groupNo }) => Math.max(most, groupNo ?? 0), 0) + 1

/** The lines with a number each; those without one are items of their own. */
export function numberedItems<Line extends Alternative>(lines: readonly Line[]): (Line & { groupNo: number })[] {
  let next = nextItemNo(lines)
  return lines.map((line) => {
    const groupNo = line.groupNo ?? next
    if (line.groupNo === null) next += 1
    return { ...line, groupNo }
  })
}

/** The lines by item, items in the order in which they first stand there. */
export function itemsOf<Line extends Pick<Alternative, 'groupNo'>>(lines: readonly Line[]): Line[][] {
  const items = new Map<number | Line, Line[]>()
  for (const line of lines) {
    const key = line.groupNo ?? line
    items.set(key, [...(items.get(key) ?? []), line])
  }
  return [...items.values()]
}

/** What a line would earn, in yuan with 2 decimals, and as a share of what it brings; null of what brings nothing. */
interface Margin {
  profit: Decimal
  rate: Decimal | null
}

/** 毛利 of a line by itself (business/documents 3.8): what it brings without tax, less what its goods cost now; `unitCost` in yuan. */
export function marginOf(untaxed: Decimal, qty: Decimal, unitCost: Decimal): Margin {
  const profit = money(sub(untaxed, mul(qty, unitCost)))
  return { profit, rate: isZero(untaxed) ? null : round(div(profit, untaxed), 4) }
}
