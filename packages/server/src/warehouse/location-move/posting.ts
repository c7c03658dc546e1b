import { isPositive } from '@chepu/contract/kernel/decimal'
import type { GoodsDocument } from '../../kernel/goods/types'
import { moveIn, moveOut } from '../../kernel/ledgers/moves'
import type { Posting } from '../../kernel/ledgers/types'

/** What a move does to the books: the same goods leave one bin and come into another, worth what they were (business/warehouse 1.4). */
export function postingOf(doc: GoodsDocument): Posting {
  return {
    stock: doc.lines
      .filter((line) => isPositive(line.qty))
      .flatMap((line) => {
        const left = moveOut(line, { costing: { at: 'free' } })
        const costing = { at: 'linked', source: { moves: [left] } } as const
        return [left, moveIn(line, { locationId: line.toLocationId, costing, sameGoodsAs: left })]
      }),
  }
}
