// Where appointments stand on the calendar of a day: minutes after midnight, and beside whom.
import { type BookedThing, type Booking, minuteOf, takenTwice } from '@chepu/contract/repair/bookings'
import { bookedStates } from '@chepu/contract/repair/reservation'
import type { ReservationDayRow } from '@chepu/contract/repair/reservation-day'
import { shanghaiClock } from '@chepu/contract/kernel/time'

/** Moves go from quarter of an hour to quarter of an hour. */
export const step = 15
/** What is shorter is drawn as if it were this long, so that it can be read. */
const leastShown = 30
const dayEnd = 24 * 60

/** Minutes after midnight in Shanghai. */
export const startOf = ({ expectedAt }: Pick<Booking, 'expectedAt'>): number =>
  minuteOf(shanghaiClock(new Date(expectedAt)))

/** HH:mm of minutes after midnight. */
export const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** The moment of minutes after midnight of a day in Shanghai. */
export const momentAt = (day: string, minutes: number): string =>
  new Date(Date.parse(`${day}T00:00:00+08:00`) + minutes * 60_000).toISOString()

/** The nearest quarter at which something may begin. */
export const snapped = (minutes: number): number =>
  Math.max(0, Math.min(dayEnd - step, Math.round(minutes / step) * step))

/** An appointment on its column: beginning and length in minutes, and which of how many it is beside others. */
export interface Placed {
  row: ReservationDayRow
  start: number
  length: number
  lane: number
  lanes: number
}

/** Appointments of one column, those at one time beside each other. */
export function placedIn(rows: readonly ReservationDayRow[]): Placed[] {
  const all = rows.map((row): Placed => {
    const start = Math.min(startOf(row), dayEnd - leastShown)
    return { row, start, length: Math.min(dayEnd - start, Math.max(leastShown, row.minutes)), lane: 0, lanes: 1 }
  })
  all.sort((one, other) => one.start - other.start || one.row.id - other.row.id)
  let together: Placed[] = []
  for (const placed of all) {
    if (together.every(({ start, length }) => start + length <= placed.start)) together = []
    const isFree = (lane: number) =>
      together.every((each) => each.lane !== lane || each.start + each.length <= placed.start)
    while (!isFree(placed.lane)) placed.lane += 1
    together.push(placed)
    const lanes = Math.max(...together.map(({ lane }) => lane)) + 1
    for (const each of together) each.lanes = lanes
  }
  return all
}

/** What an appointment would have at one time with others of the day, and with which. */
export interface Clash {
  other: ReservationDayRow
  takes: BookedThing[]
}

const isBooked = ({ state }: ReservationDayRow) => bookedStates.some((each) => each === state)

/** With whom an appointment collides where it stands, or where it would be put (business/arrivals 1.3). */
export function clashesOf(
  row: ReservationDayRow,
  rows: readonly ReservationDayRow[],
  at: Booking = row,
): readonly Clash[] {
  if (!isBooked(row)) return []
  return rows.flatMap((other) => {
    const takes = other.id === row.id || !isBooked(other) ? [] : takenTwice(at, other)
    return takes.length > 0 ? [{ other, takes }] : []
  })
}
