import type { MoneyDirection, otherExpense, otherIncome } from '@chepu/contract/finance/other-money'
import type { CallerTx } from '../../kernel/db/tx'
import { entryHandlers } from '../../kernel/document/entry'
import { periodOf, type Posting } from '../../kernel/ledgers/types'
import { postSlip, reverseSlip, unpostSlip } from '../../kernel/money/lifecycle'
import type { MoneyActions, MoneyKind, MoneySlip, MoneyTraits } from '../../kernel/money/types'
import { besideBank } from '../bank/late'
import { assertWithinLimit } from '../payment-limit'
import { postingOf } from './posting'
import { otherExpenseTraits, otherIncomeTraits } from './traits'

type OtherMoney = typeof otherIncome | typeof otherExpense

/** 固定收支 stands in its month however late somebody makes it; for else what the bank says has its day (business/money-slips 2.2, business/finance 4.3). */
const anyDayOf = async (tx: CallerTx, slip: MoneySlip, posting: Posting): Promise<{ anyDay: boolean }> =>
  slip.recurringMonth === periodOf(slip.bizDate) ? { anyDay: true } : besideBank(tx, slip, posting)

/** What one does with either direction of other money. */
const actionsOf = (traits: MoneyTraits<OtherMoney>, direction: MoneyDirection): MoneyActions<OtherMoney> => ({
  ...entryHandlers,
  async approve(tx, slip) {
    if (direction === 'out' && slip.purpose === 'cash') assertWithinLimit(tx, slip)
    const posting = postingOf(slip, direction)
    return postSlip(tx, traits, slip, posting, await anyDayOf(tx, slip, posting))
  },
  unapprove: async (tx, slip) => unpostSlip(tx, traits, slip, await anyDayOf(tx, slip, postingOf(slip, direction))),
  reverse: (tx, slip) => reverseSlip(tx, traits, slip),
})

export const otherIncomeKind = {
  ...otherIncomeTraits,
  actions: actionsOf(otherIncomeTraits, 'in'),
} satisfies MoneyKind
export const otherExpenseKind = {
  ...otherExpenseTraits,
  actions: actionsOf(otherExpenseTraits, 'out'),
} satisfies MoneyKind
