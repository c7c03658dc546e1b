import { compare, mul, round } from '@chepu/contract/kernel/decimal'
import { dayHours, type DispatchView, type WorkCard } from '@chepu/contract/repair/dispatch'
import { timeText } from '../../kit/base/format'

/** The board shows a day from eight in the morning, half hour by half hour. */
const firstHour = 8
export const slots = 22

/** A card of the board in a row: from which half hour, and how many. Nothing of a line that has no time. */
export interface Placed {
  card: WorkCard
  row: DispatchView
  slot: number | null
  span: number
}

/** Where a technician's part of a line stands on a day; nothing when it is planned for another day, or done. */
export function placed(card: WorkCard, row: DispatchView, day: string): Placed | undefined {
  const span = Math.min(slots, Math.max(2, Number.parseInt(round(mul(mul(card.hours, row.share), '2'), 0), 10)))
  if (row.plannedStart === null) return { card, row, slot: null, span }
  const text = timeText(row.plannedStart)
  if (text.slice(0, 10) !== day) return undefined
  const [hour, minute] = [Number.parseInt(text.slice(11, 13), 10), Number.parseInt(text.slice(14, 16), 10)]
  // What begins after the last hour stands in it, where there is room to read it.
  const slot = Math.min(slots - 2, Math.max(0, (hour - firstHour) * 2 + Math.floor(minute / 30)))
  return { card, row, slot, span: Math.min(span, slots - slot) }
}

/** HH:mm of a half hour. */
export const slotText = (slot: number): string =>
  `${String(firstHour + Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`

/** The moment of a time of a day in the shop's zone. */
export const momentOf = (day: string, time: string): string => new Date(`${day}T${time}:00+08:00`).toISOString()

/** A time some hours later, within the same day. */
export function endOf(start: string, hours: string): string {
  const minutes = Number.parseInt(round(mul(hours, '60'), 0), 10)
  return new Date(Date.parse(start) + Math.max(30, minutes) * 60_000).toISOString()
}

/** More hours than a day has. */
export const isTooMuch = (hours: string): boolean => compare(hours, dayHours) > 0
