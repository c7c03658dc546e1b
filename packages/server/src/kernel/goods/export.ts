import { countedBy } from '@chepu/contract/kernel/document'
import { goodsColumns } from '@chepu/contract/kernel/goods-columns'
import { columnsOfKind } from '@chepu/contract/kernel/own-columns'
import { sql } from 'kysely'
import { type Caller, sees } from '../caller/caller'
import { sheetColumns } from '../export/columns'
import { type ExportColumn, registerExport } from '../export/registry'
import type { GoodsTraits } from './types'
import { documentTotals, type Filters, hasProfit, selectRows } from './list'

const prices = Object.entries(goodsColumns).flatMap(([key, column]) => ('isPrice' in column ? [key] : []))

/** Every column that the list of the kind may show, so that none is missing from its sheet. */
function columnsFor(caller: Caller, kind: GoodsTraits): ExportColumn[] {
  const columns = columnsOfKind(kind.def, goodsColumns)
  const missing = new Set([
    ...(columns['executed']?.labels ? [] : ['executed']),
    ...(hasProfit(kind) ? [] : ['grossProfit']),
    ...(sees(caller, kind.priceField) ? [] : prices),
  ])
  return sheetColumns(caller, columns).filter(({ key }) => !missing.has(key))
}

/** Makes the list of a kind exportable under the kind's name, with the columns that the caller may see. */
export function exportDocuments(kind: GoodsTraits): void {
  registerExport(kind.def.kind, {
    title: kind.def.title,
    columns: ({ caller }) => columnsFor(caller, kind),
    rows: async (tx, filters) =>
      sql`${await selectRows(tx, kind, filters as Filters, { words: true })} order by d.biz_date desc, d.id desc`,
    frame: async (tx, filters) => ({
      totals: await documentTotals(tx, kind, filters as Filters),
      countedBy: countedBy(kind.def),
    }),
  })
}
