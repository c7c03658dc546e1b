import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import type { StateOf } from '@chepu/contract/kernel/document'
import type { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import type { CallerTx } from '../../kernel/db/tx'
import { dueDate } from '@chepu/contract/kernel/due-date'
import { entryHandlers } from '../../kernel/document/entry'
import { assertNotClaimed } from '../../kernel/goods/claimed'
import { applyCounted } from '../../kernel/goods/counted'
import { postDocument, reverseDocument, unpostDocument } from '../../kernel/goods/lifecycle'
import type { GoodsActions, GoodsDocument, GoodsKind } from '../../kernel/goods/types'
import { assertSells } from '../../kernel/goods/line-checks'
import { lockSources } from '../../kernel/goods/sources'
import { lockPools } from '../../kernel/ledgers/pools'
import { assertCredit } from '../credit'
import { assertConvertible } from '../purchase-to-sale/convertible'
import { assertNotBelowCost, assertPriceFloor } from '../price-floor'
import { giveBackToOrders, holdForWarehouse, settleHolding, undoHolding } from './holding'
import { postingOf } from './posting'
import { assertCollectable, assertMayApprove } from './rules'
import { traits } from './traits'

/** How it speaks of what other deliveries have claimed of an order. */
const claim = { waiting: '待出库', free: '可出' }

const actions: GoodsActions<typeof salesDelivery> = {
  ...entryHandlers,

  /** The seller's desk. With 仓库确认出库 the goods are held for the warehouse, else they leave at once. */
  approve: (tx, delivery) => release(tx, delivery, false),

  async passCredit(tx, delivery) {
    assertMayApprove(tx, delivery)
    return release(tx, delivery, true)
  },

  /** The warehouse's desk: what was counted is what leaves. */
  async ship(tx, delivery, { input }) {
    const sent = input ? await applyCounted(tx, traits, delivery, input as CountedLines) : delivery
    const state = await postDelivery(tx, sent, 'delivery')
    await settleHolding(tx, delivery, sent)
    return state
  },

  async sendBack(tx, delivery) {
    await undoHolding(tx, delivery)
    return 'draft'
  },

  async unapprove(tx, delivery) {
    if (delivery.state === 'approved') await undoHolding(tx, delivery)
    else await giveBackToOrders(tx, delivery.orgId, delivery.lines)
    return unpostDocument(tx, traits, delivery)
  },

  async reverse(tx, delivery) {
    await giveBackToOrders(tx, delivery.orgId, delivery.lines)
    return reverseDocument(tx, traits, delivery)
  },
}

async function release(
  tx: CallerTx,
  delivery: GoodsDocument,
  passCredit: boolean,
): Promise<StateOf<typeof salesDelivery>> {
  assertSells(delivery.warehouse)
  await assertConvertible(tx, { ...delivery, delivers: true }, delivery.lines)
  assertCollectable(delivery)
  const isSold = delivery.warrantyBillId === null
  if (isSold) {
    await assertPriceFloor(tx, delivery)
    await assertNotBelowCost(tx, delivery)
  }
  if (tx.caller.org.config.deliveryTwoDesk) {
    await lockSources(tx, traits, delivery)
    await assertNotClaimed(tx, delivery, claim)
    await holdForWarehouse(tx, delivery)
    if (isSold) await assertCredit(tx, delivery, delivery.totalTaxed, passCredit)
    return 'approved'
  }
  const state = await postDelivery(tx, delivery, 'order')
  // Posted first, because the pools are locked before the customer's balance in every document.
  if (isSold) await assertCredit(tx, delivery, '0', passCredit)
  return state
}

function postDelivery(
  tx: CallerTx,
  delivery: GoodsDocument,
  holder: 'order' | 'delivery',
): Promise<StateOf<typeof salesDelivery>> {
  return postDocument(tx, traits, delivery, async (locked) => {
    if (holder === 'order') await assertNotClaimed(tx, locked, claim)
    // Also of lines of which nothing leaves: what those held is free again after the posting.
    else await lockPools(tx, locked.orgId, locked.lines)
    return postingOf(locked, { holder, dueOn: dueDate(locked) })
  })
}

export const salesDeliveryKind = { ...traits, actions } satisfies GoodsKind
