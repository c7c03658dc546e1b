import Big from 'big.js'

/** A decimal number as text, for example '12.50'. Money, quantities, prices and rates are never binary floats. */
export type Decimal = string

// Multiplication and division keep at most 15 decimals (business/frame 9.3).
Big.DP = 15
Big.RM = Big.roundHalfUp

type Operand = Decimal | Big

/** Sum of all operands; an empty call is '0'. */
export const add = (...operands: Operand[]): Decimal =>
  operands.reduce<Big>((sum, value) => sum.plus(value), new Big(0)).toFixed()

/** `a − b`. */
export const sub = (a: Operand, b: Operand): Decimal => new Big(a).minus(b).toFixed()

/** `a × b`, at most 15 decimals (business/frame 9.3). */
export const mul = (a: Operand, b: Operand): Decimal => new Big(a).times(b).round(15).toFixed()

/** `a ÷ b`, at most 15 decimals (business/frame 9.3). Throws when b is zero: callers decide what a blank means. */
export const div = (a: Operand, b: Operand): Decimal => new Big(a).div(b).toFixed()

/** `−a`. */
export const neg = (a: Operand): Decimal => new Big(a).times(-1).toFixed()

/** Absolute value. */
export const abs = (a: Operand): Decimal => new Big(a).abs().toFixed()

/** Half-up (四舍五入) to `decimals` places, 2 by default (business/frame 9.3), keeping trailing zeros: round('1.005') is '1.01'. */
export const round = (a: Operand, decimals = 2): Decimal => new Big(a).toFixed(decimals, Big.roundHalfUp)

/** Money: half-up to 2 decimals (business/documents 3.9: rounding happens at the line). */
export const money = (a: Operand): Decimal => round(a)

/** Cuts to `decimals` places without rounding (business/frame 9.3: at most 15). */
export const truncate = (a: Operand, decimals: number): Decimal =>
  new Big(a).round(Math.min(decimals, 15), Big.roundDown).toFixed()

/** −1, 0 or 1 as a is below, equal to or above b. */
export const compare = (a: Operand, b: Operand): -1 | 0 | 1 => new Big(a).cmp(b) as -1 | 0 | 1

export const equals = (a: Operand, b: Operand): boolean => compare(a, b) === 0
export const isZero = (a: Operand): boolean => compare(a, '0') === 0
export const isPositive = (a: Operand): boolean => compare(a, '0') > 0
export const isNegative = (a: Operand): boolean => compare(a, '0') < 0
export const min = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b)
export const max = (a: Decimal, b: Decimal): Decimal => (compare(a, b) >= 0 ? a : b)

/** Sum of one figure over rows. */
export const sumOf = <Row>(rows: readonly Row[], figure: (row: Row) => Operand): Decimal => add(...rows.map(figure))

/** Drops trailing zeros for display and keys: '1.5000' becomes '1.5', '2.0000' becomes '2'. */
export const trimZeros = (a: Operand): Decimal => new Big(a).toFixed()

const suffixes = ['', 'k', 'M', 'G', 'T', 'P', 'E']

/**
 * Short form with k, M, G, T, P, E (business/frame 9.3), one decimal at most: '12345' becomes '12.3k'. What rounds up to a thousand
 * takes the next suffix: '999950' is '1M' and not '1000k'.
 */
export function shorten(a: Operand): string {
  let value = new Big(a)
  let step = 0
  while (value.round(1).abs().gte(1000) && step < suffixes.length - 1) {
    value = value.div(1000)
    step += 1
  }
  return value.round(1).toFixed() + suffixes[step]
}

/** With thousands separators and fixed decimals, for people: '1234567.5' becomes '1,234,567.50'. */
export function withCommas(a: Operand, decimals = 2): string {
  const [whole, fraction] = round(a, decimals).split('.') as [string, string?]
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return fraction ? `${grouped}.${fraction}` : grouped
}

/**
 * Splits `total` over `weights` in proportion, each share half-up to 2 decimals; the last non-zero weight takes the
 * remainder, so that the shares always add up to `total` exactly (business/documents 3.5).
 */
export function allocate(total: Decimal, weights: readonly Decimal[]): Decimal[] {
  const sum = add(...weights)
  const last = weights.findLastIndex((weight) => !isZero(weight))
  let rest = money(total)
  const shares = weights.map(() => '0.00')
  if (last < 0) return shares
  for (let i = 0; i < last; i += 1) {
    const share = money(div(mul(total, weights[i] as Decimal), sum))
    shares[i] = share
    rest = money(sub(rest, share))
  }
  shares[last] = rest
  return shares
}
