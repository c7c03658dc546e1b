import type { StateDefs } from '@chepu/contract/kernel/states'
import type { ColumnSetting } from '@chepu/contract/shell/config'
import {
  type ColumnKind,
  isSummed,
  type ListColumn,
  orgQueryColumn,
  type Query,
  type QueryColumn,
  type QueryColumns,
  type QueryRow,
} from '@chepu/contract/kernel/query'
import { add, type Decimal } from '@chepu/contract/kernel/decimal'
import type { ReactNode } from 'react'
import type { SessionView } from '../base/session'
import {
  costText,
  dayText,
  minuteText,
  discountText,
  moneyText,
  percentText,
  priceText,
  qtyText,
  timeText,
} from '../base/format'

/** One column of a list: what is known of it everywhere, and its view. The key is a field of the row; also the name to sort by and to export. */
export interface Column<Row extends object = object> extends ListColumn {
  key: string
  /** Of a column of states: those of the kind that the rows are of. */
  states?: StateDefs
  /** Path that the cell opens as a tab, for example '/purchase?id=12'. */
  href?: (row: Row) => string | undefined
  /** Own drawing of the cell; sums, export and print still read `key`. */
  render?: (row: Row) => ReactNode
}

/** Views of single columns of a definition. */
type Cells<Columns extends QueryColumns, Row extends object> = {
  [Key in keyof Columns]?: Partial<Omit<Column<Row>, 'key'>>
}

/** The columns of a definition as a list draws them. */
export const columnsOf = <Columns extends QueryColumns, Row extends object = object>(
  columns: Columns,
  cells: Cells<Columns, Row> = {},
): Column<Row>[] =>
  Object.entries<QueryColumn>(columns)
    .filter(([, column]) => !column.sheetOnly)
    .map(([key, column]) => ({ ...column, ...cells[key], key }))

/** What a list takes of the definition of a query. */
export const listOf = <Q extends Query & { list: unknown; totals: unknown; export: unknown }>(
  query: Q,
  cells: Cells<Q['columns'], QueryRow<Q> & object> = {},
): Pick<Q, 'title' | 'list' | 'totals' | 'export'> & { columns: Column<QueryRow<Q> & object>[] } => ({
  title: query.title,
  list: query.list,
  totals: query.totals,
  export: query.export,
  columns: columnsOf<Q['columns'], QueryRow<Q> & object>(query.columns, cells),
})

// Wide enough for 1,234,567.89 and a title of five characters, and no wider: twelve columns stand beside the menu.
const widths: Record<ColumnKind, number> = {
  text: 120,
  code: 120,
  date: 84,
  time: 140,
  qty: 76,
  money: 88,
  price: 78,
  cost: 84,
  percent: 68,
  discount: 64,
  count: 60,
  flag: 60,
  state: 96,
}

const figureKinds = new Set<ColumnKind>(['qty', 'money', 'price', 'cost', 'percent', 'discount', 'count'])

export const isFigure = (column: Column<never>): boolean => figureKinds.has(column.kind ?? 'text')
export const widthOf = (column: Column<never>): number => column.width ?? widths[column.kind ?? 'text']

/** What tells a row from the others of its list. */
export type RowKey = number | string

/** A field of a row by name. */
export const valueOf = (row: object, key: string): unknown => (row as Record<string, unknown>)[key]

const readers: Record<Exclude<ColumnKind, 'text' | 'code' | 'state'>, (value: unknown) => string> = {
  date: dayText,
  time: timeText,
  qty: qtyText,
  money: moneyText,
  price: priceText,
  cost: costText,
  percent: percentText,
  discount: discountText,
  count: (value) => (value == null ? '' : String(value)),
  flag: (value) => (value === true ? '是' : value === false ? '否' : ''),
}

/** A value as the column shows it, for cells, prints and copies. */
export function textOf(value: unknown, column: Column<never>): string {
  if (value === null && column.missing) return column.missing
  if (column.labels && value != null) return column.labels[String(value)] ?? String(value)
  const kind = column.kind ?? 'text'
  if (kind === 'text' || kind === 'code' || kind === 'state') return value == null ? '' : String(value)
  if (kind === 'time' && column.toMinute) return minuteText(value)
  return readers[kind](value)
}

/** 企业 of the rows of a list that spans several organisations. */
export const orgColumn = { key: 'orgName', ...orgQueryColumn } as const satisfies Column

