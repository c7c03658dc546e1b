// Lists draw a plain HTML table of their own: 200 rows with 25 columns must scroll and answer the arrow keys at once, and
// two total rows, frozen columns and dragged widths are all sticky cells here.
import {
  type CSSProperties,
  type Dispatch,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SetStateAction,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Column, fitted, widthOf } from './columns'
import { DataRow } from './data-row'
import { HeadCell } from './head-cell'
import '../base/kit.css'
import { SumLine, type SummaryRow } from './sum-line'
import { useInnerWidth } from '../base/use-inner-width'

export type RowKey = number | string

interface DataTableProps<Row extends object> {
  /** What the table holds, for screen readers. */
  label: string
  /** Shown columns in order, frozen ones at their sides. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => RowKey
  /** A column key, '-key' for descending. */
  sort?: string | undefined
  onSort?: ((sort: string | undefined) => void) | undefined
  onResize?: ((key: string, width: number) => void) | undefined
  selected?: ReadonlySet<RowKey> | undefined
  onSelect?: ((keys: ReadonlySet<RowKey>) => void) | undefined
  /** Index of the row that the keyboard is on. */
  active: number
  onActive: Dispatch<SetStateAction<number>>
  /** Double click or Enter. */
  onOpen?: ((row: Row) => void) | undefined
  /** A drill link of a cell. */
  onFollow?: ((href: string) => void) | undefined
  /** Last, frozen column. Keep the function stable. */
  actions?: ((row: Row) => ReactNode) | undefined
  summary?: readonly SummaryRow[]
  /** Rows drawn muted or red, by class name. */
  rowClass?: ((row: Row) => string | undefined) | undefined
  /** Old rows stay, paler, while new ones are read. */
  busy?: boolean
  /** Instead of rows: empty list, error. */
  placeholder?: ReactNode
}

const checkboxWidth = 34
const pageStep = 10
/** One action of four characters and 更多. */
const actionsRoom = 92

/** Sticky distance of frozen columns from their side, in pixels. */
function stickyStyles(columns: readonly Column<never>[], left: number, right: number): CSSProperties[] {
  let fromLeft = left
  let fromRight = right
  const styles: CSSProperties[] = columns.map((column) => {
    if (column.fixed !== 'left') return {}
    const style = { left: fromLeft }
    fromLeft += widthOf(column)
    return style
  })
  for (let i = columns.length - 1; i >= 0; i -= 1) {
    const column = columns[i]
    if (column?.fixed !== 'right') continue
    styles[i] = { right: fromRight }
    fromRight += widthOf(column)
  }
  return styles
}

