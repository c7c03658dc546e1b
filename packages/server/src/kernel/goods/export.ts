import { goodsColumns } from '@chepu/contract/kernel/goods-columns'
import { columnsOfKind } from '@chepu/contract/kernel/own-columns'
import { type Caller, sees } from '../caller/caller'
import { sheetColumns } from '../export/columns'
import type { ExportColumn } from '../export/registry'
import type { GoodsTraits } from './types'
import { hasProfit } from './list'

const prices = Object.entries(goodsColumns).flatMap(([key, column]) => ('isPrice' in column ? [key] : []))

/** Whether documents of the kind have a partner; those between two organisations name the other one instead. */
const takesPartner = ({ header }: GoodsTraits['def']): boolean => header.shape.partnerId.safeParse(1).success

/** Every column that the list of the kind may show, so that none is missing from its sheet. */
export function columnsFor(caller: Caller, kind: GoodsTraits): ExportColumn[] {
  const columns = columnsOfKind(kind.def, goodsColumns)
  const missing = new Set([
    ...(columns['executed']?.labels ? [] : ['executed']),
    ...(takesPartner(kind.def) ? [] : ['partnerName']),
    ...(hasProfit(kind) ? [] : ['grossProfit']),
    ...(sees(caller, kind.priceField) ? [] : prices),
  ])
  return sheetColumns(caller, columns).filter(({ key }) => !missing.has(key))
}
