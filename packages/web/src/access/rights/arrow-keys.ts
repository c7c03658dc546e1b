import type { KeyboardEvent } from 'react'

const steps: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Arrow keys between the boxes of a matrix, whose inputs carry `data-row` and `data-column`; boxes that are not there
 * or closed are passed over. Home and End go to the ends of the row.
 */
export function moveInMatrix(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target as HTMLInputElement
  const row = Number.parseInt(from.dataset['row'] ?? '', 10)
  const column = Number.parseInt(from.dataset['column'] ?? '', 10)
  if (Number.isNaN(row) || from.tagName === 'SELECT') return
  const root = event.currentTarget
  const at = (r: number, c: number) => root.querySelector<HTMLInputElement>(`[data-row="${r}"][data-column="${c}"]`)
  if (event.key === 'Home' || event.key === 'End') {
    const all = root.querySelectorAll<HTMLInputElement>(`[data-row="${row}"]:not(:disabled)`)
    event.preventDefault()
    return (event.key === 'Home' ? all[0] : all[all.length - 1])?.focus()
  }
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  for (
    let [r, c] = [row + step[0], column + step[1]];
    r >= 0 && c >= 0 && r < 2000 && c < 2000;
    r += step[0], c += step[1]
  ) {
    const next = at(r, c)
    if (next && !next.disabled) return next.focus()
    if (!next && !at(r + step[0], c + step[1])) return
  }
}

/** Arrow keys along the boxes of a list, in the order of the page. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const step =
    event.key === 'ArrowDown' || event.key === 'ArrowRight'
      ? 1
      : event.key === 'ArrowUp' || event.key === 'ArrowLeft'
        ? -1
        : 0
  const from = event.target as HTMLElement
  if (step === 0 || !(from instanceof HTMLInputElement) || from.type !== 'checkbox') return
  event.preventDefault()
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]:not(:disabled)')]
  boxes[boxes.indexOf(from) + step]?.focus()
}