/**
 * Rows under a sticky head, over sticky totals; frozen columns; the keyboard walks (arrows, Home, End, Page), Enter opens,
 * Space selects, Tab goes to the actions of the row. A head sorts on click (up, down, none) and resizes by its right edge.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, selected, active } = props
  const scroller = useRef<HTMLDivElement>(null)
  const actionsWidth = props.actions ? actionsRoom : 0
  const checks = selected ? checkboxWidth : 0
  const [dragged, setDragged] = useState<{ key: string; width: number }>()
  const inside = useInnerWidth(scroller)
  const drawn = useMemo(() => {
    const sized = dragged
      ? columns.map((column) => (column.key === dragged.key ? { ...column, width: dragged.width } : column))
      : columns
    return inside === undefined ? sized : fitted(sized, inside - checks - actionsWidth)
  }, [columns, dragged, inside, checks, actionsWidth])
  const sticky = useMemo(() => stickyStyles(drawn, checks, actionsWidth), [drawn, checks, actionsWidth])
  const width = drawn.reduce((sum, column) => sum + widthOf(column), checks + actionsWidth)

  useEffect(() => {
    scroller.current?.querySelector('tr[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  // The name opens the row as a double click does, unless it is drawn by the page or a link already.
  const named = columns.find((column) => column.isName) ?? columns[0]
  const openBy = props.onOpen && named && !named.render && !named.href ? named.key : undefined
  const toggle = (index: number) => {
    const row = rows[index]
    if (!row || !selected) return
    const next = new Set(selected)
    if (!next.delete(props.keyOf(row))) next.add(props.keyOf(row))
    props.onSelect?.(next)
  }
  const rowAt = (event: MouseEvent) => {
    const index = (event.target as Element).closest('tr')?.dataset['index']
    return index === undefined ? -1 : Number.parseInt(index, 10)
  }
  const isControl = (event: MouseEvent) => (event.target as Element).closest('button, a, input') !== null
  const click = (event: MouseEvent) => {
    const index = rowAt(event)
    if (index < 0) return
    props.onActive(index)
    if ((event.target as Element).closest('.dt-check')) toggle(index)
    if ((event.target as Element).closest('[data-open]')) open(index)
    const link = (event.target as Element).closest('a[data-follow]')
    if (link && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      props.onFollow?.(link.getAttribute('href') ?? '')
    }
  }
  const open = (index: number) => {
    const row = rows[index]
    if (row) props.onOpen?.(row)
  }
  const step = (by: number) => props.onActive((old) => Math.max(0, Math.min(old + by, rows.length - 1)))
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    PageDown: () => step(pageStep),
    PageUp: () => step(-pageStep),
    Home: () => props.onActive(0),
    End: () => props.onActive(rows.length - 1),
    Enter: () => open(active),
    ' ': () => toggle(active),
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Tab' && !event.shiftKey && event.target === event.currentTarget) {
      const action = scroller.current?.querySelector<HTMLElement>('tr[aria-current] .dt-actions button')
      if (action) event.preventDefault()
      action?.focus()
    }
    const isBack = walkActions(event)
    if (isBack) scroller.current?.focus()
    const move = keys[event.key]
    if (!move || (event.target !== event.currentTarget && !isBack) || event.ctrlKey || event.altKey || event.metaKey)
      return
    event.preventDefault()
    move()
  }
  const allSelected = selected !== undefined && rows.length > 0 && rows.every((row) => selected.has(props.keyOf(row)))

  return (
    <div
      ref={scroller}
      className={props.busy ? 'dt dt-busy' : 'dt'}
      role="region"
      aria-label={props.label}
      aria-busy={props.busy}
      tabIndex={0}
      data-grid=""
      data-quiet=""
      onKeyDown={key}
      onKeyDownCapture={wakeRows}
      onPointerDown={wakeRows}
    >
      <table style={{ width: `max(100%, ${width}px)` }}>
        <colgroup>
          {selected && <col style={{ width: checkboxWidth }} />}
          {drawn.map((column) => (
            <col key={column.key} style={{ width: widthOf(column) }} />
          ))}
          <col />
          {props.actions && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <thead>
          <tr>
            {selected && (
              <th className="dt-fixed dt-check" style={{ left: 0 }}>
                <input
                  type="checkbox"
                  aria-label="全选本页"
                  checked={allSelected}
                  onChange={() => props.onSelect?.(new Set(allSelected ? [] : rows.map(props.keyOf)))}
                />
              </th>
            )}
            {drawn.map((column, i) => (
              <HeadCell
                key={column.key}
                column={column}
                style={sticky[i]}
                sort={props.sort}
                onSort={props.onSort}
                onDrag={(next) => setDragged({ key: column.key, width: next })}
                onDrop={(next) => {
                  setDragged(undefined)
                  props.onResize?.(column.key, next)
                }}
              />
            ))}
            <th aria-hidden />
            {props.actions && (
              <th className="dt-fixed dt-actions" style={{ right: 0 }}>
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody onClick={click} onDoubleClick={(event) => !isControl(event) && open(rowAt(event))}>
          {rows.map((row, index) => (
            <DataRow
              key={props.keyOf(row)}
              row={row}
              index={index}
              columns={drawn}
              sticky={sticky}
              isActive={index === active}
              isSelected={selected?.has(props.keyOf(row))}
              className={props.rowClass?.(row)}
              openBy={openBy}
              actions={props.actions}
            />
          ))}
        </tbody>
        {rows.length > 0 && props.summary && props.summary.length > 0 && (
          <tfoot>
            {props.summary.map((line) => (
              <SumLine
                key={line.title}
                line={line}
                columns={drawn}
                sticky={sticky}
                isTicked={selected !== undefined}
                hasActions={props.actions !== undefined}
              />
            ))}
          </tfoot>
        )}
      </table>
      {props.placeholder && <div className="dt-placeholder">{props.placeholder}</div>}
    </div>
  )
}

/** Rows that were given the keyboard unasked show it only once it is used. */
const wakeRows = (event: { currentTarget: Element }) => event.currentTarget.removeAttribute('data-quiet')

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
