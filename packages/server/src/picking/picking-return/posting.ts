import { isPositive } from '@chepu/contract/kernel/decimal'
import type { GoodsDocument } from '../../kernel/goods/types'
import { moveIn } from '../../kernel/ledgers/moves'
import { type Origin, takeShare } from '../../kernel/ledgers/shares'
import type { Posting } from '../../kernel/ledgers/types'

/**
 * What a return does to the books: goods in at their share of what they cost when they left, the last taking the remainder, and out of the work in
 * progress of their line (business/repair 5.4). `issued` are the lines of pickings by their id.
 */
export function postingOf(doc: GoodsDocument, issued: ReadonlyMap<number, Origin>): Posting {
  const origins = new Map(issued)
  const workOrderId = doc.workOrderId as number
  return {
    stock: doc.lines
      .filter((line) => isPositive(line.qty))
      .map((line) => {
        const value = takeShare(origins, line.sourceLineId, line.qty)?.value ?? '0'
        const wip = { workOrderId, lineId: line.workOrderLineId as number }
        return moveIn(line, { costing: { at: 'value', value }, wip })
      }),
  }
}
