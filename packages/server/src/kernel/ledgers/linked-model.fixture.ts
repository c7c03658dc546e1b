// A small model of stock in whole pieces and fen, which shares nothing with the ledger.

/** Where goods lie. */
export interface Place {
  warehouseId: number
  locationId: number
  isTransit?: boolean
}

/** A bin: a batch of a part at a place. */
export interface At {
  place: Place
  partId: number
  batch: string
}

/** What a row of the ledger should say. */
export interface Row extends At {
  qty: bigint
  value: bigint
  variance: bigint
}

/** What the ledger should refuse. */
export class Refused extends Error {}

/** Fen as the ledger writes them: 1234n is 12.34. */
export const fen = (value: bigint) => {
  const digits = String(value < 0n ? -value : value).padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
/** a × b ÷ c, half up. */
export const part = (a: bigint, b: bigint, c: bigint) => (2n * a * b + c) / (2n * c)

const poolOf = ({ place, partId }: At) => `${place.warehouseId}/${partId}`
const binOf = (at: At) => `${poolOf(at)}/${at.batch}`

/** The stock as it should be. */
export class Model {
  constructor(
    readonly pools = new Map<string, { qty: bigint; value: bigint }>(),
    readonly bins = new Map<string, bigint>(),
    readonly rows: Row[] = [],
  ) {}

  copy = () => new Model(new Map(this.pools), new Map(this.bins), [])
  pool = (at: At) => this.pools.get(poolOf(at)) ?? { qty: 0n, value: 0n }

  private write(at: At, qty: bigint, value: bigint, variance = 0n): void {
    const { pools, bins, rows } = this
    const pool = this.pool(at)
    pools.set(poolOf(at), { qty: pool.qty + qty, value: pool.value + value })
    bins.set(binOf(at), (bins.get(binOf(at)) ?? 0n) + qty)
    rows.push({ ...at, qty, value, variance })
  }

  enter(at: At, qty: bigint, value: bigint, variance = 0n): bigint {
    this.write(at, qty, value, variance)
    return value
  }

  /** Batches that have lain in the pool, by name; what has none comes last. */
  private batchesAt(at: At): string[] {
    const pool = `${poolOf(at)}/`
    const names = [...this.bins.keys()].filter((key) => key.startsWith(pool)).map((key) => key.slice(pool.length))
    return [...names.filter(Boolean).toSorted(), '']
  }

  /** Goods of any batch leave at the average, those without one last, or of the named one at `known` as far as the pool can give it. */
  leave(at: At, qty: bigint, known?: { value: bigint; isExact: boolean }): bigint {
    const batches = at.batch === '' ? this.batchesAt(at) : [at.batch]
    const there = batches.map((batch) => ({ batch, qty: this.bins.get(binOf({ ...at, batch })) ?? 0n }))
    if (there.reduce((sum, bin) => sum + bin.qty, 0n) < qty) throw new Refused()
    const value = this.taken(at, qty, known)
    const variance = known === undefined ? 0n : known.value - value
    let [rest, restValue] = [qty, value]
    for (const bin of there) {
      if (rest === 0n || bin.qty === 0n) continue
      const now = bin.qty < rest ? bin.qty : rest
      const isLast = now === rest
      const own = isLast ? restValue : part(value, now, qty)
      this.write({ ...at, batch: bin.batch }, -now, -own, isLast ? -variance : 0n)
      rest -= now
      restValue -= own
    }
    return value
  }

  private taken(at: At, qty: bigint, known?: { value: bigint; isExact: boolean }): bigint {
    const pool = this.pool(at)
    const average = qty === pool.qty ? pool.value : part(pool.value, qty, pool.qty)
    const free = average > pool.value ? pool.value : average
    if (known === undefined || qty === pool.qty) return free
    const rest = pool.value - known.value
    if (rest < 0n) return free
    const isSensible = rest * pool.qty <= 10n * pool.value * (pool.qty - qty)
    return known.isExact || at.place.isTransit || isSensible ? known.value : free
  }

  revalue(at: At, value: bigint): void {
    const pool = this.pool(at)
    if (pool.qty === 0n || pool.value + value < 0n) throw new Refused()
    this.write(at, 0n, value)
  }

  undo(rows: readonly Row[]): void {
    for (const row of [...rows.filter(({ qty }) => qty <= 0n), ...rows.filter(({ qty }) => qty > 0n)]) {
      const { place, partId, batch, qty, value, variance } = row
      const at = { place, partId, batch }
      if (qty < 0n) this.enter(at, -qty, -value, -variance)
      else if (qty === 0n) this.revalue(at, -value)
      else this.takeBack(at, qty, value)
    }
  }

  /** Undoing takes its own bin, also the one without a batch. */
  private takeBack(at: At, qty: bigint, value: bigint): void {
    if ((this.bins.get(binOf(at)) ?? 0n) < qty) throw new Refused()
    const taken = this.taken(at, qty, { value, isExact: false })
    this.write(at, -qty, -taken, taken - value)
  }
}
