import { type Decimal, equals, isNegative, min, trimZeros } from '@chepu/contract/kernel/decimal'

/** What promising needs to know of a line. */
interface PromiseLine {
  id: number
  lineNo: number
  partCode: string
  qty: Decimal
  available: Decimal
}

/** What can be promised of a line now: what is free, never more than was ordered, never less than nothing. */
export function promisable(line: PromiseLine): Decimal {
  const free = isNegative(line.available) ? '0' : line.available
  return trimZeros(min(free, line.qty))
}

/** The quantities that a part confirmation sends; nothing when every line is promised whole. */
export function confirmedInput(lines: readonly PromiseLine[], promised: ReadonlyMap<number, Decimal>) {
  const quantities = lines.map((line) => ({ lineId: line.id, qty: promised.get(line.id) ?? trimZeros(line.qty) }))
  const isWhole = lines.every((line) => equals(promised.get(line.id) ?? line.qty, line.qty))
  return isWhole ? undefined : { lines: quantities }
}
