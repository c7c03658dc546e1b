import { isPositive } from '@chepu/contract/kernel/decimal'
import { lossReason } from '@chepu/contract/warehouse/other-out'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods-document/kind'
import type { PnlKind, Posting, StockMove } from '../../kernel/ledgers/types'

/** What another issue does to the books: goods out at the average, as a loss or an expense (DOMAIN 4.6). */
export function postingOf(doc: GoodsDocument): Posting {
  const pnl = doc.reason === lossReason ? 'stock_loss' : 'other_expense'
  return { stock: doc.lines.filter((line) => isPositive(line.qty)).map((line) => stockOut(line, pnl)) }
}

const stockOut = (line: GoodsLine, pnl: PnlKind): StockMove => ({
  direction: 'out',
  lineId: line.id,
  lineNo: line.lineNo,
  partId: line.partId,
  partCode: line.partCode,
  warehouseId: line.warehouseId,
  locationId: line.locationId,
  batchNo: line.batchNo,
  qty: line.qty,
  costing: { at: 'free' },
  pnl,
})
