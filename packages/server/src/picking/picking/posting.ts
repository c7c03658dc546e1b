import { isPositive } from '@chepu/contract/kernel/decimal'
import { workOrder } from '@chepu/contract/repair/work-order'
import type { GoodsDocument } from '../../kernel/goods/types'
import { moveOut } from '../../kernel/ledgers/moves'
import type { Posting } from '../../kernel/ledgers/types'

/** What a picking does to the books: goods out at the average, into the work in progress of their line, which held them (business/repair 5.2). */
export function postingOf(doc: GoodsDocument): Posting {
  const workOrderId = doc.workOrderId as number
  return {
    stock: doc.lines
      .filter((line) => isPositive(line.qty))
      .map((line) => {
        const lineId = line.workOrderLineId as number
        return moveOut(line, {
          costing: { at: 'free' },
          wip: { workOrderId, lineId },
          reservedBy: { kind: workOrder.kind, lineId },
        })
      }),
  }
}
