import { columnsOfKind } from '@chepu/contract/kernel/own-columns'
import { countGain, countLoss } from '@chepu/contract/warehouse/count-results'
import { countColumns, enterCount, stockCount } from '@chepu/contract/warehouse/stock-count'
import type { CallerTx } from '../../kernel/db/tx'
import { bindCalls } from '../../kernel/document/routes'
import { sheetColumns } from '../../kernel/export/columns'
import { bindDocument } from '../../kernel/goods/routes'
import type { GoodsKind } from '../../kernel/goods/types'
import type { Bind } from '../../kernel/http/bind'
import { actions } from './actions'
import { enterCounted } from './entry'
import { countTotals, listCounts, selectCounts } from './list'
import { stockCounts } from './repo'
import { type CountRequest, saveCount } from './save'
import { previewUndo, relatedOfCount, viewCount, viewLines } from './view'

/** Gains and losses on the server: nobody takes a step with them, so that they have no actions (ADR 0153). */
const results = [countGain, countLoss].map((def): GoodsKind => ({
  def,
  partnerRole: 0,
  priceField: def.priceField,
  actions: {},
}))

/** 盘点: counts, their entries, and what comes of them. */
export function bindCounts(bind: Bind): void {
  for (const kind of results) bindDocument(bind, kind)
  bindCalls(
    bind,
    stockCount.routes,
    { def: stockCount, actions, family: stockCounts, priceField: 'cost_price' },
    {
      list: listCounts,
      totals: countTotals,
      columns: (caller) => sheetColumns(caller, columnsOfKind(stockCount, countColumns)),
      rows: selectCounts,
      view: viewCount,
      save: (tx, body) => saveCount(tx, body as CountRequest),
      related: relatedOfCount,
      preview: previewUndo,
    },
  )
  bind(enterCount, (tx, { params, body }) => entered(tx, params.id, body.lines))
}

async function entered(tx: CallerTx, countId: number, lines: Parameters<typeof enterCounted>[2]) {
  const ids = await enterCounted(tx, countId, lines)
  const count = await stockCounts.read(tx, stockCount.kind, countId)
  if (!count) throw new Error('a count that was entered is gone')
  const countedCount = count.lines.filter(({ countedQty }) => countedQty !== null).length
  return { lines: await viewLines(tx, count, ids), lineCount: count.lines.length, countedCount }
}
