// What a sheet of counted figures says, without a screen.
import { isBlank } from '@chepu/contract/kernel/delimited'
import { headingFinder, isTotalsRow } from '@chepu/contract/kernel/headings'
import { type LineHeading, lineHeadings } from '@chepu/contract/kernel/line-headings'
import { qtyOrZero } from '@chepu/contract/kernel/scalars'
import { halfWidth, numberText, plainCode } from '@chepu/contract/kernel/typed'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { areWords } from '../../kit/grid/line-grid-paste'
import type { Entry } from './use-counting'

/** A row of the sheet; `at` is its number there, from 1. */
export interface CountedRow {
  at: number
  code: string
  location: string
  batch: string
  qty: string
}

const findHeading = headingFinder(lineHeadings)
const usual: readonly LineHeading[] = ['code', 'location', 'batch', 'qty']
const codes: readonly LineHeading[] = ['code', 'oeNo', 'barcode']

const wanted = '需要的列：编码、货位、批次、实盘数，其中编码和实盘数必填'

/**
 * The rows of a table with their columns by the headings, else in the order 编码, 货位, 批次, 实盘数; rows without a figure are left out. A sentence
 * where the table has none, or headings that do not tell what is needed.
 */
export function sheetRows(table: readonly (readonly string[])[]): CountedRow[] | string {
  const filled = table.flatMap((cells, i) => (isBlank(cells) ? [] : [{ at: i + 1, cells }]))
  const first = filled[0]?.cells ?? []
  const named = first.map((cell) => findHeading(cell))
  const isHeaded = named.some((heading) => heading !== undefined)
  const problem = isHeaded ? missingOf(named) : filled.length > 1 && areWords(first) ? unknown(first) : ''
  if (problem) return problem
  const columns: readonly (LineHeading | undefined)[] = isHeaded ? named : usual
  const placeOf = (heading: LineHeading) => columns.indexOf(heading)
  const rows = filled.slice(isHeaded ? 1 : 0).flatMap(({ at, cells }) => {
    const cell = (heading: LineHeading) => halfWidth(cells[placeOf(heading)] ?? '').trim()
    const code = plainCode(cell('code') || cell('oeNo') || cell('barcode'))
    const row = { at, code, location: cell('location'), batch: cell('batch'), qty: numberText(cell('qty')) }
    return isTotalsRow(cells) || row.qty === '' ? [] : [row]
  })
  return rows.length > 0 ? rows : `实盘数都是空白，没有可导入的行。${wanted}`
}

const unknown = (first: readonly string[]) =>
  `表头“${first.filter((cell) => cell !== '').join('、')}”无法识别。${wanted}`

function missingOf(named: readonly (LineHeading | undefined)[]): string {
  if (!named.includes('qty')) return `表头里没有“实盘数”。${wanted}`
  return named.some((heading) => heading && codes.includes(heading)) ? '' : `表头里没有“编码”。${wanted}`
}

/** The entries that the rows are, and what is wrong with those that are none, each by its row. */
export function entriesOf(
  rows: readonly CountedRow[],
  parts: ReadonlyMap<string, readonly number[]>,
  locations: readonly { id: number; code: string }[],
): { entries: Entry[]; faults: string[] } {
  const bins = new Map(locations.map(({ id, code }) => [code.toLowerCase(), id]))
  const entries: Entry[] = []
  const faults: string[] = []
  for (const { at, code, location, batch, qty } of rows) {
    const [partId, ...others] = parts.get(code) ?? []
    const locationId = location === '' ? null : bins.get(location.toLowerCase())
    const figure = qtyOrZero.safeParse(qty)
    const fault =
      (code === '' && '没有编码') ||
      (partId === undefined && `未找到配件 ${code}`) ||
      (others.length > 0 && `${code} 对应多个配件`) ||
      (locationId === undefined && `货位“${location}”不在盘点的仓库`) ||
      (!figure.success && figure.error.issues[0]?.message)
    if (fault) faults.push(`第${at}行 ${fault}`)
    else if (partId !== undefined && locationId !== undefined)
      entries.push({ partId, locationId, batchNo: batch, countedQty: qty })
  }
  return { entries, faults }
}

/** What the server has against entries that these rows became, each by its row of the sheet; `errors` name entries by their place, `lines.2.qty`. */
export const faultsOf = (rows: readonly CountedRow[], errors: readonly FieldError[]): string[] =>
  errors.map(({ path, message }) => {
    const row = rows[Number.parseInt(path.split('.')[1] ?? '', 10)]
    return row ? `第${row.at}行 ${message.replace(/^第\d+行 /, '')}` : message
  })
