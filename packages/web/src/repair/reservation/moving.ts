import type { ReservationDayRow } from '@chepu/contract/repair/reservation-day'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { snapped, startOf, step } from './day-plan'

/** Where an appointment would be put: a column, and minutes after midnight. */
export interface Draft {
  row: ReservationDayRow
  column: number
  start: number
}

/** So far a press is a click. */
const slack = 6

/** The column under a point, and the minute at its height. */
function placeAt(x: number, y: number): { column: number; minute: number } | undefined {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')
  if (!column) return undefined
  const { top, height } = column.getBoundingClientRect()
  const of = (name: string) => Number.parseInt(column.dataset[name] ?? '', 10)
  return { column: of('column'), minute: of('from') + ((y - top) / height) * (of('until') - of('from')) }
}

/**
 * Moves an appointment over the calendar: with mouse or pen by its whole block, with a finger by the handle, since a finger on the block scrolls; by
 * arrow keys from quarter to quarter and column to column, Enter to keep it there, Escape to leave it.
 */
export function useMoving(
  columns: readonly number[],
  columnOf: (row: ReservationDayRow) => number,
  take: (draft: Draft) => Promise<void>,
) {
  const [draft, setDraft] = useState<Draft>()
  const press = useRef<{ x: number; y: number; grip: number; at?: Draft | undefined }>(undefined)
  const moved = useRef(false)
  const startAt = (row: ReservationDayRow): Draft => ({ row, column: columnOf(row), start: startOf(row) })
  const keep = async (wanted: Draft) => {
    const stood = startAt(wanted.row)
    if (stood.column !== wanted.column || stood.start !== wanted.start) await take(wanted)
    setDraft(undefined)
  }
  const drop = () => {
    press.current = undefined
    setDraft(undefined)
  }
  const pointer = (row: ReservationDayRow) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isHandle = (event.target as HTMLElement).closest('[data-handle]') !== null
      if (event.button !== 0 || (event.pointerType === 'touch' && !isHandle)) return
      moved.current = false
      const minute = placeAt(event.clientX, event.clientY)?.minute ?? startOf(row)
      press.current = { x: event.clientX, y: event.clientY, grip: minute - startOf(row) }
      // Held by what was pressed, which hears the click then, too.
      ;((event.target as HTMLElement).closest('button') ?? event.currentTarget).setPointerCapture(event.pointerId)
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      const from = press.current
      if (!from || (!moved.current && Math.hypot(x - from.x, y - from.y) < slack)) return
      moved.current = true
      const place = placeAt(x, y)
      // Kept beside what is drawn, which may not have followed yet when it is let go.
      from.at = place && { row, column: place.column, start: snapped(place.minute - from.grip) }
      setDraft(from.at)
    },
    onPointerUp: () => {
      const at = press.current?.at
      press.current = undefined
      if (at) void keep(at)
    },
    onPointerCancel: drop,
  })
  const keys = (row: ReservationDayRow) => ({
    onKeyDown: (event: KeyboardEvent) => {
      const at = draft?.row.id === row.id ? draft : undefined
      const next = afterKey(event.key, at ?? startAt(row), columns)
      if (next) setDraft(next)
      else if (at && event.key === 'Enter') void keep(at)
      else if (at && event.key === 'Escape') drop()
      else return
      event.preventDefault()
    },
    onBlur: () => !press.current && draft?.row.id === row.id && setDraft(undefined),
  })
  /** Whether the press that just ended was a move, so that its click means nothing. */
  const wasMove = () => moved.current
  return { draft, pointer, keys, wasMove }
}

/** Where an arrow takes an appointment; nothing by any other key. */
function afterKey(key: string, at: Draft, columns: readonly number[]): Draft | undefined {
  const beside = (by: number) => columns[columns.indexOf(at.column) + by] ?? at.column
  if (key === 'ArrowUp') return { ...at, start: snapped(at.start - step) }
  if (key === 'ArrowDown') return { ...at, start: snapped(at.start + step) }
  if (key === 'ArrowLeft') return { ...at, column: beside(-1) }
  if (key === 'ArrowRight') return { ...at, column: beside(1) }
  return undefined
}
