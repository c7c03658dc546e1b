import { add, compare, type Decimal, isPositive, trimZeros } from '@chepu/contract/kernel/decimal'
import { refuseLine } from '../base/errors'
import { type PoolPlace, poolKey } from './pools'

type Line = Parameters<typeof refuseLine>[0]

/** Quantities in base units: what is left for a line, what it needs, and what earlier lines of the document take of the same goods. */
interface Shortage {
  available: Decimal
  needed: Decimal
  taken: Decimal
}

/** Refuses a line that needs more than is left (business/ledgers 2). Who sees little left is told what his own earlier lines take. */
export function refuseShort(line: Line, { available, needed, taken }: Shortage): never {
  const beside = isPositive(taken) ? `（本单前面的行已用 ${trimZeros(taken)}）` : ''
  refuseLine(line, 'qty', `可用量 ${trimZeros(available)}，需要 ${trimZeros(needed)}${beside}`)
}

/** Refuses the first line for which less is held than it wishes. All three are in the order of the lines. */
export function assertHeld(
  lines: readonly Line[],
  wishes: readonly (PoolPlace & { qty: Decimal })[],
  held: readonly Decimal[],
): void {
  const taken = new Map<string, Decimal>()
  lines.forEach((line, i) => {
    const wish = wishes[i] as (typeof wishes)[number]
    const available = held[i] ?? '0'
    const before = taken.get(poolKey(wish)) ?? '0'
    if (compare(available, wish.qty) < 0) refuseShort(line, { available, needed: wish.qty, taken: before })
    taken.set(poolKey(wish), add(before, available))
  })
}
