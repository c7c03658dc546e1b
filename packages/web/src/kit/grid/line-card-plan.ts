import { type LineColumn, showCell } from './line-grid-columns'
import type { GridLine } from './line-grid-store'

/** Which columns of a document's lines stand where on the card of a line. */
export interface LineCardPlan<Line extends GridLine> {
  /** Bold, at the head. */
  title: LineColumn<Line> | undefined
  amount: LineColumn<Line> | undefined
  code: LineColumn<Line> | undefined
  price: LineColumn<Line> | undefined
  qty: LineColumn<Line> | undefined
  /** What tells goods of one name apart. */
  marks: readonly LineColumn<Line>[]
  /** The rest, said with its title. */
  facts: readonly LineColumn<Line>[]
}

const mostMarks = 3
const mostFacts = 4

/** The card of a line from the kinds of its columns, so that it fits goods and money alike. */
export function lineCardOf<Line extends GridLine>(columns: readonly LineColumn<Line>[]): LineCardPlan<Line> {
  const of = (kind: LineColumn<Line>['kind']) => columns.find((column) => column.kind === kind)
  const code = of('code')
  const title = of('name') ?? columns[0]
  const amount = of('money') ?? of('computed')
  const price = of('price')
  const qty = of('qty')
  const rest = columns.filter((column) => ![code, title, amount, price, qty].includes(column))
  const isMark = (column: LineColumn<Line>) => column.kind === 'readonly' && column.right !== true
  const isFigure = (column: LineColumn<Line>) => column.kind === 'computed' || column.kind === 'rate'
  return {
    title,
    amount,
    code: code === title ? undefined : code,
    price,
    qty,
    marks: rest.filter(isMark),
    facts: rest.filter((column) => column.isFact || (!isMark(column) && !isFigure(column))),
  }
}

/** What distinguishes the goods of a line, in a few words. */
export const marksOf = <Line extends GridLine>(plan: LineCardPlan<Line>, line: Line): string[] => [
  ...(plan.code ? [showCell(plan.code, line)] : []),
  ...plan.marks.flatMap((column) => showCell(column, line) || []).slice(0, mostMarks),
]

/** What the card says besides; a line without discount does not speak of it. */
export const lineFacts = <Line extends GridLine>(plan: LineCardPlan<Line>, line: Line) =>
  plan.facts
    .map((column) => ({ column, text: showCell(column, line) }))
    .filter(({ column, text }) => text !== '' && !(column.kind === 'discount' && text === '1'))
    .slice(0, mostFacts)
