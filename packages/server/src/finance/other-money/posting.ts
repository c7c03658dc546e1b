import { type MoneyDirection, sideOfDirection } from '@chepu/contract/finance/other-money'
import { neg, sub } from '@chepu/contract/kernel/decimal'
import type { Posting } from '../../kernel/ledgers/types'
import type { MoneySlip } from '../../kernel/money/types'

const profitOf = { in: 'other_income', out: 'other_expense' } as const satisfies Record<MoneyDirection, string>

/**
 * What other income or expense does to the books (business/money-slips 1): money on the accounts, less the fee of their channels, or an
 * open item of the partner; and profit or loss of its department either way.
 */
export function postingOf(slip: MoneySlip, direction: MoneyDirection): Posting {
  const profit = { kind: profitOf[direction], amount: slip.total }
  if (slip.purpose === 'owed') {
    const { partnerId, total: amount, dueOn, bizDate, remark } = slip
    const side = sideOfDirection[direction]
    return { openItems: [{ partnerId, side, tab: 'other', amount, dueOn: dueOn ?? bizDate, remark }], pnl: [profit] }
  }
  return {
    cash: slip.tenders.map(({ storeAccountId, amount, fee }) => ({
      storeAccountId,
      amount: sub(direction === 'in' ? amount : neg(amount), fee),
      remark: slip.remark,
    })),
    pnl: [profit, { kind: 'other_expense', amount: slip.fee }],
  }
}
