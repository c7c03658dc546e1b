import { compare, type Decimal, mul, trimZeros, withCommas } from '@chepu/contract/kernel/decimal'
import { kilobyte, megabyte } from '@chepu/contract/kernel/file-limit'
import { shanghaiTime } from '@chepu/contract/kernel/time'

const filled = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Grouped by thousands without trailing zeros: '1234.5000' is '1,234.5'. */
function grouped(value: Decimal): string {
  const trimmed = trimZeros(value)
  return withCommas(trimmed, trimmed.split('.')[1]?.length ?? 0)
}

/** A value as it is; empty for nothing. */
export const text = (value: unknown): string => (value == null ? '' : String(value))

/** Yuan with commas and 2 decimals; empty for nothing. */
export const moneyText = (value: unknown): string => (filled(value) ? withCommas(value, 2) : '')

/** Quantity with commas and without trailing zeros; empty for nothing. */
export const qtyText = (value: unknown): string => (filled(value) ? grouped(value) : '')

/** Unit price: at least 2 decimals, up to 4 where they say something. */
export function priceText(value: unknown): string {
  if (!filled(value)) return ''
  return withCommas(value, Math.max(2, trimZeros(value).split('.')[1]?.length ?? 0))
}

/** What one piece cost: always 4 decimals, so that they stand under one another; empty for nothing. */
export const costText = (value: unknown): string => (filled(value) ? withCommas(value, 4) : '')

/** A rate as percent: '0.13' is '13%'; empty for nothing. */
export const percentText = (value: unknown): string => (filled(value) ? `${grouped(mul(value, '100'))}%` : '')

/** A discount as the trade says it: '0.95' is '95折', '1' is empty. */
export const discountText = (value: unknown): string =>
  filled(value) && compare(value, '1') !== 0 ? `${grouped(mul(value, '100'))}折` : ''

/** YYYY-MM-DD HH:mm:ss in Asia/Shanghai of a moment (business/frame 9.4); empty for nothing or nonsense. */
export function timeText(value: unknown): string {
  if (!filled(value) && !(value instanceof Date)) return ''
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? '' : shanghaiTime(date)
}

/** YYYY-MM-DD HH:mm in Asia/Shanghai, for times that people plan by. */
export const minuteText = (value: unknown): string => timeText(value).slice(0, 16)

/** YYYY-MM-DD of a calendar day or of a moment in Asia/Shanghai. */
export const dayText = (value: unknown): string => timeText(value).slice(0, 10)

/** File size for people: 1536 is '1.5 KB'. */
export function sizeText(bytes: number): string {
  if (bytes < kilobyte) return `${bytes} B`
  if (bytes < megabyte) return `${(bytes / kilobyte).toFixed(1)} KB`
  return `${(bytes / megabyte).toFixed(1)} MB`
}
