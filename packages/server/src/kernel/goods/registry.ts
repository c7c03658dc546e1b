import { type Stage, statesIn } from '@chepu/contract/kernel/states'
import type { GoodsKind } from './types'

const kinds = new Map<string, GoodsKind>()

/** Makes a bound kind known to what works on all of them, such as former documents. */
export const registerKind = (kind: GoodsKind): void => void kinds.set(kind.def.kind, kind)

/** The kind of this name, or undefined. */
export const kindNamed = (name: string): GoodsKind | undefined => kinds.get(name)

/** Every kind that is bound. */
export const boundKinds = (): GoodsKind[] => [...kinds.values()]

/** Every kind of an area that posts to the ledgers. */
export const postingKinds = (area: GoodsKind['def']['area']): string[] =>
  boundKinds()
    .filter((kind) => kind.def.area === area && 'reverse' in kind.def.actions)
    .map((kind) => kind.def.kind)

/** Every kind with its states in these stages, as two columns for a statement that meets documents of all kinds. */
export function statesOfAll(...stages: readonly Stage[]): [kinds: string[], states: string[]] {
  const pairs = boundKinds().flatMap(({ def }) => statesIn(def, ...stages).map((state) => [def.kind, state] as const))
  return [pairs.map(([kind]) => kind), pairs.map(([, state]) => state)]
}
