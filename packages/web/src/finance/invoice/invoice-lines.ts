import type { InvoiceLineView, InvoiceLinkView } from '@chepu/contract/finance/invoice-document'
import { add, type Decimal, money, mul } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import type { LineRules } from '../../kit/document/editor-section'
import type { GridLine, Values } from '../../kit/grid/line-grid-store'

/** A line of the sheet, as typed. */
export interface SheetLine extends GridLine {
  readonly name: string
  readonly taxClass: string
  readonly spec: string
  readonly unitName: string
  readonly qty: string | null
  readonly price: string | null
  readonly untaxed: string
  readonly taxRate: string
  readonly tax: string
}

/** A bill that the invoice is for. */
export interface LinkLine extends GridLine {
  readonly sourceKind: string
  readonly sourceId: number
  readonly openItemId: number | null
  readonly amount: string
  /** As the bill stands. */
  readonly billNo: string
  readonly bizDate: string
  readonly taxed: string
  readonly rest: string
}

const typed = (value: string | null): Decimal => (value !== null && isDecimal(value) ? value : '0')
const orNone = (value: string | null) => (value === null || value === '' ? null : value)

/** Lines as they stand on the sheet; one without a name is none. */
export const lineRules: LineRules<SheetLine> = {
  blank: () => ({
    name: '',
    taxClass: '',
    spec: '',
    unitName: '',
    qty: null,
    price: null,
    untaxed: '',
    taxRate: '0.13',
    tax: '',
  }),
  isBlank: ({ name, untaxed }) => name === '' && untaxed === '',
  ofView: (view) => view as unknown as InvoiceLineView,
  ofDraft: (kept) => kept as unknown as Values<SheetLine>,
  bodyOf: (line) => ({
    ...line,
    qty: orNone(line.qty),
    price: orNone(line.price),
    untaxed: typed(line.untaxed),
    tax: typed(line.tax),
  }),
}

/** Bills that the invoice is for; they come from what waits and are not typed. */
export const linkRules: LineRules<LinkLine> = {
  blank: () => ({
    sourceKind: '',
    sourceId: 0,
    openItemId: null,
    amount: '',
    billNo: '',
    bizDate: '',
    taxed: '',
    rest: '',
  }),
  isBlank: ({ billNo }) => billNo === '',
  ofView: (view) => view as unknown as InvoiceLinkView,
  ofDraft: (kept) => kept as unknown as Values<LinkLine>,
  bodyOf: (line) => ({ ...line, amount: typed(line.amount) }),
}

/** What follows from a changed figure of a line: its amount from quantity and price, and its tax from amount and rate. */
export function reckoned(line: SheetLine, changed: Values<SheetLine>): Values<SheetLine> {
  const now = { ...line, ...changed }
  const isPriced = ('qty' in changed || 'price' in changed) && isDecimal(now.qty ?? '') && isDecimal(now.price ?? '')
  const untaxed = isPriced ? money(mul(typed(now.qty), typed(now.price))) : now.untaxed
  return {
    ...changed,
    untaxed,
    tax: isDecimal(untaxed) && isDecimal(now.taxRate) ? money(mul(untaxed, now.taxRate)) : now.tax,
  }
}

/** What lines come to, in yuan: those of the sheet without tax, their tax, and both; and of the bills that it is for. */
export function figuresOf(lines: readonly SheetLine[], links: readonly LinkLine[]) {
  const untaxed = add('0', ...lines.map((line) => typed(line.untaxed)))
  const tax = add('0', ...lines.map((line) => typed(line.tax)))
  const linked = add('0', ...links.map((line) => typed(line.amount)))
  return { untaxed: money(untaxed), tax: money(tax), taxed: money(add(untaxed, tax)), linked: money(linked) }
}
