import { isPositive } from '@chepu/contract/kernel/decimal'
import type { GoodsDocument } from '../../src/kernel/goods/types'
import { moveOut } from '../../src/kernel/ledgers/moves'
import type { Posting } from '../../src/kernel/ledgers/types'

/** What a loss report does to the books: goods out at the average cost, which is a loss. */
export const postingOf = (doc: GoodsDocument): Posting => ({
  stock: doc.lines
    .filter((line) => isPositive(line.qty))
    .map((line) => moveOut(line, { costing: { at: 'free' }, pnl: 'stock_loss' })),
})
