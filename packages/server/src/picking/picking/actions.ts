import type { IssuedAsSeen, picking } from '@chepu/contract/picking/picking'
import { issuingStates } from '@chepu/contract/repair/work-order'
import type { CallerTx } from '../../kernel/db/tx'
import { entryHandlers } from '../../kernel/document/entry'
import { postDocument, unpostDocument } from '../../kernel/goods/lifecycle'
import type { GoodsActions, GoodsDocument, GoodsKind } from '../../kernel/goods/types'
import { holdMaterial, lockMaterial } from '../../repair/public'
import { afterMoved, lockedOrder, movedOf, noteMoved } from '../order'
import { postingOf } from './posting'
import { assertAsSeen, assertIssuable, planFor } from './rules'
import { traits } from './traits'

const actions: GoodsActions<typeof picking> = {
  ...entryHandlers,

  /** The goods leave for the order. What is issued beyond its plan becomes its plan, by who may do that. */
  approve: (tx, doc, { input }) =>
    postDocument(tx, traits, doc, (locked) => issue(tx, locked, input as IssuedAsSeen | undefined)),

  /** The goods are back on the shelf as if they had never left, as long as the order is not settled. */
  async unapprove(tx, doc) {
    const order = await lockedOrder(tx, doc, { states: [...issuingStates, 'completed'], verb: '撤销领料' })
    const moved = movedOf(doc, order)
    await lockMaterial(tx, order, doc.lines)
    const state = await unpostDocument(tx, traits, doc)
    noteMoved(tx, 'issued_qty', moved, -1)
    await holdMaterial(tx, order, afterMoved(order, 'issuedQty', moved, -1))
    return state
  },
}

async function issue(tx: CallerTx, doc: GoodsDocument, asSeen: IssuedAsSeen | undefined) {
  const order = await lockedOrder(tx, doc, { states: issuingStates, verb: '领料' })
  const moved = movedOf(doc, order)
  const seen = new Map(asSeen?.seen.map(({ workOrderLineId, waitingQty }) => [workOrderLineId, waitingQty]))
  await assertAsSeen(tx, moved, seen)
  assertIssuable(tx.caller, moved, seen)
  planFor(tx, order, moved)
  noteMoved(tx, 'issued_qty', moved, 1)
  return postingOf(doc)
}

export const pickingKind = { ...traits, actions } satisfies GoodsKind
