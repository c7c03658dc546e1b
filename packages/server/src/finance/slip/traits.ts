import { button } from '@chepu/contract/access/catalogue'
import {
  collection,
  collectionPurposes,
  countsAs,
  depositOrders,
  type SlipPurpose,
  orderOfDeposit,
} from '@chepu/contract/finance/collection'
import { payment, paymentPurposes } from '@chepu/contract/finance/payment'
import { abs, compare, isNegative, isPositive, isZero } from '@chepu/contract/kernel/decimal'
import { type SlipFigures, slipFigures } from '@chepu/contract/kernel/money-document'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, refuse } from '../../kernel/base/errors'
import { assertBroughtWhole, assertCarried } from './cod'
import type { MoneyTraits, OpenItem, SlipRequest } from '../../kernel/money/types'

/** A carrier brings what he has collected of customers. */
const isCod = (purpose: string) => purpose === 'cod'
const isRefund = (purpose: string) => purpose === 'refund'
/** A deposit belongs to an order, and so does the money that is paid back of one. */
const isTied = (purpose: string) => purpose === 'deposit' || purpose === 'refund'

/** Header figures of a slip; what is neither trade nor advance leaves nothing unallocated. */
function figures(request: SlipRequest, open: readonly OpenItem[]): SlipFigures {
  const { purpose } = request.header
  const items = request.items.map((item, i) => ({ ...item, amount: countsAs(purpose, open[i]?.side, item.amount) }))
  const sums = slipFigures(request.tenders, items, isRefund(purpose))
  return purpose === 'other' ? { ...sums, advance: '0.00' } : sums
}

/** Rules of business/finance 2.2 that the figures alone decide. */
function checkFigures(
  request: SlipRequest,
  { total, writtenOff, advance }: SlipFigures,
  items: readonly OpenItem[],
  words: Record<SlipPurpose, string>,
): void {
  const purpose = request.header.purpose as SlipPurpose
  const settles = purpose === 'trade' || purpose === 'refund' || isCod(purpose)
  if (!settles && items.length > 0) refuse(`「${words[purpose]}」不核销单据，请改为「${words.trade}」`)
  if (purpose === 'deposit' && typeof request.header.sourceId !== 'number') refuse('请选择订金对应的订单')
  const mayCancelOut = purpose === 'trade' || isCod(purpose)
  if (isZero(total) && !(mayCancelOut && items.length > 0)) refuse('请录入收付金额')
  if (purpose === 'trade' && isNegative(writtenOff)) refuse(`核销合计 ${writtenOff} 为负，请改用「${words.refund}」`)
  if (purpose === 'trade' && isNegative(advance)) refuse(`核销合计 ${writtenOff} 大于${words.trade}金额 ${total}`)
  if (purpose !== 'refund') return
  const wrong = items.find((item) => isPositive(item.balance))
  if (wrong) refuse(`「${words.refund}」只能核销退货等负数单据，单据 ${wrong.billNo} 不是`)
  if (isPositive(advance)) refuse(`核销合计 ${abs(writtenOff)} 大于${words.refund}金额 ${abs(total)}`)
}

/** 收款单 on the server. */
export const collectionTraits: MoneyTraits<typeof collection> = {
  def: collection,
  purposes: collectionPurposes,
  settles: {
    sides: (purpose) => (isCod(purpose) ? ['AR', 'AP'] : ['AR']),
    ofOthers: (purpose, side) => isCod(purpose) && side === 'AR',
  },
  deposit: { kinds: (purpose) => (isTied(purpose) ? Object.keys(depositOrders) : []) },
  isRefund,
  figures,
  async check(tx, request, sums, items) {
    checkFigures(request, sums, items, collectionPurposes)
    if (isCod(request.header.purpose)) {
      assertBroughtWhole(sums)
      const brought = request.items.map((item, i) => ({ ...item, side: items[i]?.side ?? 'AR' }))
      await assertCarried(tx, request.header.partnerId ?? 0, brought)
    }
    assertCollectionButtons(tx, request.header.purpose, sums.discount)
  },
}

/** 付款单 on the server. */
export const paymentTraits: MoneyTraits<typeof payment> = {
  def: payment,
  purposes: paymentPurposes,
  settles: { sides: () => ['AP'] },
  deposit: { kinds: (purpose) => (isTied(purpose) ? [orderOfDeposit.payment] : []) },
  isRefund,
  figures,
  async check(_tx, request, sums, items) {
    checkFigures(request, sums, items, paymentPurposes)
  },
}

/** Discounts and refunds of customers each have a right of their own (business/access 5). */
export function assertCollectionButtons(tx: CallerTx, purpose: string, discount: string): void {
  if (compare(discount, '0') !== 0 && !mayPress(tx.caller, button('collection', 'discount')))
    forbidden('您没有收款单「核销优惠」的权限')
  if (isRefund(purpose) && !mayPress(tx.caller, button('collection', 'refund'))) forbidden('您没有收款单「退款」的权限')
}
