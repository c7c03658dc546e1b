import { type Decimal, min, sub, sumOf, trimZeros } from '../kernel/decimal'

interface BoughtLine {
  id: number
  partId: number
  /** What it has still to deliver beyond what it holds and what is free. */
  shortage: Decimal
  /** Purchase orders from which the part is still to come, the same on all its lines. */
  onOrder: readonly { qty: Decimal }[]
}

/** What is still to be bought, by line id: goods on order serve the lines of their part one after the other. */
export function shortagesToBuy(lines: readonly BoughtLine[]): Map<number, Decimal> {
  const coming = new Map(lines.map((line) => [line.partId, sumOf(line.onOrder, (each) => each.qty)]))
  return new Map(
    lines.map((line) => {
      const onOrder = coming.get(line.partId) as Decimal
      const served = min(line.shortage, onOrder)
      coming.set(line.partId, sub(onOrder, served))
      return [line.id, trimZeros(sub(line.shortage, served))]
    }),
  )
}
