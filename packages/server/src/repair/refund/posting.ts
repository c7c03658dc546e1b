import { borneBy } from '@chepu/contract/kernel/charged-share'
import { add, type Decimal, isPositive, isZero, max, min, money, neg, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { commissionBack } from '@chepu/contract/repair/commission'
import type { RefundedFigures } from '@chepu/contract/repair/refund-figures'
import { chargedOf } from '@chepu/contract/repair/refund-figures'
import type { PartnerAmount, PnlRow } from '@chepu/contract/repair/settlement-figures'
import { moveIn } from '../../kernel/ledgers/moves'
import { inTheirBooks, type SisterBill } from '../../kernel/ledgers/sister-bills'
import type { CommissionEntry, OpenItemEntry, Posting } from '../../kernel/ledgers/types'
import { owesAs } from '@chepu/contract/repair/payer'
import type { BatchQty } from './batches'
import type { RefundableLine } from './settled'

/** What goes back of a settled line, with the row that it is written as, and where its material goes. */
export interface PostedRefund extends RefundedFigures {
  id: number
  lineNo: number
  cost: Decimal
  settled: RefundableLine
  /** What of packages comes back onto cards. */
  usesBack: readonly { cardItemId: number; times: Decimal; value: Decimal }[]
  /** Null of material that does not come back, and of all else. */
  place: { warehouseId: number; locationId: number | null; batches: readonly BatchQty[] } | null
}

/** What somebody earned by the settlement; what was taken back of it before, by refunds and in all, is positive. */
export interface Earned extends Omit<CommissionEntry, 'of' | 'clawbackOf'> {
  id: number
  takenBack: Decimal
  refunded: Decimal
}

interface Refunded {
  workOrderId: number
  bizDate: string
  lines: readonly PostedRefund[]
  /** All lines of the settlement, for what is earned on the whole of it. */
  settled: readonly RefundableLine[]
  amounts: readonly PartnerAmount[]
  pnl: readonly PnlRow[]
  earned: readonly Earned[]
  /** What goes back of what sister organisations were billed, and of what other shops owe for packages. */
  sisters: readonly SisterBill[]
  across: Required<Pick<Posting, 'openItems' | 'pnl'>>
}

/**
 * Times of packages come back onto their cards. Goods that come back, at what they cost: the cost is work in progress again and leaves it for the stock in one breath
 * (business/ledgers 4.8, business/repair-settlement 6).
 */
export function goodsOf({ workOrderId, lines }: Pick<Refunded, 'workOrderId' | 'lines'>): Posting {
  const back = lines.flatMap((line) => (line.place && isPositive(line.qty) ? [{ ...line, place: line.place }] : []))
  return {
    cardItems: lines.flatMap(({ id, usesBack }) => usesBack.map((use) => ({ ...use, docLineId: id }))),
    wip: back.map(({ id, qty, cost, settled: { row, payer } }) => ({
      workOrderId,
      lineId: row.sourceLineId as number,
      docLineId: id,
      direction: 'in',
      partId: row.partId as number,
      qty,
      value: cost,
      payerType: payer,
    })),
    stock: back.flatMap(({ id, lineNo, cost, place: { batches, ...place }, settled: { row, name } }) => {
      const part = { partId: row.partId as number, partCode: row.partCode ?? name }
      const wip = { workOrderId, lineId: row.sourceLineId as number }
      return valued(batches, cost).map(({ value, ...batch }) =>
        moveIn(
          { id, lineNo, ...part, entryLocationId: null, ...place, ...batch },
          { costing: { at: 'value', value }, wip },
        ),
      )
    }),
  }
}

/** Batches with their parts of a cost, each counted from the beginning so that none is below zero. */
function valued(batches: readonly BatchQty[], cost: Decimal): (BatchQty & { value: Decimal })[] {
  const whole = add(...batches.map(({ qty }) => qty))
  let taken: Decimal = '0'
  return batches.map((batch) => {
    const before = borneBy(cost, taken, whole)
    taken = add(taken, batch.qty)
    return { ...batch, value: money(sub(borneBy(cost, taken, whole), before)) }
  })
}

/** What a refund does to partners, profit and loss and commission: the opposite of the settlement's part of it (business/repair-settlement 6 and 8). */
export function moneyOf(refund: Refunded): Posting {
  const { amounts, pnl, bizDate, earned, sisters, across } = refund
  const theirs = inTheirBooks(sisters)
  const credits = amounts.map(({ payer, partnerId, amount, isUnconfirmed }): OpenItemEntry => ({
    partnerId,
    side: 'AR',
    tab: owesAs(payer) === 'warranty' ? 'warranty' : 'repair_refund',
    amount: neg(amount),
    dueOn: bizDate,
    payerType: owesAs(payer),
    isUnconfirmed,
  }))
  const booked = pnl.map(({ kind, payer, departmentId, amount, amountTaxed }) => ({
    kind,
    payerType: payer,
    amount,
    amountTaxed,
    ...(departmentId !== null && { departmentId }),
  }))
  return {
    openItems: [...credits, ...theirs.openItems, ...across.openItems],
    pnl: [...booked, ...theirs.pnl, ...across.pnl],
    commission: earned.flatMap((entry) => takenBackOf(refund, entry)),
  }
}

/** What an entry loses: its part of what has gone back by now, and never more than is left of it after rework, too. */
function takenBackOf({ lines, settled }: Refunded, entry: Earned): CommissionEntry[] {
  const { id, takenBack, refunded, lineId, amount, base, ...earner } = entry
  const line = lines.find((each) => each.settled.id === lineId)
  const [done, whole] = lineId === null ? outputBack(settled, lines) : line ? partBack(line) : ['0', '0']
  const share = commissionBack({ amount, takenBack: refunded }, done, whole)
  const back = max('0', min(share, sub(amount, takenBack)))
  if (isZero(back)) return []
  const part = neg(borneBy(base, back, amount))
  return [{ ...earner, lineId: line?.id ?? null, base: part, amount: money(neg(back)), clawbackOf: id }]
}

/** How much of a line has gone back, and of what: by the money, and by the pieces where nothing was charged. */
function partBack({ settled, qty, ...back }: PostedRefund): [Decimal, Decimal] {
  const whole = chargedOf(settled)
  if (isZero(whole)) return [add(settled.refunded.qty, qty), settled.qty]
  return [add(chargedOf(settled.refunded), chargedOf(back)), whole]
}

/** The adviser earned by what the customer's lines brought. */
function outputBack(settled: readonly RefundableLine[], lines: readonly PostedRefund[]): [Decimal, Decimal] {
  const own = settled.filter(({ payer }) => payer === 'customer')
  const now = lines.filter((line) => line.settled.payer === 'customer')
  const before = sumOf(own, (line) => line.refunded.output)
  return [
    add(
      before,
      sumOf(now, ({ output }) => output),
    ),
    sumOf(own, ({ output }) => output),
  ]
}
