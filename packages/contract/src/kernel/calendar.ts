/** The day `days` after `day`. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The last day of a month given as YYYYMM. */
export function lastDayOfMonth(period: number): string {
  const date = new Date(Date.UTC(Math.floor(period / 100), period % 100, 0))
  return date.toISOString().slice(0, 10)
}

/** The given day of the next month, or that month's last day when it is shorter (DOMAIN 8.1, monthly terms). */
export function dayOfNextMonth(day: string, monthDay: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + 1)
  const month = first.toISOString().slice(0, 7)
  const last = lastDayOfMonth(Number.parseInt(month.replace('-', ''), 10))
  const wanted = `${month}-${String(monthDay).padStart(2, '0')}`
  return wanted < last ? wanted : last
}
