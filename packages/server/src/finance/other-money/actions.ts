import type { MoneyDirection, otherExpense, otherIncome } from '@chepu/contract/finance/other-money'
import { entryHandlers } from '../../kernel/document/entry'
import { postSlip, reverseSlip, unpostSlip } from '../../kernel/money/lifecycle'
import type { MoneyActions, MoneyKind, MoneyTraits } from '../../kernel/money/types'
import { besideBank } from '../bank/late'
import { assertWithinLimit } from '../payment-limit'
import { postingOf } from './posting'
import { otherExpenseTraits, otherIncomeTraits } from './traits'

type OtherMoney = typeof otherIncome | typeof otherExpense

/** What one does with either direction of other money. */
const actionsOf = (traits: MoneyTraits<OtherMoney>, direction: MoneyDirection): MoneyActions<OtherMoney> => ({
  ...entryHandlers,
  async approve(tx, slip) {
    if (direction === 'out' && slip.purpose === 'cash') assertWithinLimit(tx, slip)
    const posting = postingOf(slip, direction)
    return postSlip(tx, traits, slip, posting, await besideBank(tx, slip, posting))
  },
  unapprove: async (tx, slip) => unpostSlip(tx, traits, slip, await besideBank(tx, slip, postingOf(slip, direction))),
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
