/** The day `days` after `day`. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The day `months` after `day`, or the last of its month where that is shorter: a year and a month after 2026-01-31 is 2027-02-28. */
export function addMonths(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  const monthDay = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0)
  date.setUTCDate(Math.min(monthDay, date.getUTCDate()))
  return date.toISOString().slice(0, 10)
}

/** How many days `to` is after `from`; negative before it. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayLength)
const dayLength = 86_400_000

/** The last day of a month given as YYYYMM. */
export function lastDayOfMonth(period: number): string {
  const date = new Date(Date.UTC(Math.floor(period / 100), period % 100, 0))
  return date.toISOString().slice(0, 10)
}

/** The first day of a month given as YYYYMM. */
export const firstDayOfMonth = (period: number): string => `${lastDayOfMonth(period).slice(0, 7)}-01`

/** The month after a month, both as YYYYMM. */
export const monthAfter = (period: number): number => (period % 100 === 12 ? period + 89 : period + 1)

/** The month before a month, both as YYYYMM. */
export const monthBefore = (period: number): number => (period % 100 === 1 ? period - 89 : period - 1)

/** A month as people read it: 202609 is '2026-09'. */
export const monthText = (period: number): string => lastDayOfMonth(period).slice(0, 7)

/** The given day of the next month, or that month's last day when it is shorter (business/finance 1.1). */
export function dayOfNextMonth(day: string, monthDay: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  // The day before the first of the month after the next one is the next one's last.
  date.setUTCMonth(date.getUTCMonth() + 2, 0)
  date.setUTCDate(Math.min(monthDay, date.getUTCDate()))
  return date.toISOString().slice(0, 10)
}
