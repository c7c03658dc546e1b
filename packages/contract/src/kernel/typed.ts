// What people type and paste, as the program keeps it. Schemas stay strict: they take what has been read here.
import { compare, type Decimal, div, trimZeros } from './decimal'

const decimalText = /^-?(0|[1-9]\d*)(\.\d+)?$/

export const isDecimal = (value: unknown): value is Decimal => typeof value === 'string' && decimalText.test(value)

/** Full-width letters, digits and signs as a Chinese input method types them, in plain ASCII; every kind of blank as a space. */
export const halfWidth = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u3000\u00a0\u2000-\u200a\u202f\u205f]/g, ' ')
    .replace(/[\u200b\ufeff]/g, '')

/** A code as it is kept and looked for, whichever way it comes: plain signs, no blanks around it, one between its pieces. */
export const plainCode = (text: string): string => halfWidth(text).trim().replace(/\s+/g, ' ')

/** Digits of a telephone or account as they are kept: people put blanks and hyphens between them. */
export const plainDigits = (text: string): string => halfWidth(text).replace(/[\s-]/g, '')

const number = /^([+-]?)(\d{1,3}(?:[, ]\d{3})+|\d+)?(?:\.(\d*))?$/

/** Nobody means a figure by it: a code that was scanned or copied would become 123 without a word. */
const zeroFirst = /^0[\d, ]/

/** A number as people write it, without currency sign, 元 and thousands separators; undefined when it is none. */
function plainNumber(text: string): Decimal | undefined {
  const bare = text
    .replace(/[−–]/g, '-')
    .replace(/。/g, '.')
    .replace(/^([+-]?) *[¥￥] */, '$1')
    .replace(/ *元$/, '')
  const parts = number.exec(bare)
  if (!parts) return undefined
  const [, sign, whole = '', fraction = ''] = parts
  if (whole === '' && fraction === '') return undefined
  if (zeroFirst.test(whole)) return undefined
  return trimZeros(`${sign === '-' ? '-' : ''}${whole.replace(/[, ]/g, '')}.${fraction}`)
}

function faultOf(text: string): string {
  if (/^[+-]?\d+(\.\d+)?e[+-]?\d+$/i.test(text)) return `“${text}”是科学计数法，请写出全部数字`
  if (/^\(.*\)$/.test(text)) return `“${text}”带有括号，负数请用负号`
  if (/^[\d.,+-]+%$/.test(text)) return `“${text}”带有百分号，请只填数字`
  if (!/\d/.test(text)) return `“${text}”不是数字`
  if (zeroFirst.test(text.replace(/^[+-]/, ''))) return `“${text}”以0开头，不是数字`
  const more = text.replace(/[\d.,+\-¥￥ ]/g, '')
  if (more !== '') return `“${text}”带有“${more}”，请只填数字`
  return text.includes(',') ? `“${text}”的千位逗号位置不对` : `“${text}”不是数字`
}

/**
 * A typed or pasted number: '￥1,234.50', '１２．５' and '+3 元' are 1234.5, 12.5 and 3. What is none is refused with
 * words that name why; commas and blanks stand between thousands only.
 */
export function typedNumber(text: string): { value: Decimal } | { fault: string } {
  const plain = halfWidth(text).trim()
  const value = plainNumber(plain)
  return value === undefined ? { fault: faultOf(plain) } : { value }
}

/** The same for a cell or field, whose schema refuses what is no number: that stays as it was typed. */
export function numberText(text: string): string {
  const plain = halfWidth(text).trim()
  return plainNumber(plain) ?? plain
}

/** A tax rate as people type it: '13', '13%' and '0.13' are all 0.13; from 1 on the number is a percentage. */
export function rateText(text: string): string {
  const plain = numberText(text.replace(/[%％]/g, ''))
  if (!isDecimal(plain)) return plain
  return /[%％]/.test(text) || compare(plain, '1') >= 0 ? div(plain, '100') : plain
}

/** A discount as the trade says it: '95', '9.5' (9.5折) and '0.95' are all 0.95. */
export function discountText(text: string): string {
  const plain = numberText(text.replace(/[%％折]/g, ''))
  if (!isDecimal(plain) || compare(plain, '1') <= 0) return plain
  return div(plain, compare(plain, '10') <= 0 ? '10' : '100')
}

/** A day as people and spreadsheets write it: '2026/3/1', '2026年3月1日' and '20260301' are 2026-03-01; other text stays. */
export function dayText(text: string): string {
  const plain = halfWidth(text).trim()
  const parts =
    /^(\d{4})(\d{2})(\d{2})(?: [\d:]+)?$/.exec(plain) ??
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?: [\d:]+)?$/.exec(plain)
  if (!parts) return plain
  return parts
    .slice(1)
    .map((part) => part.padStart(2, '0'))
    .join('-')
}
