import { add, money, neg } from '@chepu/contract/kernel/decimal'
import type { Posting } from '../../kernel/ledgers/types'
import type { MoneySlip } from '../../kernel/money/types'

/**
 * What sending does to the books (business/money-slips 3): the amount and the fee leave the account; within the organisation the amount
 * arrives at once on the other one, on its way to a sister it stands as paid ahead to her. The fee is an expense.
 */
export function postingOf(slip: MoneySlip): Posting {
  const { total, fee, remark } = slip
  const out = { storeAccountId: slip.accountId as number, amount: money(neg(add(total, fee))), remark }
  const pnl: Posting['pnl'] = [{ kind: 'other_expense', amount: fee }]
  if (slip.purpose === 'to_sister')
    return {
      cash: [out],
      advances: [{ partnerId: slip.partnerId, account: 'ADV_OUT', amount: total, kind: 'advance' }],
      pnl,
    }
  return { cash: [out, { storeAccountId: slip.counterAccountId as number, amount: total, remark }], pnl }
}

/** What was sent: by whom, and to whom among the sender's partners. */
interface Sent {
  orgId: number
  partnerId: number
}

/**
 * What 确认转入 does: money on the receiver's account, which she owes to the sender; what the sender had paid ahead is then owed to him
 * (business/ledgers I38).
 */
export function arrivalOf(slip: MoneySlip, sent: Sent): Posting {
  const { total: amount, bizDate: dueOn, remark } = slip
  return {
    cash: [{ storeAccountId: slip.accountId as number, amount, remark }],
    advances: [{ ...sent, account: 'ADV_OUT', amount: money(neg(amount)), kind: 'advance_used' }],
    openItems: [
      { partnerId: slip.partnerId, side: 'AP', tab: 'transfer', amount, dueOn, remark },
      { ...sent, side: 'AR', tab: 'transfer', amount, dueOn, remark },
    ],
  }
}
