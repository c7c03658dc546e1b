import { csvRows, decodeText, isCutNumber, UnclosedCell } from '@chepu/contract/kernel/delimited'
import type { Cell, Row } from './cell'
import type { ReadLimits } from './container'
import { SpreadsheetError, tooManyRows } from './errors'

/** The columns that are looked at, as in a workbook. */
const mostColumns = 104

/**
 * Reads a CSV file: UTF-8, UTF-16 or GBK; commas, semicolons or tabs. Row i of the answer is row i + 1 of the sheet. Undefined
 * when there is no text in it, as in a workbook.
 * @throws SpreadsheetError not_xlsx, too_many_rows, damaged when a quoted cell does not end
 */
export function readCsv(file: Uint8Array, limits: ReadLimits): Row[] | undefined {
  const text = decodeText(file)
  if (text === undefined || text.trim() === '') return undefined
  if (/^\s*</.test(text))
    throw new SpreadsheetError(
      'not_xlsx',
      '这是网页或 XML 格式的表格，请在 Excel 或 WPS 中另存为 .xlsx 或 CSV 格式后再导入',
    )
  const rows = cellsOf(text, limits).map((cells) => toRow(cells, limits))
  while (rows.at(-1)?.length === 0) rows.pop()
  if (rows.length > limits.rows + 1) throw tooManyRows(limits)
  return rows
}

function cellsOf(text: string, { cellChars }: ReadLimits): string[][] {
  try {
    return csvRows(text, cellChars)
  } catch (error) {
    if (!(error instanceof UnclosedCell)) throw error
    throw new SpreadsheetError(
      'damaged',
      `第${error.row}行有以双引号开头的内容超过 ${cellChars} 个字符，可能缺少结尾的双引号，请修改后再导入`,
    )
  }
}

function toRow(cells: readonly string[], { cellChars }: ReadLimits): Row {
  const row = cells.slice(0, mostColumns).map((text) => toCell(text, cellChars))
  while (row.length > 0 && row.at(-1) === null) row.pop()
  return row
}

function toCell(text: string, cellChars: number): Cell {
  if (text === '') return null
  if (isCutNumber(text)) return { kind: 'long_number', text }
  return text.length > cellChars ? { kind: 'too_long', text: String(text.length) } : text
}
