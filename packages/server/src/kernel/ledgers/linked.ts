import {
  add,
  type Decimal,
  div,
  isNegative,
  isPositive,
  isZero,
  min,
  money,
  mul,
  sub,
  sumOf,
} from '@chepu/contract/kernel/decimal'
import { groupBy } from '../base/group-by'
import type { StockMove, ValueSource } from './types'

const sourceOf = ({ costing }: StockMove): ValueSource | undefined =>
  costing.at === 'linked' ? costing.source : undefined

/**
 * The movements as the document has them, but each after those that its value is made of (ADR 0127). A movement whose value
 * comes from itself, or from one that the document does not post, is a mistake in the program.
 */
export function afterTheirSources(moves: readonly StockMove[]): StockMove[] {
  const posted = new Set(moves)
  const ordered = new Set<StockMove>()
  const begun = new Set<StockMove>()
  const place = (move: StockMove): void => {
    if (ordered.has(move)) return
    if (!posted.has(move)) throw new Error('a value is made of a movement that is not posted')
    if (begun.has(move)) throw new Error('movements take their values from each other')
    begun.add(move)
    for (const origin of sourceOf(move)?.moves ?? []) place(origin)
    ordered.add(move)
  }
  for (const move of moves) place(move)
  return [...ordered]
}

/** Finds what linked movements are worth; asked in the order of `afterTheirSources`, with the values known by then. */
export function linkedValues(moves: readonly StockMove[]) {
  const sharers = groupBy(moves, sourceOf)
  const shares = new Map<StockMove, Decimal>()
  return (move: StockMove, source: ValueSource, known: ReadonlyMap<StockMove, Decimal>): Decimal => {
    if (!shares.has(move)) {
      const own = sharers.get(source) ?? []
      const values = sharedValue(source, own, known)
      own.forEach((sharer, i) => shares.set(sharer, values[i] as Decimal))
    }
    return shares.get(move) as Decimal
  }
}

/** Shares by weight, 2 decimals; the last sharer takes the remainder, so that nothing is lost (business/ledgers 4.1). */
function sharedValue(
  source: ValueSource,
  sharers: readonly StockMove[],
  known: ReadonlyMap<StockMove, Decimal>,
): Decimal[] {
  const ofMoves = sumOf(source.moves, (move) => known.get(move) as Decimal)
  const total = add(ofMoves, source.plus ?? '0')
  if (isNegative(total)) throw new Error('goods cannot be worth less than nothing')
  const weights = sharers.map(weightOf)
  const sum = add(...weights)
  const last = isZero(sum) ? weights.length - 1 : weights.findLastIndex(isPositive)
  let rest = total
  return weights.map((weight, i) => {
    // What several shares were rounded up by is never taken off the goods of the last one below zero.
    const share = i === last ? rest : isZero(weight) ? '0' : min(money(div(mul(total, weight), sum)), rest)
    rest = sub(rest, share)
    return money(share)
  })
}

const weightOf = ({ costing, qty }: StockMove): Decimal => (costing.at === 'linked' ? costing.weight : undefined) ?? qty
