import { shanghaiDay } from '@chepu/contract/kernel/time'

export interface DayRange {
  from: string
  to: string
}

const iso = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** Quick ranges of a business-date filter (business/lists 1.1); weeks start on Monday; both ends included. */
export function quickRanges(
  day = shanghaiDay(),
): Record<'今天' | '昨天' | '本周' | '本月' | '上月' | '近三月', DayRange> {
  const [year = 0, monthNo = 1, date = 1] = day.split('-').map((part) => Number.parseInt(part, 10))
  const month = monthNo - 1
  const weekday = (new Date(Date.UTC(year, month, date)).getUTCDay() + 6) % 7
  const yesterday = iso(year, month, date - 1)
  return {
    今天: { from: day, to: day },
    昨天: { from: yesterday, to: yesterday },
    本周: { from: iso(year, month, date - weekday), to: iso(year, month, date - weekday + 6) },
    本月: { from: iso(year, month, 1), to: iso(year, month + 1, 0) },
    上月: { from: iso(year, month - 1, 1), to: iso(year, month, 0) },
    近三月: { from: iso(year, month - 2, 1), to: iso(year, month + 1, 0) },
  }
}

/** The default of document lists. */
export const thisMonth = (): DayRange => quickRanges().本月
