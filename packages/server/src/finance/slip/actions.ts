import type { collection } from '@chepu/contract/finance/collection'
import type { payment } from '@chepu/contract/finance/payment'
import { isNegative, isPositive, neg } from '@chepu/contract/kernel/decimal'
import { entryHandlers } from '../../kernel/document/entry'
import type { CallerTx } from '../../kernel/db/tx'
import { postSlip, reverseSlip, unpostSlip } from '../../kernel/money/lifecycle'
import type { MoneyActions, MoneyKind, MoneySlip } from '../../kernel/money/types'
import { assertAdvance } from '../advances'
import { besideBank } from '../bank/late'
import { assertWithinLimit } from '../payment-limit'
import { assertCarried } from './cod'
import { postingOf, type SlipSide } from './posting'
import { assertNotPaidBack } from './refunded-cards'
import { assertCollectionButtons, collectionTraits, paymentTraits } from './traits'

const sides: Record<'collection' | 'payment', SlipSide> = {
  collection: { advance: 'ADV_IN', direction: 'in' },
  payment: { advance: 'ADV_OUT', direction: 'out' },
}

const collectionActions: MoneyActions<typeof collection> = {
  ...entryHandlers,

  async approve(tx, slip) {
    assertCollectionButtons(tx, slip.purpose, slip.discount)
    if (slip.purpose === 'refund') assertWithinLimit(tx, { total: neg(slip.total), fee: slip.fee })
    await assertRefundable(tx, slip, sides.collection)
    if (slip.purpose === 'cod') await assertCarried(tx, slip.partnerId, slip.items)
    const posting = postingOf(slip, sides.collection)
    return postSlip(tx, collectionTraits, slip, posting, await besideBank(tx, slip, posting))
  },

  async unapprove(tx, slip) {
    await assertNotPaidBack(tx, slip)
    await assertAdvanceUnused(tx, slip, sides.collection)
    return unpostSlip(tx, collectionTraits, slip, await besideBank(tx, slip, postingOf(slip, sides.collection)))
  },

  async reverse(tx, slip) {
    await assertNotPaidBack(tx, slip)
    await assertAdvanceUnused(tx, slip, sides.collection)
    return reverseSlip(tx, collectionTraits, slip)
  },
}

const paymentActions: MoneyActions<typeof payment> = {
  ...entryHandlers,

  async approve(tx, slip) {
    assertWithinLimit(tx, slip)
    await assertRefundable(tx, slip, sides.payment)
    const posting = postingOf(slip, sides.payment)
    return postSlip(tx, paymentTraits, slip, posting, await besideBank(tx, slip, posting))
  },

  async unapprove(tx, slip) {
    await assertAdvanceUnused(tx, slip, sides.payment)
    return unpostSlip(tx, paymentTraits, slip, await besideBank(tx, slip, postingOf(slip, sides.payment)))
  },

  async reverse(tx, slip) {
    await assertAdvanceUnused(tx, slip, sides.payment)
    return reverseSlip(tx, paymentTraits, slip)
  },
}

/** A refund beyond the returned goods is taken from unused advance money (business/finance 2.2). */
async function assertRefundable(tx: CallerTx, slip: MoneySlip, side: SlipSide): Promise<void> {
  if (!isNegative(slip.advance)) return
  await assertAdvance(tx, { ...slip, account: side.advance, amount: neg(slip.advance) })
}

/** An advance that has been used meanwhile keeps its slip from being undone (business/documents 6). */
async function assertAdvanceUnused(tx: CallerTx, slip: MoneySlip, side: SlipSide): Promise<void> {
  if (!isPositive(slip.advance)) return
  await assertAdvance(tx, { ...slip, account: side.advance, amount: slip.advance })
}

export const collectionKind = { ...collectionTraits, actions: collectionActions } satisfies MoneyKind
export const paymentKind = { ...paymentTraits, actions: paymentActions } satisfies MoneyKind
