import { button } from '@chepu/contract/access/catalogue'
import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import type { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import type { CallerTx } from '../../kernel/db/tx'
import { entryHandlers } from '../../kernel/document/entry'
import { assertNotClaimed } from '../../kernel/goods/claimed'
import { applyCounted } from '../../kernel/goods/counted'
import { postDocument, reverseDocument, unpostDocument } from '../../kernel/goods/lifecycle'
import { holdSources, lockSources } from '../../kernel/goods/sources'
import type { GoodsActions, GoodsDocument, GoodsKind } from '../../kernel/goods/types'
import { lockPools, type PoolPlace } from '../../kernel/ledgers/pools'
import { tellOtherSide } from '../../kernel/document/tell-other-side'
import { forgetBalances, openBalances, standingIn, type TransitPlace, transitOf } from '../transfers/transit'
import { postingOf } from './posting'
import { giveBackToRequests, holdForOrder, settleHolding, undoHolding } from './requests'
import { assertPriced } from './rules'
import { traits } from './traits'

const actions: GoodsActions<typeof transferOrder> = {
  ...entryHandlers,

  async approve(tx, order) {
    assertPriced(order)
    await lockSources(tx, traits, order)
    await assertNotClaimed(tx, order, { waiting: '待发货', free: '可发' })
    await holdForOrder(tx, order)
    return 'approved'
  },

  /** 发货: what was picked leaves; what was held and is not sent is free again. */
  async ship(tx, order, { input }) {
    const sent = input ? await applyCounted(tx, traits, order, input as CountedLines) : order
    const transit = await transitOf(tx, order.orgId)
    await postDocument(tx, traits, sent, async (locked) => {
      await lockPools(tx, locked.orgId, poolsOf(locked, transit))
      return postingOf(locked, transit)
    })
    openBalances(tx, sent, await standingIn(tx, sent, transit.warehouseId))
    await settleHolding(tx, order, sent)
    await tellOtherSide(tx, traits.def, sent, {
      words: '已发货，请收货',
      buttons: [button('transfer_receipt', 'post')],
    })
    return 'shipped'
  },

  async unapprove(tx, order) {
    await holdSources(tx, order)
    if (order.state === 'approved') await undoHolding(tx, order)
    else await takeBack(tx, order)
    return unpostDocument(tx, traits, order)
  },

  async close(tx, order) {
    await holdSources(tx, order)
    await undoHolding(tx, order)
    return 'closed'
  },

  async reverse(tx: CallerTx, order: GoodsDocument) {
    await holdSources(tx, order)
    await takeBack(tx, order)
    return reverseDocument(tx, traits, order)
  },
}

/** Nothing of an order is on its way any more, and its requests want their goods again. */
async function takeBack(tx: CallerTx, order: GoodsDocument): Promise<void> {
  forgetBalances(tx, order)
  await lockPools(tx, order.orgId, poolsOf(order, await transitOf(tx, order.orgId)))
  await giveBackToRequests(tx, order.lines)
}

/** Where its goods come from and go, also of lines of which nothing is sent: what those held is free again after the posting. */
const poolsOf = ({ lines }: GoodsDocument, { warehouseId }: TransitPlace): PoolPlace[] =>
  lines.flatMap(({ partId, ...line }) =>
    [line.warehouseId, warehouseId].map((place) => ({ warehouseId: place, partId })),
  )

export const transferOrderKind = { ...traits, actions } satisfies GoodsKind
