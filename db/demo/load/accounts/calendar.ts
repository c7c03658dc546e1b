import { lastDayOfMonth, monthAfter, monthText } from '@chepu/contract/kernel/calendar'

/** When the company has worked: its first day, and the day of loading. */
export interface Days {
  firstDay: string
  today: string
}

/** The months that the demo has worked in, the oldest first, as YYYYMM; the last one is that of today. */
export function monthsOf({ firstDay, today }: Days): number[] {
  const months: number[] = []
  const monthOf = (day: string) => Number.parseInt(day.replace('-', ''), 10)
  for (let month = monthOf(firstDay); month <= monthOf(today); month = monthAfter(month)) months.push(month)
  return months
}

/** A day of a month, its last one where it is shorter; what is still to come is today. */
export function dayIn(month: number, day: number, today: string): string {
  const last = lastDayOfMonth(month)
  const found = `${monthText(month)}-${String(day).padStart(2, '0')}`
  return [found, last, today].toSorted()[0] as string
}
