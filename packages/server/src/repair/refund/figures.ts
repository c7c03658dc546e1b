import { timesBack } from '@chepu/contract/cards/deduction'
import { type Decimal, equals, isZero, money, sumOf } from '@chepu/contract/kernel/decimal'
import type { RepairSection } from '@chepu/contract/kernel/repair-document'
import { chargedOf, refundable, type RefundedFigures, refundFigures } from '@chepu/contract/repair/refund-figures'
import { type Asked, isAsked } from './asked'
import type { RefundableLine } from './settled'

/** What goes back of a line, beside what was settled and what was asked for. */
export interface Figured extends RefundedFigures {
  /** Of material that goes back into stock. */
  cost: Decimal
  settled: RefundableLine
  asked: Asked
  /** What of packages comes back onto cards. */
  usesBack: ReturnType<typeof timesBack>
}

/** The money of a refund by its lines; those that ask for nothing are left out (business/repair-settlement 6). */
export function figuresOfRefund(settled: readonly RefundableLine[], asked: readonly Asked[], customerId: number) {
  const byId = new Map(settled.map((line) => [line.id, line]))
  const named = asked.filter(isAsked).map((each) => {
    const uses = byId.get(each.lineId)?.uses ?? []
    const usesBack = timesBack(uses, each.qty)
    return { ...each, usesBack, ...(uses.length > 0 && { packageBack: money(sumOf(usesBack, ({ value }) => value)) }) }
  })
  const { lines, ...sums } = refundFigures(settled, named, customerId)
  const figured = lines.map((line, i): Figured => {
    const { usesBack, ...wanted } = named[i] as (typeof named)[number]
    return { ...line, usesBack, settled: byId.get(line.lineId) as RefundableLine, asked: wanted }
  })
  return { ...sums, lines: figured }
}
export type RefundFigures = ReturnType<typeof figuresOfRefund>

/** The sums of a refund as columns of its header: what goes back by kind of line and by payer, and what of the reductions goes with it. */
export function sumColumns({ lines, amounts, restocked }: RefundFigures) {
  const of = (rows: readonly Figured[], figure: (row: Figured) => string) => money(sumOf(rows, figure))
  const credited = (...sections: RepairSection[]) =>
    of(
      lines.filter(({ settled }) => sections.includes(settled.row.section)),
      chargedOf,
    )
  const dueOf = (payer: string) =>
    money(
      sumOf(
        amounts.filter((each) => each.payer === payer),
        ({ amount }) => amount,
      ),
    )
  return {
    labourAmount: credited('labour'),
    materialAmount: credited('materials'),
    otherAmount: credited('extras', 'outsourced'),
    totalAmount: of(lines, chargedOf),
    orderDiscount: of(lines, ({ discountShare }) => discountShare),
    packaged: of(
      lines.filter(({ settled }) => settled.packageValue !== null),
      ({ taxed }) => taxed,
    ),
    couponAmount: of(lines, ({ couponShare }) => couponShare),
    deductible: of(lines, ({ deductibleShare }) => deductibleShare),
    salvage: of(lines, ({ salvageShare }) => salvageShare),
    customerDue: dueOf('customer'),
    insuranceDue: dueOf('insurance'),
    warrantyDue: dueOf('warranty'),
    costAmount: restocked,
  }
}

/**
 * Whether nothing of a settlement is left once a refund stands. What stands on no bill is not asked for; where nothing was charged, it goes by the pieces
 * (business/repair-settlement 6).
 */
export function isWhole(settled: readonly RefundableLine[], { lines }: Pick<RefundFigures, 'lines'>): boolean {
  const now = new Map(lines.map((line) => [line.settled.id, line]))
  return settled
    .filter(({ row }) => !row.isConsumable && !row.isCustomerSupplied)
    .every((line) => {
      const { qty, amount } = refundable(line)
      const back = now.get(line.id)
      if (isZero(chargedOf(line))) return equals(qty, back?.qty ?? '0')
      return equals(amount, back ? chargedOf(back) : '0')
    })
}
