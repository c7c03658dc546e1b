import { isNegative } from '@chepu/contract/kernel/decimal'
import type { CSSProperties, ReactNode } from 'react'
import { isSummed } from '@chepu/contract/kernel/query'
import type { Column } from './columns'
import { cellClass } from './data-row'
import { moneyText, qtyText } from '../base/format'

export interface SummaryRow {
  title: string
  /** Stands beside the sums above it and is no part of them. */
  isAside?: boolean
  /** Sums by column key; undefined while they are still counted. */
  sums: Readonly<Record<string, string>> | undefined
}

/** One line of sums under the rows; an ellipsis where a sum is still counted. */
export function SumLine(props: {
  line: SummaryRow
  columns: readonly Column<never>[]
  sticky: readonly CSSProperties[]
  /** Whether ticks stand before the rows, and actions behind them. */
  isTicked: boolean
  hasActions: boolean
}) {
  const { line, columns, sticky } = props
  return (
    <tr className={line.isAside ? 'dt-aside' : undefined}>
      {props.isTicked && <td className="dt-fixed" style={{ left: 0 }} />}
      {columns.map((column, i) => (
        <td key={column.key} className={cellClass(column)} style={sticky[i]}>
          {i === 0 ? line.title : line.sums ? sumText(column, line.sums) : isSummed(column) ? '…' : ''}
        </td>
      ))}
      <td />
      {props.hasActions && <td className="dt-fixed" style={{ right: 0 }} />}
    </tr>
  )
}

function sumText(column: Column<never>, sums: Readonly<Record<string, string>>): ReactNode {
  const sum = sums[column.key]
  if (sum === undefined || !isSummed(column)) return ''
  const text = column.kind === 'money' ? moneyText(sum) : qtyText(sum)
  return isNegative(sum) ? <span className="dt-minus">{text}</span> : text
}
