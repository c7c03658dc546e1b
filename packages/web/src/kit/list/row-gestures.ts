import type { Dispatch, KeyboardEvent, MouseEvent, SetStateAction } from 'react'
import type { RowKey } from './columns'

const pageStep = 10

/** Rows that are walked, ticked and opened. */
export interface HandledRows<Row extends object> {
  rows: readonly Row[]
  keyOf: (row: Row) => RowKey
  selected?: ReadonlySet<RowKey> | undefined
  onSelect?: ((keys: ReadonlySet<RowKey>) => void) | undefined
  /** Index of the row that the keyboard is on. */
  active: number
  onActive: Dispatch<SetStateAction<number>>
  /** Double click or Enter. */
  onOpen?: ((row: Row) => void) | undefined
  /** A drill link of a cell. */
  onFollow?: ((href: string) => void) | undefined
}

/** What clicks and keys do to the rows of a table. */
export function rowGestures<Row extends object>(props: HandledRows<Row>) {
  const { rows, selected } = props
  const open = (index: number) => {
    const row = rows[index]
    if (row) props.onOpen?.(row)
  }
  const toggle = (index: number) => {
    const row = rows[index]
    if (!row || !selected) return
    const next = new Set(selected)
    if (!next.delete(props.keyOf(row))) next.add(props.keyOf(row))
    props.onSelect?.(next)
  }
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    const index = rowAt(target)
    if (index < 0) return
    props.onActive(index)
    if (target.closest('.dt-check')) toggle(index)
    if (target.closest('[data-open]')) open(index)
    const link = target.closest('a[data-follow]')
    if (link && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      props.onFollow?.(link.getAttribute('href') ?? '')
    }
  }
  /** Arrows walk on from a tick of the mouse, as from any other click. */
  const onMouseUp = ({ currentTarget, target }: MouseEvent<HTMLElement>) => {
    if ((target as Element).closest('.dt-check')) currentTarget.focus({ preventScroll: true })
  }
  const onDoubleClick = ({ target }: MouseEvent) => {
    if (!(target as Element).closest('button, a, input')) open(rowAt(target as Element))
  }
  const step = (by: number) => props.onActive((old) => Math.max(0, Math.min(old + by, rows.length - 1)))
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    PageDown: () => step(pageStep),
    PageUp: () => step(-pageStep),
    Home: () => props.onActive(0),
    End: () => props.onActive(rows.length - 1),
    Enter: () => open(props.active),
    ' ': () => toggle(props.active),
  }
  /** For the element that scrolls the rows. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const scroller = event.currentTarget
    if (event.key === 'Tab' && !event.shiftKey && event.target === scroller) {
      const action = scroller.querySelector<HTMLElement>('tr[aria-current] .dt-actions button')
      if (action) event.preventDefault()
      action?.focus()
    }
    const isBack = walkActions(event)
    if (isBack) scroller.focus()
    const move = keys[event.key]
    if (!move || (event.target !== scroller && !isBack) || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    move()
  }
  return { onClick, onDoubleClick, onMouseUp, onKeyDown }
}

function rowAt(element: Element): number {
  const index = element.closest('tr')?.dataset['index']
  return index === undefined ? -1 : Number.parseInt(index, 10)
}

/** Left and right among the actions of a row; true when a key leads back to the rows. */
function walkActions(event: KeyboardEvent): boolean {
  const button = event.target as HTMLElement
  const cell = button.closest('.dt-actions')
  if (!cell) return false
  const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  const buttons = [...cell.querySelectorAll('button')]
  if (sideways !== 0) buttons[buttons.indexOf(button as HTMLButtonElement) + sideways]?.focus()
  return ['Escape', 'ArrowUp', 'ArrowDown'].includes(event.key)
}
