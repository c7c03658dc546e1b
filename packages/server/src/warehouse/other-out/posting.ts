import { isPositive } from '@chepu/contract/kernel/decimal'
import { lossReason } from '@chepu/contract/warehouse/other-out'
import type { GoodsDocument } from '../../kernel/goods/types'
import { moveOut } from '../../kernel/ledgers/moves'
import type { Posting } from '../../kernel/ledgers/types'

/** What another issue does to the books: goods out at the average, as a loss or an expense (business/warehouse 1.2). */
export function postingOf(doc: GoodsDocument): Posting {
  const pnl = doc.reason === lossReason ? 'stock_loss' : 'other_expense'
  return {
    stock: doc.lines
      .filter((line) => isPositive(line.qty))
      .map((line) => moveOut(line, { costing: { at: 'free' }, pnl })),
  }
}
