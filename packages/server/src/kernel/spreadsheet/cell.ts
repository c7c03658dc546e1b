/**
 * One cell as the user sees it: text and numbers are plain strings (a number has neither exponent nor trailing zeros), a
 * blank cell is null. Strings, because a file has hundreds of thousands of them and only the odd ones need more.
 */
export type Cell = string | OddCell | null

/**
 * A cell that an importer must not take for text. `date`: `YYYY-MM-DD`, with ` HH:mm:ss` when it has a time. `long_number`:
 * more digits than Excel keeps, so the last ones are lost. `too_long`: `text` is its length in characters. A `formula` or
 * an `error` (#N/A…) has no text: its value was computed, not typed. `boolean`: TRUE or FALSE, which Excel makes of typed
 * words too. A `merged` cell is one of a merged range beside the first, which has the value of all.
 */
interface OddCell {
  kind: 'date' | 'long_number' | 'too_long' | 'formula' | 'error' | 'boolean' | 'merged'
  text: string
}

/** A sheet row; cells after the last filled one are missing. */
export type Row = Cell[]

/** A double holds 15 decimal digits faithfully; Excel shows and keeps no more. */
export const faithfulDigits = 15

/**
 * A spreadsheet number as the digits that were typed: 12.300000000000001 -> `12.3`, 1e-7 -> `0.0000001`.
 * Rounds to the 15 significant digits that Excel itself keeps.
 */
export function plainDecimal(value: number): string {
  const [mantissa = '', exponent = '0'] = value.toExponential(faithfulDigits - 1).split('e')
  const sign = mantissa.startsWith('-') ? '-' : ''
  const digits = mantissa.replace(/[-.]/g, '').replace(/0+$/, '')
  if (digits === '') return '0'
  const point = Number(exponent) + 1
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return sign + digits.padEnd(point, '0')
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** A spreadsheet date, which has no time zone, as `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`, rounded to the second. */
export function plainDate(value: Date): string {
  const iso = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString()
  const [day = '', time = ''] = iso.slice(0, 19).split('T')
  return time === '00:00:00' ? day : `${day} ${time}`
}
