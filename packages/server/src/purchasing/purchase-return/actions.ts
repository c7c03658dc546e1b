import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import type { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import type { CallerTx } from '../../kernel/db/db'
import { dueDate } from '@chepu/contract/kernel/due-date'
import { entryHandlers } from '../../kernel/document/entry'
import { applyCounted, postDocument, reverseDocument, unpostDocument } from '../../kernel/goods/lifecycle'
import { holdStock, releaseStock } from '../../kernel/goods/reserve'
import type { GoodsActions, GoodsDocument } from '../../kernel/goods/types'
import { lockSources } from '../../kernel/goods/sources'
import { postingOf } from './posting'
import { originsOf } from './repo'
import { assertMayShip } from './rules'
import { traits } from './traits'

export const actions: GoodsActions<typeof purchaseReturn> = {
  ...entryHandlers,

  /** The buyer's desk. With 仓库确认出库 the goods are held until the warehouse ships them, else they leave at once. */
  async approve(tx, doc) {
    if (!tx.caller.org.config.deliveryTwoDesk) return postReturn(tx, doc)
    await holdStock(tx, await lockSources(tx, traits, doc))
    return 'approved'
  },

  /** The warehouse's desk: what was counted is what leaves; what it holds beyond that is free again. */
  async ship(tx, doc, { input }) {
    assertMayShip(tx, doc)
    const counted = input ? await applyCounted(tx, traits, doc, input as CountedLines) : doc
    const state = await postReturn(tx, counted)
    await releaseStock(tx, doc)
    return state
  },

  async sendBack(tx, doc) {
    await releaseStock(tx, doc)
    return 'draft'
  },

  async unapprove(tx, doc) {
    await releaseStock(tx, doc)
    return unpostDocument(tx, traits, doc)
  },

  reverse: (tx, doc) => reverseDocument(tx, traits, doc),
}

const postReturn = (tx: CallerTx, doc: GoodsDocument) =>
  postDocument(tx, traits, doc, async (locked) =>
    postingOf(locked, {
      taxpayerKind: tx.caller.org.taxpayerKind,
      dueOn: dueDate(locked),
      origins: await originsOf(tx, locked),
    }),
  )
