import type { ReactNode } from 'react'
import { type CardPlan, cardOf, factsOf } from './card'
import { type Column, type RowKey, textOf, valueOf } from './columns'
import { isSummed } from '@chepu/contract/kernel/query'
import { moneyText, qtyText } from '../base/format'
import '../base/kit.css'
import { StateTag } from '../ui/state-tag'
import type { SummaryRow } from './sum-line'

/** Rows as cards for a phone, low enough that five documents are seen at once (kit/card). A tap anywhere opens the row. */
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
  const plan = cardOf(props.columns)
  // The page's own sums, and those of columns that no card shows, would fill half of a phone.
  const overall = props.summary?.findLast((line) => !line.isAside)
  const asides = props.summary?.filter((line) => line.isAside) ?? []
  const summed = [...(plan.amount ? [plan.amount] : []), ...plan.keys]
  // Of cards without a figure nothing is said.
  const words = overall?.sums ? sumLine(summed, overall.sums) : '计算中…'
  return (
    <div className="lp-cards">
      {props.rows.map((row) => (
        <Card key={props.keyOf(row)} plan={plan} row={row} rowClass={props.rowClass?.(row)} onOpen={props.onOpen}>
          {props.actions?.(row)}
        </Card>
      ))}
      {props.placeholder && <div className="dt-placeholder">{props.placeholder}</div>}
      {props.rows.length > 0 && overall && words !== '' && (
        <div className="lp-card-sum">
          {overall.title}：{words}
          {asides.map((line) => (
            <div key={line.title} className="lp-card-aside">
              {line.title}：{sumLine(summed, line.sums ?? {})}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function Card<Row extends object>(props: {
  plan: CardPlan<Row>
  row: Row
  rowClass: string | undefined
  onOpen: ((row: Row) => void) | undefined
  children: ReactNode
}) {
  const { plan, row, onOpen } = props
  const { title, amount, state } = plan
  const small = plan.small.flatMap((column) => textOf(valueOf(row, column.key), column) || [])
  const calling = title && textOf(valueOf(row, title.key), title)
  // What nobody calls by a name goes by its number, once.
  const name = calling || small[0]
  const told = calling ? small : small.slice(1)
  return (
    <article className={`lp-card ${props.rowClass ?? ''}`}>
      <div className="lp-card-head">
        {onOpen ? (
          <button
            type="button"
            className="lp-card-open"
            aria-label={[name, ...told].join(' ')}
            onClick={() => onOpen(row)}
          >
            {name}
          </button>
        ) : (
          <b>{name}</b>
        )}
        {amount && says(row, amount) && (
          <b className="lp-card-amount">
            {/* The amount of a document needs no word. */}
            {!state && <small>{amount.title} </small>}
            {content(row, amount)}
          </b>
        )}
      </div>
      <div className="lp-card-body">
        <div className="lp-card-small">
          {told.map((text, i) => (
            // oxlint-disable-next-line react/no-array-index-key
            <span key={i}>{text}</span>
          ))}
          {state && (
            <StateTag
              state={String(valueOf(row, state.key) ?? '')}
              labels={state.labels}
              states={state.states}
              isRed={valueOf(row, 'isRed') === true}
            />
          )}
        </div>
        <dl>
          {factsOf(plan, (column) => says(row, column)).map((column) => (
            <div key={column.key}>
              <dt>{column.title}</dt>
              <dd>{content(row, column)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {props.children && <div className="lp-card-acts">{props.children}</div>}
    </article>
  )
}

const content = <Row extends object>(row: Row, column: Column<Row>) =>
  column.render ? column.render(row) : textOf(valueOf(row, column.key), column)

/** Whether a row has something in a column. */
const says = <Row extends object>(row: Row, column: Column<Row>) => {
  const shown = content(row, column)
  return shown != null && shown !== '' && shown !== false
}

const sumLine = <Row extends object>(columns: readonly Column<Row>[], sums: Readonly<Record<string, string>>) =>
  columns
    .filter((column) => isSummed(column) && sums[column.key] !== undefined)
    .map((column) => `${column.title} ${(column.kind === 'money' ? moneyText : qtyText)(sums[column.key])}`)
    .join('，')
