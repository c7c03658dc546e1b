import { safeCell } from '@chepu/contract/kernel/delimited'
import { plainText, type SheetColumn } from './sheet-xml'
import type { SheetSource } from './write'

/** Excel takes text for UTF-8 only with this mark before it. */
const mark = '\ufeff'

/** Rows as comma-separated text (RFC 4180): UTF-8 with its mark, moments as times of Shanghai, figures without commas. */
export async function* csvText({
  columns,
  head = [],
  rows,
  foot = [],
}: Omit<SheetSource, 'sheet'>): AsyncGenerator<string> {
  yield mark
  for (const line of head) yield `${textCell(line)}\r\n`
  yield lineOf(columns.map(({ title }) => textCell(title)))
  for await (const row of rows) yield lineOf(cellsOf(columns, row))
  for (const row of foot) yield lineOf(cellsOf(columns, row))
}

const lineOf = (cells: readonly string[]) => `${cells.join(',')}\r\n`

const cellsOf = (columns: readonly SheetColumn[], row: readonly unknown[]) =>
  columns.map(({ kind }, index) => {
    const value = row[index]
    if (value === null || value === undefined) return ''
    const text = plainText(value, kind)
    return isFigure.test(text) ? text : textCell(text)
  })

const isFigure = /^-?\d+(\.\d+)?$/

function textCell(text: string): string {
  const safe = safeCell(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
