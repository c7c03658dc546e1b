import { filledWidths } from '../list/columns'
import type { GridLine, Values } from './line-grid-store'
import { discountText, numberText, rateText } from '@chepu/contract/kernel/typed'
import { shown, showMoney, showNumber, showPrice, showRate } from './line-grid-text'

/** `code` takes scans and part codes, `name` looks up what is typed in the same way; `picker` opens a dialog on F2; `computed` and `readonly` are never typed into. */
type ColumnKind =
  | 'code'
  | 'name'
  | 'text'
  | 'qty'
  | 'price'
  | 'money'
  | 'rate'
  | 'discount'
  | 'picker'
  | 'select'
  | 'checkbox'
  | 'readonly'
  | 'computed'

interface Choice {
  value: unknown
  label: string
}

/** One column of a line grid. Only name, title, kind and width are needed; the kind supplies the rest. */
export interface LineColumn<Line extends GridLine = GridLine> {
  name: string
  title: string
  kind: ColumnKind
  /** Pixels. */
  width: number
  required?: boolean
  /** Enter stops here; Tab stops at every cell that can be edited. */
  stop?: boolean
  /** Right-aligned; figures are anyway. */
  right?: boolean
  /** Told on the card of a line on a phone, though figures of its kind are not. */
  isFact?: boolean
  /** Not shown until the user asks for it in 列设置. */
  hidden?: boolean
  /** What the cell shows. */
  show?: (line: Line) => string
  /** What the input holds when the cell is entered. */
  edit?: (line: Line) => string
  /** What typed text changes. */
  enter?: (line: Line, text: string) => Values<Line>
  /** Chinese message when the value can stand but deserves a second look, else nothing. */
  warn?: (line: Line) => string | undefined
  /** What can be done about a warning, on the card of a line; in the grid its page has a key for it. */
  remedy?: { title: string; run: (line: Line) => void }
  /** Chinese message when the value cannot stand, else nothing. */
  check?: (line: Line) => string | undefined
  editable?: (line: Line) => boolean
  choices?: readonly Choice[]
  /** Opens the dialog of a picker; answers what to change, nothing when the user chose nothing. */
  open?: (line: Line, text: string) => Promise<Values<Line> | undefined>
  /** Fields that the column writes, copied by Ctrl+D; default: its name. */
  fields?: readonly string[]
}

/** Columns whose text is looked up and becomes a line; they alone lead into a blank one. */
export const isLookedUp = (column: { kind: ColumnKind } | undefined): boolean =>
  column?.kind === 'code' || column?.kind === 'name'

/** Columns that hold any text, so that a scanned batch or location may land in them. */
export const takesText = (column: { kind: ColumnKind }): boolean => column.kind === 'text' || column.kind === 'picker'

const numeric = new Set<ColumnKind>(['qty', 'price', 'money', 'rate', 'discount'])
/** Shown with separators or fixed decimals, edited without. */
const plainNumber = new Set<ColumnKind>(['price', 'money', 'computed'])
export const isNumeric = (kind: ColumnKind): boolean => numeric.has(kind)
export const isRight = (column: { kind: ColumnKind; right?: boolean }): boolean =>
  column.right ?? (isNumeric(column.kind) || column.kind === 'computed')

/** Columns widened so that none is cut in half at the edge of `room` pixels; those that all fit stay as they are (ADR 0058). */
export function inRoom<Line extends GridLine>(
  columns: readonly LineColumn<Line>[],
  room: number,
): readonly LineColumn<Line>[] {
  if (columns.reduce((sum, { width }) => sum + width, 0) <= room) return columns
  const isWideText = (column: LineColumn<Line>) => !isRight(column) && column.width >= 90
  const filled = filledWidths(columns, room, ({ width }) => width, isWideText)
  return columns.map((column, i) => ({ ...column, width: filled[i] ?? column.width }))
}

const typed: Partial<Record<ColumnKind, (text: string) => string>> = {
  qty: numberText,
  price: numberText,
  money: numberText,
  rate: rateText,
  discount: discountText,
}

const shows: Partial<Record<ColumnKind, (value: unknown) => string>> = {
  qty: showNumber,
  price: showPrice,
  money: showMoney,
  computed: showMoney,
  rate: showRate,
  discount: showNumber,
  checkbox: (value) => (value === true ? '✓' : ''),
}

export function showCell<Line extends GridLine>(column: LineColumn<Line>, line: Line): string {
  if (column.show) return column.show(line)
  const value = line[column.name]
  if (column.choices) return column.choices.find((choice) => choice.value === value)?.label ?? ''
  return (shows[column.kind] ?? shown)(value)
}

/** Text of the input over a cell: what is shown, without the thousands separators of money. */
export function editText<Line extends GridLine>(column: LineColumn<Line>, line: Line): string {
  if (column.edit) return column.edit(line)
  return plainNumber.has(column.kind) ? showNumber(line[column.name]) : showCell(column, line)
}

/** What typed text changes in a line. Text of a select chooses the first label that begins with it. */
export function enterText<Line extends GridLine>(column: LineColumn<Line>, line: Line, text: string): Values<Line> {
  if (column.enter) return column.enter(line, text)
  return { [column.name]: enteredValue(column, line, text.trim()) } as Values<Line>
}

function enteredValue<Line extends GridLine>(column: LineColumn<Line>, line: Line, text: string): unknown {
  if (column.choices) {
    return column.choices.find((choice) => choice.label.startsWith(text))?.value ?? line[column.name]
  }
  if (column.kind === 'checkbox') return text !== '' && text !== '否' && text !== '0'
  return (typed[column.kind] ?? shown)(text)
}

/** The value after Space on a select or checkbox: the next choice, the other tick. */
export function nextValue<Line extends GridLine>(column: LineColumn<Line>, line: Line): Values<Line> | undefined {
  const value = line[column.name]
  if (column.kind === 'checkbox') return { [column.name]: value !== true } as Values<Line>
  if (!column.choices) return undefined
  const at = column.choices.findIndex((choice) => choice.value === value)
  return { [column.name]: column.choices[(at + 1) % column.choices.length]?.value } as Values<Line>
}

export const canEdit = <Line extends GridLine>(column: LineColumn<Line> | undefined, line: Line | undefined): boolean =>
  column !== undefined &&
  line !== undefined &&
  column.kind !== 'readonly' &&
  column.kind !== 'computed' &&
  (column.editable?.(line) ?? true)
