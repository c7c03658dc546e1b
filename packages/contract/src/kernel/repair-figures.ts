// What a line of a document of a car comes to, for the editor, the server and the paper alike.
import { lineAmounts } from './amounts'
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

/** What the price of a line is multiplied by: its quantity, of labour that is priced by its hours the hours of all of it. */
export const pricedUnits = ({
  qty,
  pricingMode,
  stdHours,
}: Omit<PricedRepairLine, 'price' | 'discountRate'>): Decimal =>
  pricingMode === 'hours' ? mul(stdHours ?? '0', qty) : qty

/** Amount before discount and net of one line, 2 decimals, rounded once each (business/repair 2.1). */
export function repairLineMoney(line: PricedRepairLine): { amount: Decimal; netAmount: Decimal } {
  const amount = money(mul(pricedUnits(line), line.price ?? '0'))
  return { amount, netAmount: money(mul(amount, line.discountRate)) }
}

/** What is owed for a line, with tax, 2 decimals: its net where prices contain the tax, else that with its tax (business/repair 2.1). */
export const repairLineOwed = (line: { netAmount: Decimal; taxRate: Decimal }, taxIncluded: boolean): Decimal =>
  lineAmounts({ qty: '1', price: line.netAmount, discountRate: '1', taxRate: line.taxRate }, taxIncluded).taxed

interface CountedLine {
  section: RepairSection
  netAmount: Decimal
  taxRate: Decimal
  agreement?: string
  isConsumable?: boolean | null
}

/**
 * Sums of a document by kind of line, of what is owed for them, 2 decimals; what the customer declined, and consumables, which stand on no bill, count
 * for nothing.
 */
export function repairTotals(lines: readonly CountedLine[], taxIncluded: boolean) {
  const counted = lines.filter(({ agreement, isConsumable }) => agreement !== 'declined' && !isConsumable)
  const of = (...sections: RepairSection[]) =>
    money(
      sumOf(
        counted.filter(({ section }) => sections.includes(section)),
        (line) => repairLineOwed(line, taxIncluded),
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
