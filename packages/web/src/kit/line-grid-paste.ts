import { halfWidth, numberText } from './line-grid-text'

/** Cells of a text copied from a spreadsheet: tabs between cells, quoted cells may hold tabs and line breaks. */
export function parseTable(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
  }
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i]
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[i + 1] === '"') {
        cell += '"'
        i += 1
      } else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === '\t') endCell()
    else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows.filter((cells) => cells.some((value) => value !== ''))
}

/** One line as pasted or imported; `at` is its number in the pasted text, from 1. */
export interface PastedLine {
  at: number
  code: string
  qty: string
  price: string
  location: string
  batch: string
}

type PastedField = Exclude<keyof PastedLine, 'at'>

const headings: Record<string, PastedField> = {
  编码: 'code',
  配件编码: 'code',
  商品编码: 'code',
  OE号: 'code',
  编码或OE号: 'code',
  条码: 'code',
  数量: 'qty',
  单价: 'price',
  价格: 'price',
  进价: 'price',
  售价: 'price',
  货位: 'location',
  批次: 'batch',
}
const usualOrder: PastedField[] = ['code', 'qty', 'price', 'location', 'batch']

/**
 * Lines of a pasted or imported table. With a heading row the columns may stand in any order, else they are
 * 编码|数量|单价|货位|批次 (DOMAIN 2.14 rule 8, 2.13b doc_lines). Blank quantity means 1.
 */
export function pastedLines(table: readonly (readonly string[])[]): PastedLine[] {
  const order = headingOrder(table[0] ?? [])
  const first = order ? 1 : 0
  return table.slice(first).flatMap((cells, i) => {
    const line = toLine(cells, order ?? usualOrder, i + first + 1)
    return line.code === '' ? [] : [line]
  })
}

function headingOrder(cells: readonly string[]): (PastedField | undefined)[] | undefined {
  const order = cells.map((cell) => headings[halfWidth(cell).replace(/[*\s]/g, '')])
  return order.includes('code') ? order : undefined
}

function toLine(cells: readonly string[], order: readonly (PastedField | undefined)[], at: number): PastedLine {
  const cell = (field: PastedField) => halfWidth(cells[order.indexOf(field)] ?? '').trim()
  return {
    at,
    code: cell('code'),
    qty: numberText(cell('qty')) || '1',
    price: numberText(cell('price')),
    location: cell('location'),
    batch: cell('batch'),
  }
}

/** Cells as text that spreadsheets take: quoted where a cell holds a tab, a quote or a line break. */
export const tableText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoteCell).join('\t')).join('\r\n')

const quoteCell = (cell: string): string => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
