import type { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import type { CallerTx } from '../../kernel/db/tx'
import { dueDate } from '@chepu/contract/kernel/due-date'
import { holdStock, releaseStock } from '../../kernel/goods/reserve'
import { lockSources } from '../../kernel/goods/sources'
import { standardActions } from '../../kernel/goods/standard-actions'
import type { GoodsActions, GoodsDocument, GoodsKind } from '../../kernel/goods/types'
import { lockPools } from '../../kernel/ledgers/pools'
import type { Posting } from '../../kernel/ledgers/types'
import { postingOf } from './posting'
import { originsOf } from './repo'
import { traits } from './traits'

const standard = standardActions(traits, posting)

const actions: GoodsActions<typeof purchaseReturn> = {
  ...standard,

  /** The buyer's desk. With 仓库确认出库 the goods are held until the warehouse ships them, else they leave at once. */
  async approve(tx, doc, given) {
    if (!tx.caller.org.config.deliveryTwoDesk) return standard.approve(tx, doc, given)
    await holdStock(tx, await lockSources(tx, traits, doc))
    return 'approved'
  },

  /** The warehouse's desk: what was counted is what leaves; what it holds beyond that is free again. */
  async ship(tx, doc, given) {
    const state = await standard.approve(tx, doc, given)
    await releaseStock(tx, doc)
    return state
  },

  async sendBack(tx, doc) {
    await releaseStock(tx, doc)
    return 'draft'
  },

  async unapprove(tx, doc) {
    await releaseStock(tx, doc)
    return standard.unapprove(tx, doc)
  },
}

async function posting(locked: GoodsDocument, tx: CallerTx): Promise<Posting> {
  const { taxpayerKind } = tx.caller.org
  // Also of lines of which nothing leaves: what those held is free again after the posting.
  if (locked.state === 'approved') await lockPools(tx, locked.orgId, locked.lines)
  return postingOf(locked, { taxpayerKind, dueOn: dueDate(locked), origins: await originsOf(tx, locked) })
}

export const purchaseReturnKind = { ...traits, actions } satisfies GoodsKind
