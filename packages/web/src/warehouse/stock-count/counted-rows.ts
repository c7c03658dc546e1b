// What a sheet of counted figures says, without a screen.
import { isBlank } from '@chepu/contract/kernel/delimited'
import { headingFinder, isTotalsRow } from '@chepu/contract/kernel/headings'
import { type LineHeading, lineHeadings } from '@chepu/contract/kernel/line-headings'
import { qtyOrZero } from '@chepu/contract/kernel/scalars'
import { halfWidth, numberText, plainCode } from '@chepu/contract/kernel/typed'
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

/** The rows of a table with their columns by the headings, else in the order 编码, 货位, 批次, 实盘数; rows without a figure are left out. */
export function sheetRows(table: readonly (readonly string[])[]): CountedRow[] {
  const filled = table.flatMap((cells, i) => (isBlank(cells) ? [] : [{ at: i + 1, cells }]))
  const named = filled[0]?.cells.map((cell) => findHeading(cell)) ?? []
  const isHeaded = named.some((heading) => heading !== undefined)
  const columns: readonly (LineHeading | undefined)[] = isHeaded ? named : usual
  const placeOf = (heading: LineHeading) => columns.indexOf(heading)
  return filled.slice(isHeaded ? 1 : 0).flatMap(({ at, cells }) => {
    const cell = (heading: LineHeading) => halfWidth(cells[placeOf(heading)] ?? '').trim()
    const code = plainCode(cell('code') || cell('oeNo') || cell('barcode'))
    const row = { at, code, location: cell('location'), batch: cell('batch'), qty: numberText(cell('qty')) }
    return isTotalsRow(cells) || row.qty === '' ? [] : [row]
  })
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
