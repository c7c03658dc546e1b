import { isBlank, parseDelimited } from '@chepu/contract/kernel/delimited'
import { headingFinder, isTotalsRow } from '@chepu/contract/kernel/headings'
import { isBesideLines, type LineHeading, lineHeadings, usualLineOrder } from '@chepu/contract/kernel/line-headings'
import { halfWidth, numberText, plainCode } from '@chepu/contract/kernel/typed'

/** One line as pasted or imported; `at` is its row in the sheet, from 1. Figures that are no numbers stay as they were typed. */
export interface PastedLine {
  at: number
  code: string
  qty: string
  price: string
  /** Whether the price is with tax; undefined when its column does not say. */
  priceTaxed?: boolean
  location: string
  batch: string
}

/** What a column of a sheet brings: a field of the line, nothing, or what nobody has said yet. */
export type ColumnMeaning = LineHeading | 'nothing' | undefined

interface SheetColumn {
  /** Where it stands, from 0. */
  at: number
  title: string
  /** Its first filled cell below the heading. */
  sample: string
  meaning: ColumnMeaning
}

/** A table that shall become lines. */
export interface LineSheet {
  isHeaded: boolean
  columns: SheetColumn[]
  rows: { at: number; cells: readonly string[] }[]
}

/** Cells of a text copied from a spreadsheet; blank rows stay. */
export const parseTable = (text: string): string[][] => parseDelimited(text, '\t')

const findHeading = headingFinder(lineHeadings)

/**
 * Reads which columns a pasted or imported table has: by its heading row in any order, else 编码|数量|单价|货位|批次
 * (business/lists 2.8, business/basics 10). What is not understood, or stands twice, has no meaning yet: the user is asked, nothing is guessed.
 */
export function lineSheet(table: readonly (readonly string[])[]): LineSheet {
  const filled = table.flatMap((cells, i) => (isBlank(cells) ? [] : [{ at: i + 1, cells }]))
  const [first] = filled
  const isHeaded = first !== undefined && looksLikeHeadings(first.cells, filled.length)
  const rows = (isHeaded ? filled.slice(1) : filled).filter(({ cells }) => !isTotalsRow(cells))
  const width = Math.max(0, ...filled.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => {
    const title = (isHeaded && first.cells[at]) || ''
    const sample = rows.find(({ cells }) => (cells[at] ?? '') !== '')?.cells[at] ?? ''
    return { at, title: title || `第${at + 1}列`, sample, meaning: undefined }
  }).filter(({ at, sample }) => sample !== '' || (isHeaded && (first.cells[at] ?? '') !== ''))
  return { isHeaded, columns: isHeaded ? byTitle(columns) : byPlace(columns), rows }
}

/** A row of headings names a column, or is nothing but words above further rows. */
function looksLikeHeadings(cells: readonly string[], rows: number): boolean {
  const words = cells.filter((cell) => cell !== '')
  if (words.some((cell) => findHeading(cell) !== undefined)) return true
  return rows > 1 && areWords(words)
}

/** Whether a row says nothing but words, as headings do. */
export function areWords(cells: readonly string[]): boolean {
  const words = cells.filter((cell) => cell !== '')
  return words.length > 1 && words.every((cell) => !/\d/.test(halfWidth(cell)))
}

function byTitle(columns: readonly SheetColumn[]): SheetColumn[] {
  const found = columns.map(({ title }) => findHeading(title))
  const taken = new Set(found)
  const standsOnce = (meaning: ColumnMeaning) => rivals(meaning, found).length === 1
  return columns.map((column, i) => {
    const meaning = found[i]
    if (meaning !== undefined) return { ...column, meaning: standsOnce(meaning) ? meaning : undefined }
    return column.sample === '' || isBesideLines(column.title, taken) ? { ...column, meaning: 'nothing' } : column
  })
}

const prices: readonly ColumnMeaning[] = ['price', 'taxedPrice', 'untaxedPrice']
/** Columns that would fill the same figure. */
const rivals = (meaning: ColumnMeaning, found: readonly ColumnMeaning[]) =>
  found.filter((other) => other === meaning || (prices.includes(meaning) && prices.includes(other)))

/** Without headings; further columns are asked about. */
const byPlace = (columns: readonly SheetColumn[]): SheetColumn[] =>
  columns.map((column) => ({ ...column, meaning: usualLineOrder[column.at] }))

/** What must be told before the sheet can become lines; nothing when all of it is understood. */
export function openQuestion({ columns }: Pick<LineSheet, 'columns'>): string | undefined {
  const has = (...meanings: ColumnMeaning[]) => columns.some(({ meaning }) => meanings.includes(meaning))
  const unclear = columns.filter(({ meaning }) => meaning === undefined).map(({ title }) => title)
  if (unclear.length > 0) return `请为“${unclear.join('”、“')}”选择对应的内容，或选择忽略`
  if (!has('code', 'oeNo', 'barcode')) return '请指定哪一列是配件编码'
  const twice = columns.find(
    ({ meaning }, i) =>
      meaning !== 'nothing' &&
      rivals(
        meaning,
        columns.slice(0, i).map((each) => each.meaning),
      ).length > 0,
  )
  return twice && `“${twice.title}”与前面的列对应同一内容，请只保留一列`
}

/** Titles of columns that bring nothing, to be told with the lines. */
export const leftOut = ({ columns }: LineSheet): string[] =>
  columns.filter(({ meaning, sample }) => meaning === 'nothing' && sample !== '').map(({ title }) => title)

/** Lines of a sheet whose columns are all understood. A blank quantity means 1; a row without a code has an empty one. */
export function sheetLines({ columns, rows }: LineSheet): PastedLine[] {
  const placeOf = new Map(columns.map(({ meaning, at }) => [meaning, at]))
  return rows.flatMap(({ at, cells }) => {
    const cell = (field: LineHeading) => halfWidth(cells[placeOf.get(field) ?? -1] ?? '').trim()
    const code = plainCode(cell('code') || cell('oeNo') || cell('barcode'))
    const price = cell('price') || cell('taxedPrice') || cell('untaxedPrice')
    const line: PastedLine = {
      at,
      code,
      qty: cell('qty') === '' ? '1' : numberText(cell('qty')),
      price: price && numberText(price),
      location: cell('location'),
      batch: cell('batch'),
    }
    if (placeOf.has('taxedPrice')) line.priceTaxed = true
    if (placeOf.has('untaxedPrice')) line.priceTaxed = false
    return code === '' && cell('qty') === '' && price === '' ? [] : [line]
  })
}

/** Cells as text that spreadsheets take: quoted where a cell holds a tab, a quote or a line break. */
export const tableText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoteCell).join('\t')).join('\r\n')

const quoteCell = (cell: string): string => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
