import { type Decimal, isZero } from '@chepu/contract/kernel/decimal'
import { deductedUntaxed } from '@chepu/contract/warranty/warranty-settlement'
import type { Posting } from '../../kernel/ledgers/types'

/** What a settlement takes over of an open item, with its sign; yuan with tax. */
export interface TakenItem {
  openItemId: number
  amount: Decimal
}

interface Settled {
  partnerId: number
  dueOn: string
  taken: readonly TakenItem[]
  /** What is kept back, above zero, and what is owed then. */
  deducted: Decimal
  net: Decimal
  /** The lines of its bills, with what was agreed to and what is left to pay. */
  lines: Parameters<typeof deductedUntaxed>[0]
}

/**
 * What a settlement of claims does to the books (business/three-guarantees 7.2): all that its bills have opened is settled against one item of what the
 * manufacturer pays, and what he keeps back is an expense, without the tax that is owed no more.
 */
export const postingOf = ({ partnerId, dueOn, taken, deducted, net, lines }: Settled): Posting => ({
  openItems: [{ partnerId, side: 'AR', tab: 'warranty', amount: net, dueOn, payerType: 'warranty' }],
  writeOffs: taken
    .filter(({ amount }) => !isZero(amount))
    .map(({ openItemId, amount }) => ({ openItemId, amount, discount: '0.00', tender: 'opposite' })),
  pnl: isZero(deducted) ? [] : [{ kind: 'other_expense', amount: deductedUntaxed(lines), amountTaxed: deducted }],
})
