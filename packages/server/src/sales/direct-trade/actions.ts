import type { directTrade } from '@chepu/contract/sales/direct-trade'
import type { StateOf } from '@chepu/contract/kernel/document'
import { dueDate } from '@chepu/contract/kernel/due-date'
import { entryHandlers } from '../../kernel/document/entry'
import type { CallerTx } from '../../kernel/db/tx'
import { assertSells } from '../../kernel/goods/line-checks'
import { postMade, reverseMade, unpostMade, type Made } from '../../kernel/goods/made'
import type { GoodsActions, GoodsDocument, GoodsKind } from '../../kernel/goods/types'
import { forgetPurchasePrices, receiptPosting, receiptTraits, rememberPurchasePrices } from '../../purchasing/public'
import { assertCredit } from '../credit'
import { assertPriceFloor } from '../price-floor'
import { postingOf as deliveryPosting } from '../sales-delivery/posting'
import { makeBoth } from './children'
import { postingOf } from './posting'
import { boughtLines } from './purchase-side'
import { assertMayApprove, assertNotBelowPurchase } from './rules'
import { traits } from './traits'

const actions: GoodsActions<typeof directTrade> = {
  ...entryHandlers,

  async submit(_tx, trade) {
    boughtLines(trade)
    return 'submitted'
  },

  approve: (tx, trade) => buyAndSell(tx, trade, false),

  async passCredit(tx, trade) {
    assertMayApprove(tx, trade)
    return buyAndSell(tx, trade, true)
  },

  async unapprove(tx, trade) {
    await forget(tx, await unpostMade(tx, trade))
    return 'draft'
  },

  async reverse(tx, trade) {
    await forget(tx, await reverseMade(tx, traits, trade))
    return 'reversed'
  },
}

/** Buys and sells at once, whatever second desks the organisation has: the goods need not pass through anybody's hands (business/sales 1.8). */
async function buyAndSell(
  tx: CallerTx,
  trade: GoodsDocument,
  passCredit: boolean,
): Promise<StateOf<typeof directTrade>> {
  boughtLines(trade)
  assertSells(trade.warehouse)
  await assertPriceFloor(tx, trade)
  const { receipt, delivery } = await makeBoth(tx, trade)
  const costs = await postMade(tx, trade, [receipt, delivery], bothSides(tx, receipt.doc, delivery.doc))
  // Posted first: the pools are locked before all balances, and those of supplier and customer in their order.
  await assertCredit(tx, trade, '0', passCredit)
  assertNotBelowPurchase(tx, delivery.doc, costs)
  await rememberPurchasePrices(tx, receipt.doc)
  return 'done'
}

function bothSides(tx: CallerTx, receipt: GoodsDocument, delivery: GoodsDocument) {
  const { taxpayerKind, config } = tx.caller.org
  const bought = receiptPosting(receipt, { taxpayerKind, freightToCost: config.freightToCost, dueOn: dueDate(receipt) })
  const sold = deliveryPosting(delivery, { holder: 'order', dueOn: dueDate(delivery) })
  return postingOf({ doc: receipt, posting: bought }, { doc: delivery, posting: sold })
}

/** What was bought is no purchase any more. */
async function forget(tx: CallerTx, made: readonly Made[]): Promise<void> {
  for (const { kind, doc } of made) if (kind.def === receiptTraits.def) await forgetPurchasePrices(tx, doc)
}

export const directTradeKind = { ...traits, actions } satisfies GoodsKind
