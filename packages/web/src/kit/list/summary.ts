import { countedBy, type DocumentDef } from '@chepu/contract/kernel/document'
import { countedStates } from '@chepu/contract/kernel/states'
import { type Column, pageSums } from './columns'
import type { SummaryRow } from './sum-line'
import type { ListData } from './use-list'

/** Which rows of a list have figures that count, and what one calls those that do and those that do not yet (business/lists 2.3). */
export interface Counting<Row> {
  counts: (row: Row) => boolean
  /** For example 已过账. */
  counted: string
  /** For example 未过账. */
  waiting: string
}

/** Sums of documents count what is posted, of orders what is approved; the server's totals go by the same states. */
export function countingOf<Row extends { state: string }>(def: DocumentDef): Counting<Row> {
  const counted = new Set<string>(countedStates(def))
  const word = countedBy(def)
  return {
    counts: (row) => counted.has(row.state),
    counted: `已${word}`,
    waiting: `未${word}`,
  }
}

/**
 * The sums under a list: of this page where there are more, of all pages, and apart from them of what does not count yet.
 * This page sums what all pages do: the rows that count, and the columns that have a sum there. What the server keeps back,
 * because a part of it is hidden from the caller, is not shown as a sum of the rest either.
 */
export function summaryRows<Row extends object>(
  list: Pick<ListData<Row>, 'rows' | 'totals'> & { isOnlyPage: boolean },
  columns: readonly Column<Row>[],
  hasTotals: boolean,
  counting: Counting<Row> | undefined,
): SummaryRow[] {
  const rows = counting ? list.rows.filter(counting.counts) : list.rows
  const word = counting?.counted ?? ''
  const sums = list.totals?.sums
  const summed = sums ? columns.filter(({ key }) => sums[key] !== undefined) : columns
  const page = { title: `本页${word}合计`, sums: pageSums(rows, summed) }
  if (!hasTotals) return [page]
  const overall = { title: word || !list.isOnlyPage ? `${word || '全部'}合计` : '合计', sums }
  const lines = list.isOnlyPage ? [overall] : [page, overall]
  const waiting = counting && list.totals?.waiting
  if (!waiting) return lines
  return [...lines, { title: `${counting.waiting} ${waiting.count} 张`, sums: waiting.sums, isAside: true }]
}
