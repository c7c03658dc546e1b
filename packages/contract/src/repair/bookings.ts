// When two appointments get in each other's way, and which hours of a day the calendar shows (business/arrivals 1.2, 1.3).
import { shanghaiClock } from '../kernel/time'

/** What an appointment takes up, and when. */
export interface Booking {
  expectedAt: string
  minutes: number
  bayId: number | null
  salespersonId: number | null
}

/** What only one appointment can have at one time. */
export const bookedThings = { bay: '工位', adviser: '服务顾问' } as const
export type BookedThing = keyof typeof bookedThings

const begins = ({ expectedAt }: Booking) => Date.parse(expectedAt)
const ends = (booking: Booking) => begins(booking) + booking.minutes * 60_000

/** What both would have at one time; one that ends when the other begins does not overlap it (business/arrivals 1.3). */
export function takenTwice(one: Booking, other: Booking): BookedThing[] {
  if (begins(one) >= ends(other) || begins(other) >= ends(one)) return []
  const isSame = (name: 'bayId' | 'salespersonId') => one[name] !== null && one[name] === other[name]
  return [...(isSame('bayId') ? (['bay'] as const) : []), ...(isSame('salespersonId') ? (['adviser'] as const) : [])]
}

/** Hours of the day as minutes after midnight. */
export interface Hours {
  from: number
  until: number
}

/** Where an organisation says nothing. */
const usualHours = '08:00-18:00'

/** Minutes after midnight of HH:mm. */
export const minuteOf = (clock: string): number =>
  Number.parseInt(clock.slice(0, 2), 10) * 60 + Number.parseInt(clock.slice(3, 5), 10)

/** 营业时间 as it is kept with the organisation, HH:mm-HH:mm, or empty. */
export function openHours(kept: string): Hours {
  const [from = '', until = ''] = (kept || usualHours).split('-')
  const hours = { from: minuteOf(from), until: minuteOf(until) }
  return hours.from < hours.until ? hours : openHours(usualHours)
}

/** Whole hours that hold the open ones and all appointments of the day. */
export function shownHours(open: Hours, bookings: readonly Booking[]): Hours {
  const starts = bookings.map(({ expectedAt }) => minuteOf(shanghaiClock(new Date(expectedAt))))
  const stops = bookings.map(({ minutes }, i) => Math.min(24 * 60, (starts[i] ?? 0) + minutes))
  const from = Math.min(open.from, ...starts)
  const until = Math.max(open.until, ...stops)
  return { from: Math.floor(from / 60) * 60, until: Math.ceil(until / 60) * 60 }
}
