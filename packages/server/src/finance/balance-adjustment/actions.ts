import { isAdvance } from '@chepu/contract/kernel/money-document'
import type { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { isPositive } from '@chepu/contract/kernel/decimal'
import { entryHandlers } from '../../kernel/document/entry'
import type { CallerTx } from '../../kernel/db/tx'
import { postSlip, reverseSlip, unpostSlip } from '../../kernel/money/lifecycle'
import type { MoneyActions, MoneyKind, MoneySlip } from '../../kernel/money/types'
import { assertAdvance } from '../advances'
import { postingOf } from './posting'
import { assertButton, traits } from './traits'

const dating = (slip: MoneySlip) => ({ anyDay: slip.purpose === 'opening' })

const actions: MoneyActions<typeof balanceAdjustment> = {
  ...entryHandlers,

  async approve(tx, slip) {
    assertButton(tx, slip)
    return postSlip(tx, traits, slip, postingOf(slip), dating(slip))
  },

  async unapprove(tx, slip) {
    await assertUndoable(tx, slip)
    return unpostSlip(tx, traits, slip, dating(slip))
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
  await assertAdvance(tx, { ...slip, account: slip.side, amount: slip.total })
}

export const balanceAdjustmentKind = { ...traits, actions } satisfies MoneyKind
