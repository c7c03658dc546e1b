import { type Column, pageSums } from './columns'
import type { SummaryRow } from './data-table'
import type { ListData } from './use-list'

/** Which rows of a list have figures that count, and what one calls those that do and those that do not yet (DOMAIN 2.14 rule 3). */
export interface Counting<Row> {
  counts: (row: Row) => boolean
  /** For example 已过账. */
  counted: string
  /** For example 未过账. */
  waiting: string
}

/** The sums under a list: of this page where there are more, of all pages, and apart from them of what does not count yet. */
export function summaryRows<Row extends object>(
  list: Pick<ListData<Row>, 'rows' | 'totals'> & { isOnlyPage: boolean },
  columns: readonly Column<Row>[],
  hasTotals: boolean,
  counting: Counting<Row> | undefined,
): SummaryRow[] {
  const rows = counting ? list.rows.filter(counting.counts) : list.rows
  const page = { title: '本页合计', sums: pageSums(rows, columns) }
  if (!hasTotals) return [page]
  const counted = counting ? `${counting.counted}合计` : list.isOnlyPage ? '合计' : '全部合计'
  const sums = [...(list.isOnlyPage ? [] : [page]), { title: counted, sums: list.totals?.sums }]
  const waiting = counting && list.totals?.waiting
  if (!waiting) return sums
  return [...sums, { title: `${counting.waiting} ${waiting.count} 张`, sums: waiting.sums, isAside: true }]
}
