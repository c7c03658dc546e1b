import type { writeOff } from '@chepu/contract/finance/write-off'
import { entryHandlers } from '../../kernel/document/entry'
import { postSlip, reverseSlip, unpostSlip } from '../../kernel/money/lifecycle'
import type { MoneyActions, MoneyKind } from '../../kernel/money/types'
import { assertAdvance } from '../advances'
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
    return postSlip(tx, traits, slip, postingOf(slip))
  },

  unapprove: (tx, slip) => unpostSlip(tx, traits, slip),
  reverse: (tx, slip) => reverseSlip(tx, traits, slip),
}

export const writeOffKind = { ...traits, actions } satisfies MoneyKind
