import { setImmediate } from 'node:timers/promises'
import { cutNumber } from '@chepu/contract/kernel/delimited'
import { type Heading, headingFinder, isTotalsRow } from '@chepu/contract/kernel/headings'
import { dayText, typedNumber } from '@chepu/contract/kernel/typed'
import type { z } from 'zod'
import { own } from '../base/own'
import type { Cell, Row } from './cell'
import { SpreadsheetError } from './errors'
import type { ColumnKind } from './sheet-xml'

/** One column of an import template: what the user fills in, and how a filled cell is checked. */
export interface TableColumn extends Heading {
  key: string
  /** `new`: only rows that are not there yet need it, which their importer checks. */
  required?: boolean | 'new'
  /** `date` accepts date cells and days as people write them, `number` numbers as people write them; `text` (the default) refuses what Excel turned into a date or cut to 15 digits. */
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
interface CellError {
  row: number
  column: string
  message: string
}

export interface ParsedTable<Columns extends readonly TableColumn[]> {
  /** Rows without any fault. */
  records: { row: number; values: RowValues<Columns> }[]
  errors: CellError[]
  /** Titles that are left out: the user said so, or they name what is never imported. */
  ignored: string[]
  /** Titles that nobody has said the meaning of, each with its first filled cell. While there are any, no row is read. */
  unknown: { title: string; sample: string }[]
  /** Columns of the template that the sheet does not have, by key and title. */
  free: { key: string; title: string }[]
}

/** What the reader knows of titles beside the columns of the template. */
interface TitleHelp {
  /** Whether an import leaves a title out without a question, such as the further columns of its own export. */
  isBeside?: (title: string) => boolean
  /** What the user said titles mean: the key of a column, or '' for nothing. */
  told?: Readonly<Record<string, string>>
  /** What to do about a sheet of which no title is known. */
  advice?: string
}

/** After so many rows other requests get their turn: a few milliseconds of checking. */
const rowsPerTurn = 100

/**
 * Turns a sheet into records. The header is among the first rows: titles in any order, in the spellings of their headings.
 * Blank rows and rows of sums are passed over; every fault of every cell is listed. Touches nothing outside, but lets other
 * work go on meanwhile.
 * @throws SpreadsheetError template, when there is no header, a required column is missing or two titles mean the same
 */
export async function parseTable<const Columns extends readonly TableColumn[]>(
  rows: readonly Row[],
  columns: Columns,
  help: TitleHelp = {},
): Promise<ParsedTable<Columns>> {
  const top = headingRow(rows, columns)
  const titles = titlesOf(rows, top)
  const meant = meanings(titles, columns, help)
  const places = columnPlaces(titles, meant, columns)
  const table: ParsedTable<Columns> = {
    records: [],
    errors: [],
    ignored: titles.flatMap(({ title }, at) => (meant[at] === '' && title !== '' ? [title] : [])),
    unknown: titles.filter((_, at) => meant[at] === undefined),
    free: places.flatMap(({ column, at }) => (at < 0 ? [{ key: column.key, title: column.title }] : [])),
  }
  // A sheet of something else has nothing to ask about.
  if (table.unknown.length > 0 && places.some(({ at }) => at >= 0)) return table
  assertComplete(places, readAs(top, titles) + (places.every(({ at }) => at < 0) ? (help.advice ?? '') : ''))
  for (const [index, row] of rows.entries()) {
    if (index <= top || isBlankRow(row) || isTotalsRow(row.map(textOf))) continue
    if (index % rowsPerTurn === 0) await setImmediate()
    parseRow(row, index + 1, places, table)
  }
  return table
}

/** Rows above which the header is looked for: a title of the sheet, its day, the line sep=; of a CSV file may stand there. */
const rowsWithHeader = 10

/** The first of the rows that know most headings, when they are two or all that are required; else the first filled row. */
function headingRow(rows: readonly Row[], columns: readonly TableColumn[]): number {
  const find = headingFinder(Object.fromEntries(columns.map((column) => [column.key, column])))
  const required = columns.filter((column) => column.required === true)
  const known = rows.slice(0, rowsWithHeader).map((row) => new Set(row.flatMap((cell) => find(textOf(cell)) ?? [])))
  const most = Math.max(0, ...known.map(({ size }) => size))
  const best = known.findIndex(({ size }) => size === most)
  const isHeader = most >= 2 || (most > 0 && required.every(({ key }) => known[best]?.has(key)))
  return isHeader ? best : rows.findIndex((row) => !isBlankRow(row))
}

type Title = ParsedTable<readonly TableColumn[]>['unknown'][number]

/** The header, each title with the first filled cell below it. A filled column without a title has one by its place. */
function titlesOf(rows: readonly Row[], top: number): Title[] {
  const below = rows.slice(top + 1).filter((row) => !isTotalsRow(row.map(textOf)))
  const width = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: top < 0 ? 0 : width }, (_, at) => {
    const sample = textOf(below.find((row) => textOf(row[at] ?? null) !== '')?.[at] ?? null)
    const title = textOf(rows[top]?.[at] ?? null)
    return { title: title === '' && sample !== '' ? `第${at + 1}列` : title, sample }
  })
}

