/**
 * Demo prices are worked out in whole fen and whole per mille, so every step is exact integer arithmetic;
 * they leave this folder only as decimal strings in yuan.
 */

/** Fen as a decimal string in yuan with 2 decimals: 1250 -> '12.50'. */
export function yuanText(fen: number): string {
  const digits = String(fen).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Fen times per mille, rounded half-up to a whole fen: perMille(1000, 1120) = 1120. */
export function perMille(fen: number, factor: number): number {
  return Math.floor((fen * factor + 500) / 1000)
}

/** Rounds half-up to what a shop would print: 0.10 below 10 yuan, 0.50 below 100 yuan, whole yuan above. */
export function shelfPrice(fen: number): number {
  const step = fen < 1000 ? 10 : fen < 10000 ? 50 : 100
  return Math.floor((fen + step / 2) / step) * step
}
