import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import type { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import type { CallerTx } from '../../kernel/db/tx'
import { entryHandlers } from '../../kernel/document/entry'
import { applyCounted } from '../../kernel/goods/counted'
import { postDocument, reverseDocument, unpostDocument } from '../../kernel/goods/lifecycle'
import { holdStock, releaseStock } from '../../kernel/goods/reserve'
import type { GoodsActions, GoodsDocument, GoodsKind } from '../../kernel/goods/types'
import { forgetBalances, openBalances, standingIn, transitOf } from '../transfers/transit'
import { postingOf } from './posting'
import { assertPriced } from './rules'
import { traits } from './traits'

const actions: GoodsActions<typeof transferOrder> = {
  ...entryHandlers,

  async approve(tx, order) {
    assertPriced(order)
    await holdStock(tx, order)
    return 'approved'
  },

  /** 发货: what was picked leaves; what was held and is not sent is free again. */
  async ship(tx, order, { input }) {
    const sent = input ? await applyCounted(tx, traits, order, input as CountedLines) : order
    const transit = await transitOf(tx, order.orgId)
    await postDocument(tx, traits, sent, (locked) => postingOf(locked, transit))
    openBalances(tx, sent, await standingIn(tx, sent, transit.warehouseId))
    await releaseStock(tx, order)
    return 'shipped'
  },

  async unapprove(tx, order) {
    if (order.state === 'approved') await releaseStock(tx, order)
    else forgetBalances(tx, order)
    return unpostDocument(tx, traits, order)
  },

  async close(tx, order) {
    await releaseStock(tx, order)
    return 'closed'
  },

  async reverse(tx: CallerTx, order: GoodsDocument) {
    forgetBalances(tx, order)
    return reverseDocument(tx, traits, order)
  },
}

export const transferOrderKind = { ...traits, actions } satisfies GoodsKind
