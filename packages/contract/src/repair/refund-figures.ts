import { borneBy, chargedShare } from '../kernel/charged-share'
import { add, type Decimal, isZero, max, min, money, neg, sub, sumOf } from '../kernel/decimal'
import { type PartnerAmount, type PnlRow, receivablesOf, revenueRows } from './settlement-figures'
import {
  isDiscountable,
  type LineFigures,
  lineMoney,
  type LineShares,
  profitOf,
  type SettlementLine,
} from './settlement-lines'

/** What goes back of a line, or went back before; quantity in base units, money in yuan with 2 decimals. */
export interface RefundedFigures extends LineFigures {
  qty: Decimal
  /** What the uses of a package were worth. */
  packageValue: Decimal
}

/** A line of a settlement with its figures, and the sums of what refunds that stand took back of it. */
export interface SettledLine extends SettlementLine, LineFigures {
  id: number
  qty: Decimal
  refunded: Omit<RefundedFigures, 'profit'>
}

/** What somebody refunds of a line. */
export interface LineRefund {
  lineId: number
  /** At most what is refundable; '0' gives money back alone. */
  qty: Decimal
  /** Yuan with tax, at most what is refundable; left out it is the share of the pieces. */
  amount?: Decimal
  /** What the uses of packages that go back are worth; left out it is the share of the pieces. */
  packageBack?: Decimal
  /** Its material goes back into stock, and its cost with it; else the cost is lost. */
  restocks: boolean
}

/** What customer and payer were charged for a line together, yuan with tax and 2 decimals. */
export const chargedOf = ({ customerDue, payerDue }: Pick<LineFigures, 'customerDue' | 'payerDue'>): Decimal =>
  money(add(customerDue, payerDue))

/** What may still be refunded of a line: pieces, and yuan of customer and payer together (business/repair-settlement 6). */
export const refundable = (line: SettledLine): { qty: Decimal; amount: Decimal } => ({
  qty: sub(line.qty, line.refunded.qty),
  amount: money(sub(chargedOf(line), chargedOf(line.refunded))),
})

/** What a refund takes back, all of it positive but the rows of profit and loss, which are what it posts. */
interface RefundFigures {
  /** One entry for each line that is refunded, in their order. */
  lines: (SettlementLine & RefundedFigures & { lineId: number })[]
  /** What is refunded to each partner, yuan with tax. */
  amounts: PartnerAmount[]
  /** What of the customer's amount was paid with granted card money. */
  gift: Decimal
  pnl: PnlRow[]
  /** Cost of what goes back into stock. */
  restocked: Decimal
}

/**
 * The money of a refund (business/repair-settlement 6; ADR 0198), in yuan with 2 decimals. What a line gives back is counted from the beginning, so that
 * refunds in any split come to its figures exactly. Each line is named once. Throws when a refund names a line that was not settled.
 */
export function refundFigures(
  settled: readonly SettledLine[],
  refunds: readonly LineRefund[],
  customerId: number,
): RefundFigures {
  const byId = new Map(settled.map((line) => [line.id, line]))
  const lines = refunds.map((refund) => {
    const line = byId.get(refund.lineId)
    if (!line) throw new Error(`Line ${refund.lineId} was not settled`)
    return { ...lineRefund(line, refund), lineId: line.id }
  })
  return {
    lines,
    amounts: receivablesOf(lines, customerId),
    gift: money(sumOf(lines, ({ giftShare }) => giftShare)),
    pnl: revenueRows(lines).map((row) => ({
      ...row,
      amount: money(neg(row.amount)),
      amountTaxed: money(neg(row.amountTaxed)),
    })),
    restocked: money(sumOf(lines, ({ cost }) => cost)),
  }
}

