import { untaxedPart } from '@chepu/contract/kernel/amounts'
import { borneBy } from '@chepu/contract/kernel/charged-share'
import { type Decimal, isZero, money, neg, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { OpenItemEntry, PnlEntry, Posting } from '../../kernel/ledgers/types'

/** A line of a bill; its amount is with tax. */
interface BilledLine {
  netAmount: Decimal
  taxRate: Decimal
}

/** What a settlement has billed for a line that the bill names, and what refunds took back of it; with tax. */
interface SettledClaim {
  claimed: Decimal
  backAmount: Decimal
  taxRate: Decimal
}

interface Billed {
  manufacturerId: number
  dueOn: string
  lines: readonly BilledLine[]
  settled: readonly SettledClaim[]
}

const untaxedOf = (lines: readonly BilledLine[]) =>
  sumOf(lines, ({ netAmount, taxRate }) => untaxedPart(netAmount, taxRate))

/** What of a settled line stands in the books without tax: its refunds took back a part of that, counted from the beginning. */
function untaxedLeft({ claimed, backAmount, taxRate }: SettledClaim): Decimal {
  const whole = untaxedPart(claimed, taxRate)
  return isZero(backAmount) ? whole : sub(whole, borneBy(whole, backAmount, claimed))
}

/** What the manufacturer owes more, or less, than his settlement has billed for the lines that the bill names; of a free bill all of it (business/three-guarantees 3.4). */
export function billPosting({ manufacturerId, dueOn, lines, settled }: Billed): Posting {
  const billed = sumOf(settled, ({ claimed, backAmount }) => sub(claimed, backAmount))
  const more = money(
    sub(
      sumOf(lines, ({ netAmount }) => netAmount),
      billed,
    ),
  )
  const untaxed = money(sub(untaxedOf(lines), sumOf(settled, untaxedLeft)))
  return {
    openItems: isZero(more) ? [] : [itemOf(manufacturerId, more, dueOn)],
    pnl: [pnlOf('warranty_revenue', untaxed, more)].filter(isSome),
  }
}

/** What is claimed no more: all that a bill came to is owed no more, and lost (business/three-guarantees 3.5). */
export function closingPosting({ manufacturerId, dueOn, lines }: Omit<Billed, 'settled'>): Posting {
  const less = money(neg(sumOf(lines, ({ netAmount }) => netAmount)))
  return {
    openItems: isZero(less) ? [] : [itemOf(manufacturerId, less, dueOn)],
    pnl: [pnlOf('warranty_diff', money(neg(untaxedOf(lines))), less)].filter(isSome),
  }
}

const itemOf = (partnerId: number, amount: Decimal, dueOn: string): OpenItemEntry => ({
  partnerId,
  side: 'AR',
  tab: 'warranty',
  amount,
  dueOn,
  payerType: 'warranty',
  isUnconfirmed: true,
})

const pnlOf = (kind: 'warranty_revenue' | 'warranty_diff', amount: Decimal, amountTaxed: Decimal): PnlEntry => ({
  kind,
  payerType: 'warranty',
  amount,
  amountTaxed,
})

const isSome = ({ amount, amountTaxed }: PnlEntry): boolean => !isZero(amount) || !isZero(amountTaxed ?? '0')
