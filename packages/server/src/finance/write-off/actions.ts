import { reopens, type writeOff } from '@chepu/contract/finance/write-off'
import type { CallerTx } from '../../kernel/db/tx'
import { entryHandlers } from '../../kernel/document/entry'
import { postSlip, reverseSlip, unpostSlip } from '../../kernel/money/lifecycle'
import type { MoneyActions, MoneyKind, MoneySlip } from '../../kernel/money/types'
import { assertAdvance } from '../advances'
import { assertNotPaidBack } from '../slip/refunded-cards'
import { assertGivenUp, assertStillOwed } from './bad-debts'
import { postingOf } from './posting'
import { assertButtons, traits } from './traits'

const actions: MoneyActions<typeof writeOff> = {
  ...entryHandlers,

  async approve(tx, slip) {
    assertButtons(tx, slip.purpose)
    if (slip.purpose === 'advance_ar' || slip.purpose === 'advance_ap') {
      const account = slip.purpose === 'advance_ar' ? 'ADV_IN' : 'ADV_OUT'
      await assertAdvance(tx, { ...slip, account, amount: slip.total })
    }
    if (reopens(slip.purpose)) await assertGivenUp(tx, slip)
    return postSlip(tx, traits, slip, postingOf(slip))
  },

  async unapprove(tx, slip) {
    await assertUndone(tx, slip)
    return unpostSlip(tx, traits, slip)
  },

  async reverse(tx, slip) {
    await assertUndone(tx, slip)
    return reverseSlip(tx, traits, slip)
  },
}

/**
 * What came back of a bad debt is undone first; what was paid of that, before it. What was given up for a card was kept of what its holder got back; anything else
 * stays as long as he has it.
 */
function assertUndone(tx: CallerTx, slip: MoneySlip): Promise<void> {
  if (reopens(slip.purpose)) return assertStillOwed(tx, slip)
  return slip.purpose === 'bad_debt' ? assertGivenUp(tx, slip) : assertNotPaidBack(tx, slip)
}

export const writeOffKind = { ...traits, actions } satisfies MoneyKind
