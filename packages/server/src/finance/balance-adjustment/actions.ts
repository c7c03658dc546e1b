import type { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { isPositive } from '@chepu/contract/kernel/decimal'
import type { ActionName } from '@chepu/contract/kernel/document'
import type { CallerTx } from '../../kernel/db'
import { entryHandlers, postSlip, reverseSlip, unpostSlip } from '../../kernel/money-document/flow'
import type { MoneySlip } from '../../kernel/money-document/kind'
import type { ActionHandler } from '../../kernel/run-action'
import { assertAdvance } from '../advances'
import { isAdvance } from './opening-refusal'
import { postingOf } from './posting'
import { assertButton, traits } from './traits'

const dating = (slip: MoneySlip) => ({ isOpening: slip.purpose === 'opening' })

export const actions: Record<ActionName<typeof balanceAdjustment>, ActionHandler<MoneySlip>> = {
  ...entryHandlers,

  async approve(tx, slip) {
    assertButton(tx, slip)
    return postSlip(tx, slip, postingOf(slip), dating(slip))
  },

  async unapprove(tx, slip) {
    await assertUndoable(tx, slip)
    return unpostSlip(tx, slip, dating(slip))
  },

  async reverse(tx, slip) {
    await assertUndoable(tx, slip)
    return reverseSlip(tx, traits, slip)
  },
}

/** Right for this account; and an opening advance that has been used stays. Open items are guarded by the ledger itself. */
async function assertUndoable(tx: CallerTx, slip: MoneySlip): Promise<void> {
  assertButton(tx, slip)
  if (!isAdvance(slip.side) || !isPositive(slip.total)) return
  await assertAdvance(tx, { partnerId: slip.partnerId, account: slip.side, amount: slip.total, sourceId: null })
}
