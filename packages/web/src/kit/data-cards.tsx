import type { ReactNode } from 'react'
import { type Column, isSummed, textOf, valueOf } from './columns'
import type { RowKey, SummaryRow } from './data-table'
import { moneyText, qtyText } from './format'
import './kit.css'
import { StateTag } from './state-tag'

const figuresOnCard = 8

/** Rows as cards for a phone: the naming column is the head, then the state, then the next columns that say something. */
export function DataCards<Row extends object>(props: {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => RowKey
  onOpen?: ((row: Row) => void) | undefined
  actions?: ((row: Row) => ReactNode) | undefined
  summary?: readonly SummaryRow[]
  rowClass?: ((row: Row) => string | undefined) | undefined
  placeholder?: ReactNode
}) {
  const head = props.columns.find((column) => column.isName) ?? props.columns[0]
  const others = props.columns.filter((column) => column !== head)
  // The page's own sums would fill half of a phone.
  const overall = props.summary?.findLast((line) => !line.isAside)
  const asides = props.summary?.filter((line) => line.isAside) ?? []
  const state = others.find((column) => column.kind === 'state')
  const body = others.filter((column) => column !== state)
  return (
    <div className="lp-cards">
      {props.rows.map((row) => (
        <article key={props.keyOf(row)} className={`lp-card ${props.rowClass?.(row) ?? ''}`}>
          <div className="lp-card-head">
            <button type="button" className="lp-card-open" onClick={() => props.onOpen?.(row)}>
              {head && content(row, head)}
            </button>
            {state && (
              <StateTag
                state={String(valueOf(row, state.key) ?? '')}
                labels={state.labels}
                isRed={valueOf(row, 'isRed') === true}
              />
            )}
          </div>
          <dl>
            {body
              .filter((column) => column.render || textOf(valueOf(row, column.key), column) !== '')
              .slice(0, figuresOnCard)
              .map((column) => (
                <Pair key={column.key} title={column.title}>
                  {content(row, column)}
                </Pair>
              ))}
          </dl>
          {props.actions && <div className="lp-card-foot">{props.actions(row)}</div>}
        </article>
      ))}
      {props.placeholder && <div className="dt-placeholder">{props.placeholder}</div>}
      {props.rows.length > 0 && overall && (
        <div className="lp-card-sum">
          {overall.title}：{overall.sums ? sumLine(props.columns, overall.sums) : '计算中…'}
          {asides.map((line) => (
            <div key={line.title} className="lp-card-aside">
              {line.title}：{sumLine(props.columns, line.sums ?? {})}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

const content = <Row extends object>(row: Row, column: Column<Row>) =>
  column.render ? column.render(row) : textOf(valueOf(row, column.key), column)

const sumLine = (columns: readonly Column<never>[], sums: Readonly<Record<string, string>>) =>
  columns
    .filter((column) => isSummed(column) && sums[column.key] !== undefined)
    .map((column) => `${column.title} ${(column.kind === 'money' ? moneyText : qtyText)(sums[column.key])}`)
    .join('，')

function Pair(props: { title: string; children: ReactNode }) {
  return (
    <>
      <dt>{props.title}</dt>
      <dd>{props.children}</dd>
    </>
  )
}
