/** One stream of pseudo-random values; the same key always yields the same sequence. */
export interface Random {
  /** A fraction from 0 (included) to 1 (excluded). */
  next(): number
  /** A whole number from min to max, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** An item drawn by its weight; weights need not add up to one. */
  weighted<T>(items: readonly (readonly [T, number])[]): T
  /** A shuffled copy; the list itself is left alone. */
  shuffle<T>(list: readonly T[]): T[]
  /** `count` different items in random order; throws when the list is too short. */
  sample<T>(list: readonly T[], count: number): T[]
  /** A normally distributed value (Box–Muller). */
  normal(mean: number, deviation: number): number
  /** A string of `count` decimal digits. */
  digits(count: number): string
}

/** The seed of the demo data (business/demo 1). */
const demoSeed = 20260901

/** FNV-1a, so that every subject draws from a stream of its own and a change in one does not shift the others. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ char.codePointAt(0)!, 0x01000193)
  return value >>> 0
}

/** mulberry32: small, fast and good enough for demo data; not for secrets. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** The random stream of one subject, e.g. `createRandom('partners')`. */
export function createRandom(key: string, seed: number = demoSeed): Random {
  const next = mulberry32(hash(`${seed}:${key}`))
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))

  function shuffle<T>(list: readonly T[]): T[] {
    const copy = [...list]
    for (let last = copy.length - 1; last > 0; last--) {
      const other = int(0, last)
      const kept = copy[last]!
      copy[last] = copy[other]!
      copy[other] = kept
    }
    return copy
  }

  function sample<T>(list: readonly T[], count: number): T[] {
    if (count > list.length) throw new RangeError(`Cannot draw ${count} items out of ${list.length}`)
    return shuffle(list).slice(0, count)
  }

  function weighted<T>(items: readonly (readonly [T, number])[]): T {
    const total = items.reduce((sum, [, weight]) => sum + weight, 0)
    let rest = next() * total
    for (const [item, weight] of items) {
      rest -= weight
      if (rest < 0) return item
    }
    return items.at(-1)![0]
  }

  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => list[int(0, list.length - 1)]!,
    weighted,
    shuffle,
    sample,
    normal: (mean, deviation) =>
      mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    digits: (count) => Array.from({ length: count }, () => int(0, 9)).join(''),
  }
}
