import type { CellValue, Cell as HucreCell, MergeRange } from 'hucre/xlsx'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { faithfulDigits, plainDate, plainDecimal, type Cell, type Row } from './cell'
import { damaged, type ReadLimits } from './container'
import { SpreadsheetError, tooManyRows } from './errors'

/** The columns that are looked at; a template has fewer than thirty. It bounds the memory of a sheet with far-off cells. */
const lastColumn = 'CZ'
const mostColumns = 104
const lastRow = 1048576

/**
 * Reads the first visible sheet of a container that passed `checkContainer`. The only place that knows the npm package
 * hucre. Row i of the answer is row i + 1 of the sheet.
 * @throws SpreadsheetError damaged, no_sheet, too_many_rows
 */
export async function readFirstSheet(file: Uint8Array, limits: ReadLimits): Promise<Row[]> {
  await assertFewRows(file, limits)
  const range = `A1:${lastColumn}${lastRow}`
  const { sheets } = await readXlsx(file, { sheets: firstVisible(), range }).catch((error: unknown) => {
    // A single forgotten cell at the bottom makes a sheet so long that hucre declines to fill in the blanks.
    throw error instanceof Error && /spans \d+ rows/.test(error.message) ? tooManyRows(limits) : damaged()
  })
  const sheet = sheets[0]
  if (!sheet) throw new SpreadsheetError('no_sheet', '文件中没有可见的工作表')
  const unusable = unusableCells(sheet.cells ?? new Map())
  const rows = sheet.rows.map((values, row) => toRow(values, unusable.get(row), limits.cellChars))
  while (rows.at(-1)?.length === 0) rows.pop()
  if (rows.length > limits.rows + 1) throw tooManyRows(limits)
  markMerged(rows, sheet.merges ?? [])
  return rows
}

/** Blank cells of filled rows that show the value of the first cell of their range. */
function markMerged(rows: readonly Row[], merges: readonly MergeRange[]): void {
  for (const { startRow, startCol, endRow, endCol } of merges)
    for (const [below, row] of rows.slice(startRow, endRow + 1).entries())
      for (
        let at = below === 0 ? startCol + 1 : startCol;
        row.length > 0 && at <= Math.min(endCol, mostColumns - 1);
        at += 1
      ) {
        while (row.length < at) row.push(null)
        row[at] ??= { kind: 'merged', text: '' }
      }
}

/**
 * Counts filled rows while the sheet is unpacked and stops at the first one beyond the limit: a file of a million rows is
 * refused at once, and nothing of it is kept. What else is wrong with a file is found when it is read.
 */
async function assertFewRows(file: Uint8Array, limits: ReadLimits): Promise<void> {
  try {
    const [sheet] = await visibleSheets(file)
    for await (const { index, values } of streamXlsxRows(file, { sheet: sheet ?? 0 }))
      if (index > limits.rows && values.some((value) => value !== null && value !== '')) throw tooManyRows(limits)
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error
  }
}

/** The names of the sheets that are not hidden, without their contents. */
async function visibleSheets(file: Uint8Array): Promise<string[]> {
  const names: string[] = []
  await readXlsx(file, {
    sheets: (info) => {
      if (!info.hidden && !info.veryHidden) names.push(info.name)
      return false
    },
  })
  return names
}

function firstVisible() {
  let found = false
  return (info: { hidden?: boolean; veryHidden?: boolean }) => {
    if (found || info.hidden || info.veryHidden) return false
    found = true
    return true
  }
}

type Marks = Map<number, 'formula' | 'error'>

/** Cells whose value was computed, not typed: formulas and error values, by row and column. */
function unusableCells(cells: Map<string, HucreCell>): Map<number, Marks> {
  const marks = new Map<number, Marks>()
  for (const [key, cell] of cells) {
    if (cell.formula === undefined && cell.type !== 'error') continue
    const [row = 0, column = 0] = key.split(',').map(Number)
    const kind = cell.formula === undefined ? 'error' : 'formula'
    marks.set(row, (marks.get(row) ?? new Map()).set(column, kind))
  }
  return marks
}

function toRow(values: CellValue[], unusable: Marks | undefined, cellChars: number): Row {
  const row = values.map((value, column): Cell => {
    const kind = unusable?.get(column)
    return kind ? { kind, text: '' } : toCell(value, cellChars)
  })
  while (row.length > 0 && row.at(-1) === null) row.pop()
  return row
}

function toCell(value: CellValue, cellChars: number): Cell {
  if (value === null || value === '') return null
  if (typeof value === 'number') return toNumber(plainDecimal(value))
  if (typeof value === 'boolean') return { kind: 'boolean', text: value ? 'TRUE' : 'FALSE' }
  if (value instanceof Date) return toDate(value)
  return value.length > cellChars ? { kind: 'too_long', text: String(value.length) } : value
}

function toNumber(text: string): Cell {
  return text.replace(/^-?(0\.0*)?/, '').replace('.', '').length > faithfulDigits ? { kind: 'long_number', text } : text
}

/** A number far outside the calendar that wears a date format has no date; Excel shows it as ####. */
function toDate(value: Date): Cell {
  return Number.isNaN(value.getTime()) ? { kind: 'error', text: '' } : { kind: 'date', text: plainDate(value) }
}
