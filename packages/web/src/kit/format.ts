import { compare, type Decimal, mul, trimZeros, withCommas } from '@chepu/contract/kernel/decimal'

const filled = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Grouped by thousands without trailing zeros: '1234.5000' is '1,234.5'. */
function grouped(value: Decimal): string {
  const trimmed = trimZeros(value)
  return withCommas(trimmed, trimmed.split('.')[1]?.length ?? 0)
}

/** Yuan with commas and 2 decimals; empty for nothing. */
export const moneyText = (value: unknown): string => (filled(value) ? withCommas(value, 2) : '')

/** Quantity with commas and without trailing zeros; empty for nothing. */
export const qtyText = (value: unknown): string => (filled(value) ? grouped(value) : '')

/** Unit price: at least 2 decimals, up to 4 where they say something. */
export function priceText(value: unknown): string {
  if (!filled(value)) return ''
  return withCommas(value, Math.max(2, trimZeros(value).split('.')[1]?.length ?? 0))
}

/** A rate as percent: '0.13' is '13%'; empty for nothing. */
export const percentText = (value: unknown): string => (filled(value) ? `${grouped(mul(value, '100'))}%` : '')

/** A discount as the trade says it: '0.95' is '95折', '1' is empty. */
export const discountText = (value: unknown): string =>
  filled(value) && compare(value, '1') !== 0 ? `${grouped(mul(value, '100'))}折` : ''

const inShanghai = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** YYYY-MM-DD HH:mm:ss in Asia/Shanghai of a moment (SPEC 9); empty for nothing or nonsense. */
export function timeText(value: unknown): string {
  if (!filled(value) && !(value instanceof Date)) return ''
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? '' : inShanghai.format(date)
}

/** YYYY-MM-DD of a calendar day or of a moment in Asia/Shanghai. */
export const dayText = (value: unknown): string =>
  filled(value) && /^\d{4}-\d\d-\d\d$/.test(value) ? value : timeText(value).slice(0, 10)

/** The calendar day in Asia/Shanghai, whatever the browser's zone. */
export const today = (now = new Date()): string => timeText(now).slice(0, 10)

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const oneDay = 24 * hour

/**
 * How long ago: just now under 30 seconds, minutes under an hour, hours under a day, 1 day under two days,
 * otherwise the date (SPEC 9).
 */
export function relativeTime(value: string | Date, now = new Date()): string {
  const age = now.getTime() - new Date(value).getTime()
  if (age < 30 * second) return '刚刚'
  if (age < hour) return `${Math.max(1, Math.floor(age / minute))}分钟前`
  if (age < oneDay) return `${Math.floor(age / hour)}小时前`
  if (age < 2 * oneDay) return '1天前'
  return dayText(new Date(value).toISOString())
}

/** File size for people: 1536 is '1.5 KB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
