import { type Decimal, equals, min, trimZeros } from '@chepu/contract/kernel/decimal'

/** What promising needs to know of a line. */
interface PromiseLine {
  id: number
  lineNo: number
  partCode: string
  qty: Decimal
  reservable: Decimal
}

/** What can be promised of a line now: what can be held for it, never more than was ordered. */
export const promisable = (line: PromiseLine): Decimal => trimZeros(min(line.reservable, line.qty))

/** The quantities that a part confirmation sends; nothing when every line is promised whole. */
export function confirmedInput(lines: readonly PromiseLine[], promised: ReadonlyMap<number, Decimal>) {
  const quantities = lines.map((line) => ({ lineId: line.id, qty: promised.get(line.id) ?? trimZeros(line.qty) }))
  const isWhole = lines.every((line) => equals(promised.get(line.id) ?? line.qty, line.qty))
  return isWhole ? undefined : { lines: quantities }
}
