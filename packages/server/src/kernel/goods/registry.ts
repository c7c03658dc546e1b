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
