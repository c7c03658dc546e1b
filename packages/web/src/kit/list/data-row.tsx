import { type CSSProperties, memo, type ReactNode } from 'react'
import { type Column, isFigure, textOf, valueOf } from './columns'
import { StateTag } from '../ui/state-tag'

/** Classes of a cell by its column, in head, rows and sums. */
export const cellClass = (column: Column<never>) =>
  `${isFigure(column) ? 'dt-num' : ''} ${column.fixed ? 'dt-fixed' : ''}`.trim() || undefined

const isMinus = (value: unknown) => typeof value === 'string' && value.startsWith('-')

function cellContent<Row extends object>(row: Row, column: Column<Row>, opens: boolean, isActive: boolean): ReactNode {
  if (column.render) return column.render(row)
  const value = valueOf(row, column.key)
  if (column.kind === 'state')
    return (
      <StateTag
        state={String(value ?? '')}
        labels={column.labels}
        states={column.states}
        isRed={valueOf(row, 'isRed') === true}
      />
    )
  const text = textOf(value, column)
  const href = column.href?.(row)
  if (opens && text)
    return (
      <button type="button" className="kit-link dt-open" data-open="" tabIndex={isActive ? 0 : -1}>
        {text}
      </button>
    )
  if (href && text)
    return (
      <a href={href} data-follow="">
        {text}
      </a>
    )
  return isFigure(column) && isMinus(value) ? <span className="dt-minus">{text}</span> : text
}

interface RowProps<Row extends object> {
  row: Row
  index: number
  columns: readonly Column<Row>[]
  sticky: readonly CSSProperties[]
  isActive: boolean
  isSelected: boolean | undefined
  className: string | undefined
  /** The column whose text opens the row. */
  openBy: string | undefined
  actions: ((row: Row) => ReactNode) | undefined
}

/** One row of a table; drawn again only when its own properties change. */
export const DataRow = memo(function DataRow<Row extends object>(props: RowProps<Row>) {
  const { row, columns, sticky, index } = props
  return (
    <tr data-index={index} className={props.className} aria-current={props.isActive || undefined}>
      {props.isSelected !== undefined && (
        <td className="dt-fixed dt-check" style={{ left: 0 }}>
          <input
            type="checkbox"
            checked={props.isSelected}
            readOnly
            tabIndex={-1}
            aria-label={`选择第${index + 1}行`}
          />
        </td>
      )}
      {columns.map((column, i) => (
        <td key={column.key} className={cellClass(column)} style={sticky[i]} title={titleOf(row, column)}>
          {cellContent(row, column, column.key === props.openBy, props.isActive)}
        </td>
      ))}
      <td aria-hidden />
      {props.actions && (
        <td className="dt-fixed dt-actions" style={{ right: 0 }}>
          <div className="dt-acts">{props.actions(row)}</div>
        </td>
      )}
    </tr>
  )
}) as <Row extends object>(props: RowProps<Row>) => ReactNode

/** Long texts are cut by the column's width and read in full under the pointer. */
const titleOf = <Row extends object>(row: Row, column: Column<Row>) =>
  !column.render && (column.kind ?? 'text') === 'text'
    ? textOf(valueOf(row, column.key), column) || undefined
    : undefined
