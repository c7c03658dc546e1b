import {
  add,
  compare,
  type Decimal,
  div,
  equals,
  isNegative,
  isZero,
  money,
  mul,
  round,
  sub,
} from '@chepu/contract/kernel/decimal'

/** Quantity and value of one org × warehouse × part (DOMAIN 5.4). */
export interface Pool {
  qty: Decimal
  value: Decimal
}

/** What a movement of `qty` does to a pool. `value` is what enters or leaves it, never negative. */
export interface Movement {
  pool: Pool
  value: Decimal
  /** Specified minus taken value: what a specified outbound could not take (DOMAIN 5.4). */
  variance: Decimal
}

/** Goods enter with a known value. */
export const enter = (pool: Pool, qty: Decimal, value: Decimal): Movement => ({
  pool: { qty: add(pool.qty, qty), value: add(pool.value, value) },
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
 * stays at a sensible average, else the free value, and the difference is reported as variance.
 */
export function leaveAt(pool: Pool, qty: Decimal, specified: Decimal): Movement {
  const value = specifiedValue(pool, qty, specified)
  return taken(pool, qty, value, money(sub(specified, value)))
}

/** Average cost of one unit with 6 decimals, or null for an empty pool. */
export const averageCost = (pool: Pool): Decimal | null =>
  isZero(pool.qty) ? null : round(div(pool.value, pool.qty), 6)

/** Value of `qty` at the pool's average, 2 decimals. The caller has made sure that the pool is not empty. */
export function averageValue(pool: Pool, qty: Decimal): Decimal {
  if (equals(qty, pool.qty)) return money(pool.value)
  const value = money(div(mul(pool.value, qty), pool.qty))
  return compare(value, pool.value) > 0 ? money(pool.value) : value
}

function specifiedValue(pool: Pool, qty: Decimal, specified: Decimal): Decimal {
  if (equals(qty, pool.qty)) return money(pool.value)
  const rest = sub(pool.value, specified)
  if (isNegative(rest)) return averageValue(pool, qty)
  // rest ÷ rest qty ≤ 10 × value ÷ qty, without dividing.
  const within = compare(mul(rest, pool.qty), mul('10', mul(pool.value, sub(pool.qty, qty)))) <= 0
  return within ? money(specified) : averageValue(pool, qty)
}

function taken(pool: Pool, qty: Decimal, value: Decimal, variance: Decimal): Movement {
  return { pool: { qty: sub(pool.qty, qty), value: sub(pool.value, value) }, value, variance }
}
