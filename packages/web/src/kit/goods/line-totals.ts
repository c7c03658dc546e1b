import {
  type DocumentAmounts,
  documentAmounts,
  type HeaderMoney,
  isCounted,
  type LineAmounts,
  lineAmounts,
  type PricedLine,
} from '@chepu/contract/kernel/amounts'
import type { ChargedLine } from '@chepu/contract/kernel/charged-share'
import { add, isZero, money, sub } from '@chepu/contract/kernel/decimal'
import type { GridLine, LineStore } from '../grid/line-grid-store'
import { isDecimal } from '@chepu/contract/kernel/typed'

export type Totals = Omit<DocumentAmounts, 'lines'>

const figures = ['netAmount', 'untaxed', 'tax', 'taxed'] as const
type Sums = Record<(typeof figures)[number] | 'qty', string>
const zero: Sums = { qty: '0', netAmount: '0', untaxed: '0', tax: '0', taxed: '0' }

/** A half-typed figure counts as nothing until it is a number. */
const decimalOr = (value: unknown, other: string): string => (isDecimal(value) ? value : other)

const pricedLine = (line: GridLine, isTaxed: boolean): PricedLine => ({
  qty: decimalOr(line.qty, '0'),
  price: isDecimal(line.price) ? line.price : null,
  discountRate: decimalOr(line.discountRate, '1'),
  taxRate: isTaxed ? decimalOr(line.taxRate, '0') : '0',
  netAmount: isDecimal(line.netAmount) ? line.netAmount : null,
  sourceLineId: line.sourceLineId as number | null | undefined,
  charged: line.charged as ChargedLine | undefined,
  postedTax: isDecimal(line.postedTax) ? line.postedTax : undefined,
  isChosen: line.isChosen as boolean | null | undefined,
})

/** Whose tax does not follow from the line alone: of a return, and of what is posted (ADR 0076). */
const hasGivenTax = (line: GridLine): boolean => line.charged !== undefined || line.postedTax !== undefined

/**
 * Money of the lines of a grid by business/documents 3, kept up to date with each edited line: one edit costs one line, not all
 * of them. Only what belongs to all lines makes it walk them all: an order discount, or the tax of a return.
 */
export class LineTotals<Line extends GridLine> {
  private sums: Sums = { ...zero }
  private amounts = new WeakMap<GridLine, LineAmounts>()
  /** How many lines have a price or an amount. */
  private priced = 0
  /** How many lines have a tax that does not follow from them alone, and then the money of all lines. */
  private given = 0
  private together: ReadonlyMap<GridLine, LineAmounts> | undefined

  constructor(
    private readonly lines: LineStore<Line>,
    private header: HeaderMoney,
    /** Of a kind that knows no tax, what a part or a kept line says of it counts for nothing. */
    private readonly isTaxed = true,
  ) {
    this.recount()
    lines.watch((before, after) => {
      this.together = undefined
      if (before) this.count(before, sub)
      if (after) this.count(after, add)
    })
  }

  /** The money of one line, remembered until the line changes. */
  of(line: GridLine): LineAmounts {
    return (this.given > 0 ? this.allTogether().get(line) : undefined) ?? this.alone(line)
  }

  private allTogether(): ReadonlyMap<GridLine, LineAmounts> {
    if (this.together) return this.together
    const lines = this.lines.all()
    const amounts = documentAmounts(this.priceable(lines), this.header).lines
    this.together = new Map(lines.map((line, i) => [line, amounts[i] as LineAmounts]))
    return this.together
  }

  private priceable(lines: readonly GridLine[]): PricedLine[] {
    return lines.map((line) => pricedLine(line, this.isTaxed))
  }

  private alone(line: GridLine): LineAmounts {
    const known = this.amounts.get(line)
    if (known) return known
    const amounts = lineAmounts(pricedLine(line, this.isTaxed), this.header.taxIncluded)
    this.amounts.set(line, amounts)
    return amounts
  }

  setHeader(header: HeaderMoney): void {
    const again = header.taxIncluded !== this.header.taxIncluded
    this.header = header
    this.together = undefined
    if (!again) return
    this.amounts = new WeakMap()
    this.recount()
  }

  /** True when `totals` must walk all lines. */
  get shared(): boolean {
    return this.given > 0 || !isZero(this.header.orderDiscount)
  }

  /** True when no line has a price or an amount. */
  get isOpen(): boolean {
    return this.priced === 0
  }

  /** The same figures as contract documentAmounts gives for all lines. */
  totals(): Totals {
    if (this.shared) {
      const { lines: _lines, ...totals } = documentAmounts(this.priceable(this.lines.all()), this.header)
      return totals
    }
    return {
      totalQty: this.sums.qty,
      totalAmount: money(this.sums.netAmount),
      totalUntaxed: money(add(this.sums.untaxed, this.header.chargedFreight)),
      totalTax: money(this.sums.tax),
      totalTaxed: money(add(this.sums.taxed, this.header.chargedFreight)),
    }
  }

  private recount(): void {
    this.sums = { ...zero }
    this.given = 0
    this.priced = 0
    for (const line of this.lines.all()) this.count(line, add)
  }

  private count(line: GridLine, combine: typeof sub): void {
    const amounts = this.alone(line)
    const one = combine === add ? 1 : -1
    if (hasGivenTax(line)) this.given += one
    if (isDecimal(line.price) || isDecimal(line.netAmount)) this.priced += one
    if (!isCounted(line as { isChosen?: boolean })) return
    this.sums.qty = combine(this.sums.qty, decimalOr(line.qty, '0'))
    for (const figure of figures) this.sums[figure] = combine(this.sums[figure], amounts[figure])
  }
}
