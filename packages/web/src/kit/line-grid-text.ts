import { compare, type Decimal, div, trimZeros } from '@chepu/contract/kernel/decimal'
import { moneyText, percentText, priceText } from './format'

const decimalText = /^-?\d+(\.\d+)?$/

export const isDecimal = (value: unknown): value is Decimal => typeof value === 'string' && decimalText.test(value)

/** Full-width letters, digits and signs as a Chinese input method types them, in plain ASCII. */
export const halfWidth = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u3000\u00a0]/g, ' ')

/** A typed or pasted number without currency sign, thousands separators and blanks: '￥1,234.50' is '1234.50'. */
export function numberText(text: string): string {
  const plain = halfWidth(text)
    .replace(/[¥￥,\s]/g, '')
    .replace(/。/g, '.')
  const whole = plain.replace(/^(-?)\./, '$10.').replace(/\.$/, '')
  return isDecimal(whole) ? trimZeros(whole) : whole
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

/** 0.13 as '13%'; text that is no number stays as it was typed. */
export const showRate = (value: unknown): string => (isDecimal(value) ? percentText(value) : shown(value))

/** '1234.5' as '1,234.50'; text that is no number stays as it was typed. */
export const showMoney = (value: unknown): string => (isDecimal(value) ? moneyText(value) : shown(value))

/** A price with at least 2 decimals; text that is no number stays as it was typed. */
export const showPrice = (value: unknown): string => (isDecimal(value) ? priceText(value) : shown(value))

/** A number without trailing zeros. */
export const showNumber = (value: unknown): string => (isDecimal(value) ? trimZeros(value) : shown(value))

export const shown = (value: unknown): string => (value == null ? '' : String(value))
