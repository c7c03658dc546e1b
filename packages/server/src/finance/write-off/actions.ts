import type { writeOff } from '@chepu/contract/finance/write-off'
import type { ActionName } from '@chepu/contract/kernel/document'
import { entryHandlers, postSlip, reverseSlip, unpostSlip } from '../../kernel/money-document/flow'
import type { MoneySlip } from '../../kernel/money-document/kind'
import type { ActionHandler } from '../../kernel/run-action'
import { assertAdvance } from '../advances'
import { postingOf } from './posting'
import { assertButtons, traits } from './traits'

export const actions: Record<ActionName<typeof writeOff>, ActionHandler<MoneySlip>> = {
  ...entryHandlers,

  async approve(tx, slip) {
    assertButtons(tx, slip.purpose)
    if (slip.purpose === 'advance_ar' || slip.purpose === 'advance_ap') {
      const account = slip.purpose === 'advance_ar' ? 'ADV_IN' : 'ADV_OUT'
      await assertAdvance(tx, { partnerId: slip.partnerId, account, amount: slip.total, sourceId: slip.sourceId })
    }
    return postSlip(tx, slip, postingOf(slip))
  },

  unapprove: (tx, slip) => unpostSlip(tx, slip),
  reverse: (tx, slip) => reverseSlip(tx, traits, slip),
}
