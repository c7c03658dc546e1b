// What a manufacturer says to a line of a claim (business/three-guarantees 5.1). Money in yuan with tax, 2 decimals.
import { untaxedPart } from '../kernel/amounts'
import { add, compare, type Decimal, isZero, max, money, sub } from '../kernel/decimal'

/** States of a claimed line: nothing said yet, or what was said; 申诉中 once that is contested. */
export const verdictStates = {
  open: '待确认',
  agreed: '同意',
  adjusted: '调整',
  refused: '驳回',
  appealed: '申诉中',
} as const

/** What an amount says to the one that was claimed; what nothing was claimed for is agreed to. */
export function verdictOf(confirmed: Decimal, claimed: Decimal): 'agreed' | 'adjusted' | 'refused' {
  if (compare(confirmed, claimed) === 0) return 'agreed'
  return isZero(confirmed) ? 'refused' : 'adjusted'
}

/** The state of a bill that is answered as a whole: by what of its lines was not agreed to, and by all that was (business/three-guarantees 5.3). */
export const answeredState = (rejected: Decimal, confirmed: Decimal): 'confirmed' | 'part_confirmed' | 'rejected' =>
  isZero(rejected) ? 'confirmed' : isZero(confirmed) ? 'rejected' : 'part_confirmed'

/** A line with the verdict on it, and what stood before. */
export interface JudgedLine {
  claimed: Decimal
  taxRate: Decimal
  /** What the manufacturer owes for it so far, and the customer. */
  before: Decimal
  customerBefore: Decimal
  confirmed: Decimal
  rest: 'shop' | 'customer'
}

/** What a verdict changes of a line: for the manufacturer, for the customer, and in the books without tax. */
interface VerdictChange {
  manufacturer: Decimal
  customer: Decimal
  untaxed: Decimal
}

/** What the customer owes of a line that he bears the rest of. */
const customerPart = (claimed: Decimal, confirmed: Decimal): Decimal => money(max('0', sub(claimed, confirmed)))

/** What a verdict changes. Each figure is counted from the beginning, so that verdicts after appeals add up to the fen (business/three-guarantees 5.3). */
export function verdictChange(line: JudgedLine): VerdictChange {
  const { before, customerBefore, confirmed, taxRate } = line
  const customer = line.rest === 'customer' ? customerPart(line.claimed, confirmed) : '0.00'
  const untaxed = (of: Decimal, ofCustomer: Decimal) => add(untaxedPart(of, taxRate), untaxedPart(ofCustomer, taxRate))
  return {
    manufacturer: money(sub(confirmed, before)),
    customer: money(sub(customer, customerBefore)),
    untaxed: money(sub(untaxed(confirmed, customer), untaxed(before, customerBefore))),
  }
}
