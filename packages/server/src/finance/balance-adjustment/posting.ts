import { isAdvance } from '@chepu/contract/kernel/money-document'
import { abs, isPositive } from '@chepu/contract/kernel/decimal'
import type { PnlEntry, Posting } from '../../kernel/ledgers/types'
import type { MoneySlip } from '../../kernel/money/types'

/**
 * What a correction does to the books (business/finance 5): an opening balance only stands there; a correction is also income or
 * expense: less owed to us is a discount, more is other income; more owed by us is an expense, less is other income.
 */
export function postingOf(slip: MoneySlip): Posting {
  if (isAdvance(slip.side))
    return { advances: [{ partnerId: slip.partnerId, account: slip.side, amount: slip.total, kind: 'adjust' }] }
  const side = slip.side as 'AR' | 'AP'
  return {
    openItems: [
      {
        partnerId: slip.partnerId,
        side,
        tab: 'other',
        amount: slip.total,
        dueOn: slip.dueOn ?? slip.bizDate,
        remark: slip.remark,
      },
    ],
    pnl: slip.purpose === 'opening' ? [] : [correction(side, slip)],
  }
}

function correction(side: 'AR' | 'AP', slip: MoneySlip): PnlEntry {
  const amount = abs(slip.total)
  if (side === 'AR') return { kind: isPositive(slip.total) ? 'other_income' : 'discount', amount }
  return { kind: isPositive(slip.total) ? 'other_expense' : 'other_income', amount }
}
