import { type PointerEvent, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isTouch } from '../base/use-narrow'
import type { Cell } from './line-grid-keys'

/** Width of the column of line numbers, in pixels. */
export const numberWidth = 44
/** Rows drawn above and below the screen, so that scrolling shows no blank. */
const spare = 8

/** Where the columns stand, in pixels. */
export interface Places {
  lefts: number[]
  widths: number[]
  width: number
}

/** Where columns of these widths stand beside each other, after the line numbers. */
export function placesOf(columns: readonly { width: number }[]): Places {
  const lefts: number[] = []
  let left = numberWidth
  for (const column of columns) {
    lefts.push(left)
    left += column.width
  }
  return { lefts, widths: columns.map((column) => column.width), width: left }
}

/** Fingers need higher rows than a mouse. */
export function useRowHeight(): number {
  const [height] = useState(() => (isTouch() ? 40 : 30))
  return height
}

/** The rows to draw: those on screen and a few more. */
export function useWindow(
  scroller: { current: HTMLDivElement | null },
  rowHeight: number,
  count: number,
  grid: { page: number },
): [first: number, last: number, pool: number] {
  const [range, setRange] = useState({ first: 0, rows: 30 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const rows = Math.ceil(element.clientHeight / rowHeight)
      const first = Math.floor(element.scrollTop / rowHeight)
      grid.page = Math.max(1, rows - 2)
      // A step of half the spare rows keeps most scroll events from drawing anything.
      const step = spare / 2
      const snapped = Math.floor(first / step) * step
      setRange((now) => (now.first === snapped && now.rows === rows ? now : { first: snapped, rows }))
    }
    // Rows that come on screen are drawn in the frame that scrolls, and not when the page has time for them.
    const scrolled = () => flushSync(measure)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', scrolled)
    }
  }, [scroller, rowHeight, grid])
  const pool = range.rows + spare * 2 + spare / 2
  return [Math.max(0, range.first - spare), Math.min(count, range.first - spare + pool), pool]
}

/**
 * The rows to draw, each in the slot that its index always has. A row that leaves the screen thereby hands its elements to
 * one that comes: a page up or down fills in new text and makes no new elements, which took most of its time.
 */
export const inSlots = (first: number, last: number, pool: number): [slot: number, index: number][] =>
  Array.from({ length: pool }, (_, slot): [number, number] => [
    slot,
    slot + Math.ceil((first - slot) / pool) * pool,
  ]).filter(([, index]) => index < last)

/** The cell under the pointer; column −1 is the line number. */
export function cellAt(
  event: PointerEvent,
  scroller: HTMLElement | null,
  places: Places,
  rowHeight: number,
): Cell | undefined {
  const target = event.target as HTMLElement
  if (!scroller || target.closest('.line-grid-active')) return undefined
  const body = event.currentTarget.getBoundingClientRect()
  const row = Math.floor((event.clientY - body.top) / rowHeight)
  if (target.closest('.line-grid-number')) return { row, column: -1 }
  const x = event.clientX - body.left
  return { row, column: places.lefts.findLastIndex((left) => left <= x) }
}
