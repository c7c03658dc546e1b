import type { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import type { CallerTx } from '../../kernel/db/tx'
import { applyCounted } from '../../kernel/goods/counted'
import { postDocument, reverseDocument, unpostDocument } from '../../kernel/goods/lifecycle'
import type { GoodsActions, GoodsDocument, GoodsKind } from '../../kernel/goods/types'
import { lockSources } from '../../kernel/goods/sources'
import { dueDate } from '@chepu/contract/kernel/due-date'
import { entryHandlers } from '../../kernel/document/entry'
import { postingOf } from './posting'
import { forgetPurchasePrices, rememberPurchasePrices } from './repo'
import { traits } from './traits'

const actions: GoodsActions<typeof goodsReceipt> = {
  ...entryHandlers,

  /** The buyer's desk. With 仓库确认入库 the receipt then waits for the warehouse, else it posts at once. */
  async approve(tx, receipt) {
    if (!tx.caller.org.config.receiptTwoDesk) return postReceipt(tx, receipt)
    await lockSources(tx, traits, receipt)
    return 'approved'
  },

  /** The warehouse's desk: what was counted is what is posted. */
  async receive(tx, receipt, { input }) {
    const counted = input ? await applyCounted(tx, traits, receipt, input as CountedLines) : receipt
    return postReceipt(tx, counted)
  },

  sendBack: async () => 'draft',
  async unapprove(tx, receipt) {
    const state = await unpostDocument(tx, traits, receipt)
    if (receipt.state === 'done') await forgetPurchasePrices(tx, receipt)
    return state
  },

  async reverse(tx, receipt) {
    const state = await reverseDocument(tx, traits, receipt)
    await forgetPurchasePrices(tx, receipt)
    return state
  },
}

async function postReceipt(tx: CallerTx, receipt: GoodsDocument) {
  const { taxpayerKind, config } = tx.caller.org
  const state = await postDocument(tx, traits, receipt, (locked) =>
    postingOf(locked, { taxpayerKind, freightToCost: config.freightToCost, dueOn: dueDate(locked) }),
  )
  await rememberPurchasePrices(tx, receipt)
  return state
}

export const goodsReceiptKind = { ...traits, actions } satisfies GoodsKind
