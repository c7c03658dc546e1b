import type { GoodsDocument } from '../../kernel/goods/types'
import type { DocumentRef, Posting, StockMove } from '../../kernel/ledgers/types'

/** One of the two documents that a trade makes, and what it does to the books by itself. */
interface Side {
  doc: GoodsDocument
  posting: Posting
}

/**
 * What a trade does to the books: goods come as the receipt says and leave as the delivery says, each line out of where it came to and
 * for exactly what it came at, whatever else lies there (business/ledgers 4.2, ADR 0158). Lines of the two stand in the same order.
 */
export function postingOf(receipt: Side, delivery: Side): Posting {
  const [bought, sold] = [under(receipt), under(delivery)]
  const came = bought.stock ?? []
  const gone = (sold.stock ?? []).map((move, i) => leaving(move, came[i] as StockMove))
  return {
    stock: [...came, ...gone],
    openItems: [...(bought.openItems ?? []), ...(sold.openItems ?? [])],
    pnl: [...(bought.pnl ?? []), ...(sold.pnl ?? [])],
  }
}

const leaving = (move: StockMove, came: StockMove): StockMove => ({
  ...move,
  locationId: came.locationId,
  batchNo: came.batchNo,
  costing: { at: 'linked', source: { moves: [came] } },
})

/** The entries of a side under its document. */
function under({ doc, posting }: Side): Posting {
  const of: DocumentRef = doc
  const owned = <Entry extends object>(entries: readonly Entry[] = []) => entries.map((entry) => ({ ...entry, of }))
  return { stock: owned(posting.stock), openItems: owned(posting.openItems), pnl: owned(posting.pnl) }
}
