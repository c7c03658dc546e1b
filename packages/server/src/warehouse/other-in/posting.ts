import { isPositive, sumOf } from '@chepu/contract/kernel/decimal'
import { openingReason } from '@chepu/contract/warehouse/other-in'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import { moveIn } from '../../kernel/ledgers/moves'
import type { PnlEntry, Posting } from '../../kernel/ledgers/types'

/** What another receipt does to the books: goods in at their typed cost, which is a gain unless it opens the books. */
export function postingOf(doc: GoodsDocument): Posting {
  const lines = doc.lines.filter((line) => isPositive(line.qty))
  return {
    stock: lines.map((line) => moveIn(line, { costing: { at: 'value', value: line.netAmount } })),
    pnl: gainOf(doc, lines),
  }
}
/** Goods that were found are a stock gain; goods that somebody gave us are other income. */
function gainOf(doc: GoodsDocument, lines: readonly GoodsLine[]): PnlEntry[] {
  if (doc.reason === openingReason) return []
  const kind = doc.reason === '盘盈外其他' ? 'stock_gain' : 'other_income'
  return [{ kind, amount: sumOf(lines, (line) => line.netAmount) }]
}
