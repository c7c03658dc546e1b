import { type PointerEvent, useRef, useState } from 'react'
import { slots } from './plan'

/** Where a card was let go: a row, and a half hour of it; none on the part without times. */
export interface Drop {
  row: string
  slot: number | null
}

/** So far a press is a click. */
const slack = 6

/** The place under a point. */
function placeAt(x: number, y: number): Drop | undefined {
  const element = document.elementFromPoint(x, y)
  const row = element?.closest<HTMLElement>('[data-row]')
  if (!row) return undefined
  const strip = row.querySelector('[data-strip]')?.getBoundingClientRect()
  const isTimed = strip && x >= strip.left && x <= strip.right
  const slot = isTimed ? Math.min(slots - 1, Math.floor(((x - strip.left) / strip.width) * slots)) : null
  return { row: row.dataset['row'] as string, slot }
}

/**
 * Cards are dragged with mouse, finger or pen alike: what a press begins follows the pointer until it is let go over a row. A press that does
 * not move is a click, which the card itself hears.
 */
export function useDrag<Card>(onDrop: (card: Card, drop: Drop) => void) {
  const start = useRef<{ card: Card; x: number; y: number }>(undefined)
  const moved = useRef(false)
  const [over, setOver] = useState<Drop>()
  const end = () => {
    start.current = undefined
    setOver(undefined)
  }
  const handlers = (card: Card) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      moved.current = false
      start.current = { card, x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      const from = start.current
      if (!from || (!moved.current && Math.hypot(x - from.x, y - from.y) < slack)) return
      moved.current = true
      setOver(placeAt(x, y))
    },
    onPointerUp: ({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      const drop = moved.current ? placeAt(x, y) : undefined
      const from = start.current
      end()
      if (from && drop) onDrop(from.card, drop)
    },
    onPointerCancel: end,
  })
  /** Whether the press that just ended was a drag, so that its click means nothing. */
  const wasDrag = () => moved.current
  return { over, handlers, wasDrag }
}
