import { type Decimal, isZero } from '@chepu/contract/kernel/decimal'
import type { OpenItemEntry, PnlEntry } from './types'

/** What a sister organisation owes by a document of another one, and what of it is her expense; yuan, negative where it goes back. */
export interface SisterBill {
  /** In whose books. */
  orgId: number
  /** Whom she owes it, among her partners. */
  billerId: number
  amount: Decimal
  untaxed: Decimal
  taxed: Decimal
  dueOn: string
}

/** Her side of what she is billed for work that was done for her (business/ledgers I38). */
export function inTheirBooks(bills: readonly SisterBill[]): { openItems: OpenItemEntry[]; pnl: PnlEntry[] } {
  const owed = bills.filter(({ amount }) => !isZero(amount))
  const spent = bills.filter(({ untaxed }) => !isZero(untaxed))
  return {
    openItems: owed.map(({ orgId, billerId: partnerId, amount, dueOn }) => ({
      orgId,
      partnerId,
      side: 'AP',
      tab: 'outsource',
      amount,
      dueOn,
      remark: '维修',
    })),
    pnl: spent.map(({ orgId, untaxed, taxed }) => ({
      orgId,
      kind: 'internal_expense',
      amount: untaxed,
      amountTaxed: taxed,
    })),
  }
}