/** The columns that the caller may see (business/lists 2.2: the server leaves their values out as well). */
export const permitted = <Row extends object>(columns: readonly Column<Row>[], sees: SessionView['sees']) =>
  columns.filter((column) => !column.field || sees(column.field))

/**
 * Columns in the user's order, with the user's widths, hidden and frozen ones. A column that the saved settings do not
 * know keeps its place behind its predecessor; a saved key that no longer exists is dropped.
 */
export function arrange<Row extends object>(
  columns: readonly Column<Row>[],
  settings: readonly ColumnSetting[],
): Column<Row>[] {
  const known = new Map(columns.map((column) => [column.key, column]))
  const saved = new Set(settings.map((setting) => setting.key))
  const arranged = settings.flatMap((setting) => {
    const column = known.get(setting.key)
    return column ? [withSetting(column, setting)] : []
  })
  for (const [i, column] of columns.entries()) {
    if (saved.has(column.key)) continue
    const before = columns[i - 1]?.key
    const place = arranged.findIndex((other) => other.key === before)
    arranged.splice(place + 1, 0, column)
  }
  return arranged
}

function withSetting<Row extends object>(column: Column<Row>, setting: ColumnSetting): Column<Row> {
  const changed: Column<Row> = { ...column, hidden: !column.ofGroup && (setting.hidden ?? false) }
  if (setting.width) changed.width = setting.width
  if (setting.fixed) changed.fixed = setting.fixed
  else delete changed.fixed
  return changed
}

/** What is saved of arranged columns. */
export const settingsOf = (columns: readonly Column<never>[]): ColumnSetting[] =>
  columns.map((column) => ({
    key: column.key,
    width: Math.round(widthOf(column)),
    hidden: column.hidden ?? false,
    fixed: column.fixed,
  }))

/** Shown columns, frozen ones at their sides. */
export function shownColumns<Row extends object>(columns: readonly Column<Row>[]): Column<Row>[] {
  const shown = columns.filter((column) => !column.hidden)
  const at = (side: 'left' | 'right' | undefined) => shown.filter((column) => column.fixed === side)
  return [...at('left'), ...at(undefined), ...at('right')]
}

/**
 * Widths of columns that stand side by side in `open` pixels, those that `grows` names widened so that the last one in view
 * ends where the room ends and none is cut in half.
 */
export function filledWidths<Each>(
  columns: readonly Each[],
  open: number,
  widthOf: (column: Each) => number,
  grows: (column: Each) => boolean,
): number[] {
  const total = (some: readonly Each[]) => some.reduce((sum, column) => sum + widthOf(column), 0)
  let end = 0
  while (end < columns.length && total(columns.slice(0, end + 1)) <= open) end += 1
  const inView = columns.slice(0, end)
  const wide = inView.filter(grows)
  const grown = wide.length > 0 ? wide : inView.slice(-1)
  const share = (open - total(inView)) / grown.length
  return columns.map((column) => widthOf(column) + (grown.includes(column) ? share : 0))
}

/**
 * Columns widened so that none is cut in half, see `filledWidths`. `room` is what the rows have between the ticks and the
 * actions, in pixels; columns that all fit stay as they are.
 */
export function fitted<Row extends object>(columns: readonly Column<Row>[], room: number): readonly Column<Row>[] {
  const pinned = columns.filter((column) => column.fixed === 'right')
  const total = (some: readonly Column<Row>[]) => some.reduce((sum, column) => sum + widthOf(column), 0)
  if (total(columns) <= room) return columns
  const grows = (column: Column<Row>) => (column.kind ?? 'text') === 'text' && widthOf(column) >= 90
  const filled = filledWidths(columns, room - total(pinned), widthOf, grows)
  return columns.map((column, i) => ({ ...column, width: filled[i] ?? widthOf(column) }))
}

/** Sums of the rows of one page, by column key (本页合计). Absent values count as nothing. */
export function pageSums<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Record<string, Decimal> {
  const summed = columns.filter((column) => isSummed(column))
  return Object.fromEntries(
    summed.map((column) => [
      column.key,
      add(...rows.flatMap((row) => (isFilled(valueOf(row, column.key)) ? [String(valueOf(row, column.key))] : []))),
    ]),
  )
}

const isFilled = (value: unknown) => value != null && value !== ''
