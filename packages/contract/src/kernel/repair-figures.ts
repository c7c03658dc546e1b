// What a line of a document of a car comes to, for the editor, the server and the paper alike.
import { add, type Decimal, money, mul, sumOf } from './decimal'
import type { RepairSection } from './repair-document'

/** A line as far as its money follows from it. */
interface PricedRepairLine {
  qty: Decimal
  /** Null while nobody has priced it: it comes to nothing yet. */
  price: Decimal | null
  discountRate: Decimal
  /** Of labour that is priced by its hours. */
  pricingMode?: 'hours' | 'fixed' | null
  stdHours?: Decimal
}

/** Amount before discount and net of one line, 2 decimals, rounded once each (business/repair 2.1). */
export function repairLineMoney(line: PricedRepairLine): { amount: Decimal; netAmount: Decimal } {
  const units = line.pricingMode === 'hours' ? mul(line.stdHours ?? '0', line.qty) : line.qty
  const amount = money(mul(units, line.price ?? '0'))
  return { amount, netAmount: money(mul(amount, line.discountRate)) }
}

/** Sums of a document by kind of line, 2 decimals; what the customer declined, and consumables, which stand on no bill, count for nothing. */
export function repairTotals(
  lines: readonly { section: RepairSection; netAmount: Decimal; agreement?: string; isConsumable?: boolean | null }[],
) {
  const counted = lines.filter(({ agreement, isConsumable }) => agreement !== 'declined' && !isConsumable)
  const of = (...sections: RepairSection[]) =>
    money(
      sumOf(
        counted.filter(({ section }) => sections.includes(section)),
        ({ netAmount }) => netAmount,
      ),
    )
  const labourAmount = of('labour')
  const materialAmount = of('materials')
  const otherAmount = of('extras', 'outsourced')
  return {
    labourAmount,
    materialAmount,
    otherAmount,
    totalAmount: money(add(labourAmount, materialAmount, otherAmount)),
  }
}
