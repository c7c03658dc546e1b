// What a line of a document of a car comes to, for the editor, the server and the paper alike.
import { lineAmounts } from './amounts'
import { add, type Decimal, div, equals, isZero, money, mul, round, sumOf } from './decimal'
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

/**
 * The price of a line as its customer understands it, with tax, in yuan: times what it is priced by, and discount, it is what is owed for the line to the fen (ADR 0097). It has
 * no more decimals than that takes, at most 6. Where prices contain the tax, and of a line without a price, it stays as it is.
 */
export function repairPriceOwed(line: PricedRepairLine & { taxRate: Decimal }, taxIncluded: boolean): Decimal | null {
  const { price, taxRate, discountRate } = line
  if (price === null || taxIncluded) return price
  const owed = repairLineOwed({ ...repairLineMoney(line), taxRate }, false)
  const byRate = mul(price, add('1', taxRate))
  const units = mul(pricedUnits(line), discountRate)
  if (isZero(units)) return round(byRate, 4)
  const share = div(owed, units)
  const candidates = [round(byRate), round(byRate, 4), round(share, 4)]
  return candidates.find((each) => equals(repairLineMoney({ ...line, price: each }).netAmount, owed)) ?? round(share, 6)
}

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
