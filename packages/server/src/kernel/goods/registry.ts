import type { GoodsKind } from './types'

const kinds = new Map<string, GoodsKind>()

/** Makes a bound kind known to what works on all of them, such as former documents. */
export const registerKind = (kind: GoodsKind): void => void kinds.set(kind.def.kind, kind)

/** The kind of this name, or undefined. */
export const kindNamed = (name: string): GoodsKind | undefined => kinds.get(name)

/** Every kind that is bound. */
export const boundKinds = (): GoodsKind[] => [...kinds.values()]

/** Every kind of an area that posts to the ledgers; one whose books are those of what it makes has no entries (ADR 0158). */
export const postingKinds = (area: GoodsKind['def']['area']): string[] =>
  boundKinds()
    .filter(({ def }) => def.area === area && 'reverse' in def.actions && def.booksIn === undefined)
    .map(({ def }) => def.kind)