/** The key of the column that each title means, '' for one that is left out, undefined for one to ask about. */
function meanings(
  titles: readonly Title[],
  columns: readonly TableColumn[],
  { isBeside = () => false, told = {} }: TitleHelp,
): (string | undefined)[] {
  const find = headingFinder(Object.fromEntries(columns.map((column) => [column.key, column])))
  const keys = new Set(columns.map(({ key }) => key))
  return titles.map(({ title, sample }) => {
    const said = own(told, title)
    if (said !== undefined && (said === '' || keys.has(said))) return said
    return find(title) ?? (sample === '' || isBeside(title) ? '' : undefined)
  })
}

interface Place {
  column: TableColumn
  /** Where the column stands in the sheet; -1 when an optional one was left out. */
  at: number
}

function columnPlaces(
  titles: readonly Title[],
  meant: readonly (string | undefined)[],
  columns: readonly TableColumn[],
): Place[] {
  const twice = columns.map(({ key }) => titles.filter((_, at) => meant[at] === key)).find((same) => same.length > 1)
  if (twice) {
    const names = [...new Set(twice.map(({ title }) => `“${title}”`))]
    throw new SpreadsheetError('template', `模板不正确，列${names.join('、')}重复，请只保留一列`)
  }
  return columns.map((column) => ({ column, at: meant.indexOf(column.key) }))
}

/** `hint` stands behind what is missing. */
function assertComplete(places: readonly Place[], hint: string): void {
  const missing = places
    .filter(({ column, at }) => column.required === true && at < 0)
    .map(({ column }) => `“${column.title}”`)
  if (missing.length > 0) throw new SpreadsheetError('template', `模板不正确，缺少列${missing.join('、')}${hint}`)
  if (places.every(({ at }) => at < 0)) throw new SpreadsheetError('template', '模板不正确，请下载模板后填写')
}

/** What was taken for the header, in words. */
function readAs(top: number, titles: readonly Title[]): string {
  const names = titles.flatMap(({ title }) => (title === '' ? [] : [title.slice(0, 20)])).slice(0, 10)
  return names.length === 0 ? '' : `（以第${top + 1}行为列名：${names.join('、')}）`
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
  if (text === '') return column.required === true ? { message: `${column.title}不能为空` } : { value: null }
  const typed = column.kind === 'number' ? typedNumber(text) : { value: column.kind === 'date' ? dayText(text) : text }
  if ('fault' in typed) return { message: typed.fault }
  const result = column.schema.safeParse(typed.value)
  return result.success ? { value: result.data } : { message: result.error.issues[0]?.message ?? '内容不正确' }
}

/** Why a cell cannot be read as text, or null when it can. */
function oddity(cell: Cell, { kind = 'text' }: TableColumn): string | null {
  if (cell === null || typeof cell === 'string') return null
  if (cell.kind === 'formula') return '公式单元格，请粘贴为数值'
  if (cell.kind === 'error') return '单元格为错误值，请更正'
  if (cell.kind === 'merged') return '单元格已合并，请取消合并后填写每一行'
  if (cell.kind === 'boolean') return `单元格为逻辑值${cell.text}，请设为文本格式后重新填写`
  if (cell.kind === 'too_long') return `内容过长（${cell.text}个字符）`
  if (cell.kind === 'long_number') return cutNumber
  return kind === 'date' ? null : '单元格被Excel识别为日期，请设为文本格式后重新填写'
}

const textOf = (cell: Cell) => (cell === null ? '' : typeof cell === 'string' ? cell : cell.text).trim()
/** A row that has nothing but merged cells of the rows above is blank, too. */
const isBlankRow = (row: Row) =>
  row.every((cell) => cell === null || (typeof cell === 'string' ? cell.trim() === '' : cell.kind === 'merged'))
