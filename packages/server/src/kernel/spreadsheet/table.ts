import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import type { Cell, Row } from './cell'
import { SpreadsheetError } from './errors'
import type { ColumnKind } from './sheet-xml'

/** One column of an import template: what the user fills in, and how a filled cell is checked. */
export interface TableColumn {
  key: string
  title: string
  required?: boolean
  /** `date` accepts date cells; `text` (the default) refuses what Excel turned into a date or cut to 15 digits. */
  kind?: ColumnKind
  /** Gets the trimmed text of a filled cell; a blank one is null without being checked. */
  schema: z.ZodType
  /** Shown in the sheet 填写说明: the rule in words, and a value that fits it. */
  note: string
  example: string
}

/** The checked values of a row by column key; an optional column may be null. */
export type RowValues<Columns extends readonly TableColumn[]> = {
  [Column in Columns[number] as Column['key']]:
    | z.output<Column['schema']>
    | (Column extends { required: true } ? never : null)
}

/** A fault the user can find: `row` counted from 1 as in the sheet, `column` its title. */
export interface CellError {
  row: number
  column: string
  message: string
}

export interface ParsedTable<Columns extends readonly TableColumn[]> {
  /** Rows without any fault. */
  records: { row: number; values: RowValues<Columns> }[]
  errors: CellError[]
  /** Titles of the sheet that no column has, so that a misspelt optional column does not vanish unnoticed. */
  ignored: string[]
}

/** After so many rows other requests get their turn: a few milliseconds of checking. */
const rowsPerTurn = 100

/**
 * Turns a sheet into records. The first filled row is the header: titles in any order, with or without a trailing *.
 * Blank rows are skipped; every fault of every cell is listed. Touches nothing outside, but lets other work go on meanwhile.
 * @throws SpreadsheetError template, when there is no header, a required column is missing or a title stands twice
 */
export async function parseTable<const Columns extends readonly TableColumn[]>(
  rows: readonly Row[],
  columns: Columns,
): Promise<ParsedTable<Columns>> {
  const top = rows.findIndex((row) => !isBlankRow(row))
  const titles = (rows[top] ?? []).map(titleOf)
  const places = columnPlaces(titles, columns)
  const known = new Set(columns.map((column) => column.title))
  const table: ParsedTable<Columns> = {
    records: [],
    errors: [],
    ignored: titles.filter((title) => title !== '' && !known.has(title)),
  }
  for (const [index, row] of rows.entries()) {
    if (index <= top || isBlankRow(row)) continue
    if (index % rowsPerTurn === 0) await setImmediate()
    parseRow(row, index + 1, places, table)
  }
  return table
}

interface Place {
  column: TableColumn
  /** Where the column stands in the sheet; -1 when an optional one was left out. */
  at: number
}

function columnPlaces(titles: string[], columns: readonly TableColumn[]): Place[] {
  const places = columns.map((column) => ({ column, at: titles.indexOf(column.title) }))
  const missing = places.filter(({ column, at }) => column.required && at < 0).map(({ column }) => `“${column.title}”`)
  if (missing.length > 0) throw new SpreadsheetError('template', `模板不正确，缺少列${missing.join('、')}`)
  const twice = places.find(({ column, at }) => at >= 0 && titles.lastIndexOf(column.title) !== at)
  if (twice) throw new SpreadsheetError('template', `模板不正确，列“${twice.column.title}”重复`)
  if (places.every(({ at }) => at < 0)) throw new SpreadsheetError('template', '模板不正确，请下载模板后填写')
  return places
}

function parseRow<Columns extends readonly TableColumn[]>(
  row: Row,
  number: number,
  places: Place[],
  table: ParsedTable<Columns>,
): void {
  const values: Record<string, unknown> = {}
  const before = table.errors.length
  for (const { column, at } of places) {
    const result = parseCell(row[at] ?? null, column)
    if ('message' in result) table.errors.push({ row: number, column: column.title, message: result.message })
    else values[column.key] = result.value
  }
  // The keys are the columns' own and each value came out of its column's schema.
  if (table.errors.length === before) table.records.push({ row: number, values: values as RowValues<Columns> })
}

function parseCell(cell: Cell, column: TableColumn): { value: unknown } | { message: string } {
  const fault = oddity(cell, column)
  if (fault) return { message: fault }
  const text = textOf(cell)
  if (text === '') return column.required ? { message: `${column.title}不能为空` } : { value: null }
  const result = column.schema.safeParse(text)
  return result.success ? { value: result.data } : { message: result.error.issues[0]?.message ?? '内容不正确' }
}

/** Why a cell cannot be read as text, or null when it can. */
function oddity(cell: Cell, { kind = 'text' }: TableColumn): string | null {
  if (cell === null || typeof cell === 'string') return null
  if (cell.kind === 'formula') return '公式单元格，请粘贴为数值'
  if (cell.kind === 'error') return '单元格为错误值，请更正'
  if (cell.kind === 'too_long') return `内容过长（${cell.text}个字符）`
  if (cell.kind === 'long_number') return '数字超过15位，Excel已丢失末尾数字，请将单元格设为文本格式后重新填写'
  return kind === 'date' ? null : '单元格被Excel识别为日期，请设为文本格式后重新填写'
}

const textOf = (cell: Cell) => (cell === null ? '' : typeof cell === 'string' ? cell : cell.text).trim()
const titleOf = (cell: Cell) => textOf(cell).replace(/\s*[*＊]$/, '')
const isBlankRow = (row: Row) => row.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))
