// Lists draw a plain HTML table of their own: 200 rows with 25 columns must scroll and answer the arrow keys at once, and
// two total rows, frozen columns and dragged widths are all sticky cells here.
import { type ReactNode, useEffect, useRef } from 'react'
import { type Column, widthOf } from './columns'
import { DataRow } from './data-row'
import { HeadCell } from './head-cell'
import '../base/kit.css'
import { SumLine, type SummaryRow } from './sum-line'
import { type HandledRows, rowGestures } from './row-gestures'
import { usePlacedColumns } from './use-placed-columns'

interface DataTableProps<Row extends object> extends HandledRows<Row> {
  /** What the table holds, for screen readers. */
  label: string
  /** Shown columns in order, frozen ones at their sides. */
  columns: readonly Column<Row>[]
  /** A column key, '-key' for descending. */
  sort?: string | undefined
  onSort?: ((sort: string | undefined) => void) | undefined
  onResize?: ((key: string, width: number) => void) | undefined
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
/** One action of four characters and 更多. */
const actionsRoom = 92

/**
 * Rows under a sticky head, over sticky totals; frozen columns; the keyboard walks (arrows, Home, End, Page), Enter opens,
 * Space selects, Tab goes to the actions of the row. A head sorts on click (up, down, none) and resizes by its right edge.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, selected, active } = props
  const scroller = useRef<HTMLDivElement>(null)
  const room = { left: selected ? checkboxWidth : 0, right: props.actions ? actionsRoom : 0 }
  const { placed, sticky, width, drag } = usePlacedColumns(columns, scroller, room)
  const { onClick, onDoubleClick, onMouseUp, onKeyDown } = rowGestures(props)

  useEffect(() => {
    scroller.current?.querySelector('tr[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  // The name opens the row as a double click does, unless it is drawn by the page or a link already.
  const named = columns.find((column) => column.isName) ?? columns[0]
  const openBy = props.onOpen && named && !named.render && !named.href ? named.key : undefined
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
      onKeyDown={onKeyDown}
      onKeyDownCapture={wakeRows}
      onPointerDown={wakeRows}
      onMouseUp={onMouseUp}
    >
      <table style={{ width: `max(100%, ${width}px)` }}>
        <colgroup>
          {selected && <col style={{ width: checkboxWidth }} />}
          {placed.map((column) => (
            <col key={column.key} style={{ width: widthOf(column) }} />
          ))}
          <col />
          {props.actions && <col style={{ width: room.right }} />}
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
            {placed.map((column, i) => (
              <HeadCell
                key={column.key}
                column={column}
                style={sticky[i]}
                sort={props.sort}
                onSort={props.onSort}
                onDrag={(next) => drag({ key: column.key, width: next })}
                onDrop={(next) => {
                  drag(undefined)
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
        <tbody onClick={onClick} onDoubleClick={onDoubleClick}>
          {rows.map((row, index) => (
            <DataRow
              key={props.keyOf(row)}
              row={row}
              index={index}
              columns={placed}
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
                columns={placed}
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
