import {
  add,
  compare,
  type Decimal,
  div,
  isNegative,
  isZero,
  money,
  mul,
  round,
  sub,
} from '@chepu/contract/kernel/decimal'

/** Quantity and value of one org × warehouse × part (business/ledgers 4.1). */
export interface Pool {
  qty: Decimal
  value: Decimal
  /** In transit goods keep the value they left with: nothing is averaged with those of other shipments. */
  isTransit?: boolean
}

/** What a movement of `qty` does to a pool. `value` is what enters or leaves it, never negative. */
export interface Movement {
  pool: Pool
  value: Decimal
  /** Specified minus taken value: what a specified outbound could not take (business/ledgers 4.1). */
  variance: Decimal
}

/** Goods enter with a known value. */
export const enter = (pool: Pool, qty: Decimal, value: Decimal): Movement => ({
  pool: { ...pool, qty: add(pool.qty, qty), value: add(pool.value, value) },
  value: money(value),
  variance: '0.00',
})

/** Goods leave at the moving average; the last piece takes the whole remaining value. */
export function leave(pool: Pool, qty: Decimal): Movement {
  return taken(pool, qty, averageValue(pool, qty), '0.00')
}

/** Goods leave at the moving average for something worth `worth`; what that is above the average is the variance. */
export function leaveFor(pool: Pool, qty: Decimal, worth: Decimal | undefined): Movement {
  const movement = leave(pool, qty)
  return worth === undefined ? movement : { ...movement, variance: money(sub(worth, movement.value)) }
}

/**
 * Goods leave at a value that is known: a return to the supplier, a reversal. The pool gives it when what remains
 * stays at a sensible average, else the free value, and the difference is reported as variance. Out of transit the average
 * does not matter.
 */
export function leaveAt(pool: Pool, qty: Decimal, specified: Decimal): Movement {
  return leaveAtValue(pool, qty, specified, pool.isTransit === true)
}

/** Goods leave at the value that they came with in the same posting, whatever the average of those they lay with. */
export const leaveExactly = (pool: Pool, qty: Decimal, value: Decimal): Movement => leaveAtValue(pool, qty, value, true)

/** What a pool costs changes by `value`, its quantity stays. The caller has made sure that the pool can bear it. */
export const revalue = (pool: Pool, value: Decimal): Movement => ({
  pool: { ...pool, value: add(pool.value, value) },
  value: money(value),
  variance: '0.00',
})

/** Average cost of one unit with 6 decimals, or null for an empty pool. */
export const averageCost = (pool: Pool): Decimal | null =>
  isZero(pool.qty) ? null : round(div(pool.value, pool.qty), 6)

/**
 * Value of `qty` at the pool's average, 2 decimals. Since the pool's value is in whole fen, the whole quantity takes all of
 * it and no part more than there is. The caller has made sure that the pool is not empty.
 */
export const averageValue = (pool: Pool, qty: Decimal): Decimal => money(div(mul(pool.value, qty), pool.qty))

function leaveAtValue(pool: Pool, qty: Decimal, specified: Decimal, isExact: boolean): Movement {
  const value = canGive(pool, qty, specified, isExact) ? money(specified) : averageValue(pool, qty)
  return taken(pool, qty, value, money(sub(specified, value)))
}

function canGive(pool: Pool, qty: Decimal, specified: Decimal, isExact: boolean): boolean {
  const rest = sub(pool.value, specified)
  const restQty = sub(pool.qty, qty)
  if (isNegative(rest)) return false
  // With the last piece nothing may be left but nothing.
  if (isExact) return isZero(rest) || !isZero(restQty)
  // rest ÷ rest qty ≤ 10 × value ÷ qty, without dividing.
  return compare(mul(rest, pool.qty), mul('10', mul(pool.value, restQty))) <= 0
}

function taken(pool: Pool, qty: Decimal, value: Decimal, variance: Decimal): Movement {
  return { pool: { ...pool, qty: sub(pool.qty, qty), value: sub(pool.value, value) }, value, variance }
}
