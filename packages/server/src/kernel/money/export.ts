import { countedBy } from '@chepu/contract/kernel/document'
import { moneyColumns } from '@chepu/contract/kernel/money-columns'
import type { MoneyFilters } from '@chepu/contract/kernel/money-document'
import { columnsOfKind } from '@chepu/contract/kernel/own-columns'
import { sql } from 'kysely'
import { sheetColumns } from '../export/columns'
import { registerExport } from '../export/registry'
import type { MoneyTraits } from './types'
import { selectSlips, slipTotals } from './list'

/** Makes the list of a kind exportable under the kind's name, with every column that it may show. */
export function exportSlips(kind: MoneyTraits): void {
  registerExport(kind.def.kind, {
    title: kind.def.title,
    columns: ({ caller }) => sheetColumns(caller, columnsOfKind(kind.def, moneyColumns)),
    rows: (tx, filters) =>
      sql`${selectSlips(tx, kind, filters as MoneyFilters, { words: true })} order by d.biz_date desc, d.id desc`,
    frame: async (tx, filters) => ({
      totals: await slipTotals(tx, kind, filters as MoneyFilters),
      countedBy: countedBy(kind.def),
    }),
  })
}
