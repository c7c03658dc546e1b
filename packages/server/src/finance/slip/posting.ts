import { type Decimal, isNegative, isZero, neg, sub } from '@chepu/contract/kernel/decimal'
import type { PnlEntry, Posting } from '../../kernel/ledgers/types'
import type { MoneySlip } from '../../kernel/money/types'

/** Where a slip's money stands: a collection settles AR and brings money in, a payment settles AP and takes it out. */
export interface SlipSide {
  advance: 'ADV_IN' | 'ADV_OUT'
  direction: 'in' | 'out'
}

/**
 * What a collection or payment does to the books (business/ledgers 5, business/finance 2): money on the accounts net of the channel's fee, items
 * settled, the rest as an advance, discounts and fees to P&L. A refund's figures are negative, so one rule serves both ways.
 */
export function postingOf(slip: MoneySlip, side: SlipSide): Posting {
  const directed = (amount: Decimal) => (side.direction === 'in' ? amount : neg(amount))
  return {
    cash: slip.tenders.map((tender) => ({
      storeAccountId: tender.storeAccountId,
      amount: sub(directed(tender.amount), tender.fee),
      remark: slip.remark,
    })),
    writeOffs: slip.items.map((item) => ({
      openItemId: item.openItemId,
      amount: item.amount,
      discount: item.discount,
      tender: 'money',
    })),
    advances: isZero(slip.advance)
      ? []
      : [
          {
            partnerId: slip.partnerId,
            account: side.advance,
            amount: slip.advance,
            kind: isNegative(slip.advance) ? 'refund' : 'advance',
          },
        ],
    pnl: pnlOf(slip, side),
  }
}

function pnlOf(slip: MoneySlip, side: SlipSide): PnlEntry[] {
  const isIn = side.direction === 'in'
  const entries: PnlEntry[] = [
    { kind: isIn ? 'discount' : 'other_income', amount: slip.discount },
    { kind: 'other_expense', amount: slip.fee },
  ]
  if (slip.purpose === 'other') entries.push({ kind: isIn ? 'other_income' : 'other_expense', amount: slip.total })
  return entries
}
