import { add } from '@chepu/contract/kernel/decimal'
import type { pickingReturn } from '@chepu/contract/picking/picking-return'
import { issuingStates } from '@chepu/contract/repair/work-order'
import { entryHandlers } from '../../kernel/document/entry'
import { postDocument, unpostDocument } from '../../kernel/goods/lifecycle'
import { originsOf } from '../../kernel/goods/origins'
import { holdSources } from '../../kernel/goods/sources'
import type { GoodsActions, GoodsKind } from '../../kernel/goods/types'
import type { RepairDocument } from '../../kernel/repair/types'
import { holdMaterial, lockMaterial, netIssued } from '../../repair/public'
import { afterMoved, assertPlanned, lockedOrder, type Moved, movedOf, noteMoved } from '../order'
import { postingOf } from './posting'
import { traits } from './traits'

/** Until it is settled, an order takes its material back. */
const states = [...issuingStates, 'completed']

const actions: GoodsActions<typeof pickingReturn> = {
  ...entryHandlers,

  /** The goods are back on the shelf; the order waits for them again unless its plan is lowered. */
  async approve(tx, doc) {
    const back: { order?: RepairDocument; moved: Moved[] } = { moved: [] }
    const state = await postDocument(tx, traits, doc, async (locked) => {
      back.order = await lockedOrder(tx, locked, { states, verb: '退料' })
      back.moved = movedOf(locked, back.order)
      noteMoved(tx, 'returned_qty', back.moved, 1)
      await lockMaterial(tx, back.order, locked.lines)
      return postingOf(locked, await originsOf(tx, locked))
    })
    if (back.order) await holdMaterial(tx, back.order, afterMoved(back.order, 'returnedQty', back.moved, 1))
    return state
  },

  /** The goods are in the car again, as long as the order wants as many and is not settled. */
  async unapprove(tx, doc) {
    await holdSources(tx, doc)
    const order = await lockedOrder(tx, doc, { states, verb: '撤销退料' })
    const moved = movedOf(doc, order)
    assertPlanned(moved, ({ material, qty }) => add(netIssued(material), qty))
    const after = afterMoved(order, 'returnedQty', moved, -1)
    await lockMaterial(tx, order, doc.lines)
    // What the order held of these goods is let go first, since they leave again.
    await holdMaterial(tx, order, after)
    const state = await unpostDocument(tx, traits, doc)
    noteMoved(tx, 'returned_qty', moved, -1)
    return state
  },
}

export const pickingReturnKind = { ...traits, actions } satisfies GoodsKind