function lineRefund(
  line: SettledLine,
  { qty, amount, packageBack, restocks }: LineRefund,
): SettlementLine & RefundedFigures {
  const before = line.refunded
  const credit = creditOf(line, qty, amount)
  // By the money where something was charged; else by the pieces.
  const [now, whole] = isZero(chargedOf(line))
    ? [add(before.qty, qty), line.qty]
    : [add(chargedOf(before), credit), chargedOf(line)]
  const back = (figure: keyof LineShares | 'packageValue') =>
    money(sub(borneBy(line[figure] ?? '0', now, whole), before[figure]))
  const [couponShare, discountShare, salvageShare] = [back('couponShare'), back('discountShare'), back('salvageShare')]
  const taken = {
    ...line,
    packageValue: line.packageValue === null ? null : (packageBack ?? back('packageValue')),
    claimed: line.payer === 'warranty' ? credit : null,
  }
  const figures = lineMoney(taken, {
    taxed:
      isDiscountable(line) || line.payer === 'insurance'
        ? money(add(credit, couponShare, discountShare, salvageShare))
        : back('taxed'),
    couponShare,
    discountShare,
    salvageShare,
    giftShare: back('giftShare'),
    deductibleShare: back('deductibleShare'),
  })
  const untaxed = (figure: 'earned' | 'reduction') => untaxedBack(line, figure, figures[figure])
  const [earnedUntaxed, reductionUntaxed] = [untaxed('earned'), untaxed('reduction')]
  const cost = restocks ? costBack(line, qty) : '0.00'
  const profit = profitOf({ ...line, cost }, earnedUntaxed, reductionUntaxed)
  return {
    ...taken,
    ...figures,
    packageValue: taken.packageValue ?? '0.00',
    qty,
    cost,
    earnedUntaxed,
    reductionUntaxed,
    profit,
  }
}

/** What is given back for a line: what was typed, or the share of its pieces, and of a line without pieces all that is left. */
function creditOf(line: SettledLine, qty: Decimal, typed: Decimal | undefined): Decimal {
  const most = refundable(line).amount
  if (typed !== undefined) return money(min(typed, most))
  if (isZero(line.qty)) return most
  const former = { qty: line.qty, charged: chargedOf(line), tax: '0', creditedTax: '0' }
  return chargedShare({ ...former, returnedQty: line.refunded.qty, credited: chargedOf(line.refunded) }, qty)
}

/** The part without tax follows the amount with it, so that all refunds of a line take back its tax exactly. */
function untaxedBack(line: SettledLine, figure: 'earned' | 'reduction', amount: Decimal): Decimal {
  const untaxed = `${figure}Untaxed` as const
  return money(sub(borneBy(line[untaxed], add(line.refunded[figure], amount), line[figure]), line.refunded[untaxed]))
}

/** The cost goes with the pieces, whether those before went back into stock or were lost. */
const costBack = ({ cost, qty: whole, refunded }: SettledLine, qty: Decimal): Decimal =>
  money(sub(borneBy(cost, add(refunded.qty, qty), whole), borneBy(cost, refunded.qty, whole)))

/** Where a partner's refund goes, in yuan. */
interface RefundTargets {
  /** Back to the card as granted money. */
  gift: Decimal
  /** Off what he still owes. */
  receivable: Decimal
  /** Back to the principal of the card. */
  principal: Decimal
  /** Paid out. */
  money: Decimal
}

/**
 * Where what a partner gets back goes (business/repair-settlement 6; ADR 0198): the share that was paid with granted card money back to the
 * card, the rest off what is open of the settlement, then back to the principal as far as it was used and not yet given back, then in money. Insurers and manufacturers have no card.
 */
export function refundTargets(
  amount: Decimal,
  { gift = '0', open, principalUsed = '0' }: { gift?: Decimal; open: Decimal; principalUsed?: Decimal },
): RefundTargets {
  const afterGift = sub(amount, gift)
  const receivable = max('0', min(afterGift, open))
  const afterOpen = sub(afterGift, receivable)
  const principal = min(afterOpen, principalUsed)
  return {
    gift: money(gift),
    receivable: money(receivable),
    principal: money(principal),
    money: money(sub(afterOpen, principal)),
  }
}
