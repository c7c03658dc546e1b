import { isPositive } from '@chepu/contract/kernel/decimal'
import type { GoodsDocument } from '../../kernel/goods/types'
import { moveIn, moveOut } from '../../kernel/ledgers/moves'
import type { Posting } from '../../kernel/ledgers/types'
import type { TransitPlace } from '../transfers/transit'

/**
 * What sending goods does to the books: they leave their warehouse at the average, and lie at that value among what is on its way
 * (business/ledgers 5). They stay the source's until they arrive.
 */
export function postingOf(order: GoodsDocument, transit: TransitPlace): Posting {
  const lines = order.lines.filter((line) => isPositive(line.qty))
  return {
    stock: lines.flatMap((line) => {
      const out = moveOut(line, { costing: { at: 'free' }, reservedBy: { kind: order.kind, lineId: line.id } })
      return [out, moveIn(line, { ...transit, costing: { at: 'linked', source: { moves: [out] } } })]
    }),
  }
}
