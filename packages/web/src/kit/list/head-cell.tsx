import type { CSSProperties, PointerEvent } from 'react'
import { type Column, widthOf } from './columns'
import { isSummed } from '@chepu/contract/kernel/query'
import { cellClass } from './data-row'

interface HeadCellProps {
  column: Column<never>
  style: CSSProperties | undefined
  sort: string | undefined
  onSort: ((sort: string | undefined) => void) | undefined
  onDrag: (width: number) => void
  onDrop: (width: number) => void
}

const nextSort = (key: string, sort: string | undefined) =>
  sort === key ? `-${key}` : sort === `-${key}` ? undefined : key

/** The head of a column: sorts on click (up, down, none) and resizes by its right edge. */
export function HeadCell(props: HeadCellProps) {
  const { column, sort } = props
  const direction = sort === column.key ? 'ascending' : sort === `-${column.key}` ? 'descending' : undefined
  const sortable = props.onSort && column.sort !== false
  return (
    <th
      className={cellClass(column)}
      style={props.style}
      aria-sort={direction}
      scope="col"
      data-key={column.isKey ? '' : undefined}
      data-sum={isSummed(column) ? '' : undefined}
    >
      {sortable ? (
        <button type="button" className="dt-sort" onClick={() => props.onSort?.(nextSort(column.key, sort))}>
          {column.title}
          <i aria-hidden>{direction === 'ascending' ? '▲' : direction === 'descending' ? '▼' : ''}</i>
        </button>
      ) : (
        column.title
      )}
      <span
        className="dt-edge"
        aria-hidden
        onPointerDown={(event) => dragEdge(event, widthOf(column), props.onDrag, props.onDrop)}
      />
    </th>
  )
}

/** Follows the pointer until it is released and says the width, at least 40 pixels. */
function dragEdge(
  event: PointerEvent<Element>,
  from: number,
  move: (width: number) => void,
  drop: (width: number) => void,
) {
  event.preventDefault()
  const edge = event.currentTarget
  const start = event.clientX
  const at = (x: number) => Math.min(1000, Math.max(40, Math.round(from + x - start)))
  edge.setPointerCapture(event.pointerId)
  const onMove = (moved: Event) => move(at((moved as unknown as PointerEvent).clientX))
  edge.addEventListener('pointermove', onMove)
  edge.addEventListener(
    'pointerup',
    (up) => {
      edge.removeEventListener('pointermove', onMove)
      drop(at((up as unknown as PointerEvent).clientX))
    },
    { once: true },
  )
}
