import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { isTouch } from '../kit/base/use-narrow'
import './pickers.css'

export interface ChoiceColumn<Row> {
  title: string
  show: (row: Row) => ReactNode
  right?: boolean
  /** Longer text is cut; pixels. */
  width?: number
}

export interface Choices<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
  active: number
  setActive: (index: number) => void
  /** Whether several may be taken, ticked one by one. */
  multiple: boolean
  ticked: readonly Row[]
  tick: (row: Row) => void
  tickAll: (on: boolean) => void
  /** For the search box: arrows walk, Ctrl+Space ticks where several may be taken, Enter takes. */
  onKeyDown: (event: KeyboardEvent) => void
  take: () => void
}

interface Choosing<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
  /** Whether the rows answer what stands in the search box: an Enter that was faster waits for them. */
  settled: boolean
  multiple?: boolean
  onTake: (rows: readonly Row[]) => void
}

/** Walking, ticking and taking rows while the keyboard stays in the search box. Other rows than before begin with the first. */
export function useChoices<Row>(choosing: Choosing<Row>): Choices<Row> {
  const { rows, keyOf, settled, multiple = false, onTake } = choosing
  const [active, setActive] = useState(0)
  const [ticked, setTicked] = useState<readonly Row[]>([])
  const shown = rows.map(keyOf).join()
  useEffect(() => setActive(0), [shown])
  const has = (row: Row) => ticked.some((other) => keyOf(other) === keyOf(row))
  const tick = (row: Row) =>
    setTicked((now) => (has(row) ? now.filter((other) => keyOf(other) !== keyOf(row)) : [...now, row]))
  const tickAll = (on: boolean) =>
    setTicked((now) => [
      ...now.filter((row) => !rows.some((other) => keyOf(other) === keyOf(row))),
      ...(on ? rows : []),
    ])
  const take = () => {
    const current = rows[active]
    const chosen = ticked.length > 0 ? ticked : current ? [current] : []
    if (chosen.length > 0) onTake(chosen)
  }
  const isAwaited = useRef(false)
  useEffect(() => {
    if (!settled || !isAwaited.current) return
    isAwaited.current = false
    take()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key]
    if (step !== undefined) setActive((now) => Math.max(0, Math.min(rows.length - 1, now + step)))
    else if (event.key === ' ' && event.ctrlKey && multiple && rows[active]) tick(rows[active])
    else if (event.key === 'Enter' && !settled && ticked.length === 0) isAwaited.current = true
    else if (event.key === 'Enter') take()
    else return
    event.preventDefault()
  }
  return { rows, keyOf, active, setActive, multiple, ticked, tick, tickAll, onKeyDown, take }
}

/**
 * Rows to choose from. A click marks, a double click takes. A finger has no Ctrl and misses small boxes: where several may be
 * chosen, its tap on a row ticks it in addition.
 */
export function ChoiceTable<Row>(props: {
  choices: Choices<Row>
  columns: readonly ChoiceColumn<Row>[]
  label: string
  empty: ReactNode
  height?: number | string
}) {
  const { choices, columns } = props
  const { keyOf, multiple } = choices
  const ticksByTap = multiple && isTouch()
  const isTicked = (row: Row) => choices.ticked.some((other) => keyOf(other) === keyOf(row))
  return (
    <div className="choice-table" style={{ height: props.height }} tabIndex={-1}>
      <table aria-label={props.label}>
        <thead>
          <tr>
            {multiple && (
              <th>
                <input
                  type="checkbox"
                  aria-label="全选"
                  tabIndex={-1}
                  checked={choices.rows.length > 0 && choices.rows.every(isTicked)}
                  onChange={(event) => choices.tickAll(event.target.checked)}
                />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.title} className={column.right ? 'right' : undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {choices.rows.map((row, i) => (
            <tr
              key={keyOf(row)}
              aria-selected={i === choices.active}
              ref={i === choices.active ? scrollIntoView : undefined}
              onClick={(event) => {
                choices.setActive(i)
                // The box ticks by itself.
                if (ticksByTap && !(event.target instanceof HTMLInputElement)) choices.tick(row)
              }}
              onDoubleClick={ticksByTap ? undefined : () => choices.take()}
            >
              {multiple && (
                <td>
                  <input
                    type="checkbox"
                    tabIndex={-1}
                    aria-label={`选择第${i + 1}行`}
                    checked={isTicked(row)}
                    onChange={() => choices.tick(row)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.title}
                  className={column.right ? 'right' : undefined}
                  style={column.width ? { maxWidth: column.width } : undefined}
                >
                  {column.show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {choices.rows.length === 0 && <div className="choice-table-empty">{props.empty}</div>}
    </div>
  )
}

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
