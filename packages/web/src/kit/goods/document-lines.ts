import { lineAmounts } from '@chepu/contract/kernel/amounts'
import { borneBy, type ChargedLine } from '@chepu/contract/kernel/charged-share'
import { type Decimal, equals } from '@chepu/contract/kernel/decimal'
import type { DrawnLine } from '@chepu/contract/kernel/source-lines'
import type { GoodsLineView } from '@chepu/contract/kernel/goods-document'
import type { GridLine, Values } from '../grid/line-grid-store'
import { isDecimal } from '@chepu/contract/kernel/typed'

/**
 * A line in a document editor: what the contract saves, what the screen shows of the part, and fields of the kind's
 * own. Figures are text as typed; '' is a figure that is still missing.
 */
export interface EditorLine extends GridLine {
  readonly partId: number | null
  /** What was typed into the column `pendingIn` and is being looked up or was not found. */
  readonly pending: string
  readonly pendingIn: string
  readonly partCode: string
  readonly partName: string
  readonly qty: string
  readonly price: string
  readonly priceSource: string
  readonly discountRate: string
  readonly netAmount: string | null
  readonly taxRate: string
  readonly locationId: number | null
  readonly locationCode: string | null
  readonly batchNo: string
  readonly sourceLineId: number | null
  readonly remark: string
  /** Of a saved line: its price is kept back from whoever looks. */
  readonly isHidden?: boolean
  /** Of a line of a return: what was charged for the former line. */
  readonly charged?: ChargedLine | undefined
  /** Of a line that is not a draft's any more: its tax as saved. */
  readonly postedTax?: string | undefined
  /** What the quantity that was drawn, or remains for a draft, bears of the former document's order discount. */
  readonly drawn?: { qty: Decimal; discount: Decimal } | undefined
}

export type LineValues = Values<EditorLine>

export const blankLine = (): LineValues => ({
  partId: null,
  pending: '',
  pendingIn: '',
  partCode: '',
  partName: '',
  qty: '',
  price: '',
  priceSource: 'manual',
  discountRate: '1',
  netAmount: null,
  taxRate: '0',
  auxUnitId: null,
  auxQty: null,
  locationId: null,
  locationCode: null,
  batchNo: '',
  sourceLineId: null,
  remark: '',
})

/** A line without a part and without a code waiting to become one. */
export const isBlankLine = (line: EditorLine): boolean => line.partId === null && line.pending === ''

/** What nobody types: it is asked for beside, of the part that stands in the line. */
const hinted = new Set(['available', 'lastPrice'])

/** What was typed into a line after its code and before the answer came. The answer does not write over it. */
export function typedMeanwhile<Line extends GridLine>(asked: Line, now: Line): Partial<Line> {
  const typed = Object.entries(now).filter(([name, value]) => asked[name] !== value && !hinted.has(name))
  const isPriced = typed.some(([name]) => name === 'price')
  return { ...Object.fromEntries(typed), ...(isPriced && { priceSource: now['priceSource'] }) } as Partial<Line>
}

/** A line that was drawn from a former document. Its places are those of its own warehouse. */
export function lineOfDrawn(drawn: DrawnLine, warehouseId: unknown): LineValues {
  const { price, discountRate = '1', taxRate = '0', netAmount = null, drawnDiscount, ...line } = drawn
  const elsewhere =
    drawn.warehouseId === warehouseId ? {} : { locationId: null, locationCode: null, available: undefined }
  const discount = drawnDiscount === undefined ? {} : { drawn: { qty: drawn.qty, discount: drawnDiscount } }
  return { ...line, pending: '', price: price ?? '', discountRate, taxRate, netAmount, ...elsewhere, ...discount }
}

/** What the line bears now of the order discount of its former document; it follows the quantity. */
export const borneDiscount = (line: EditorLine | undefined): Decimal =>
  line?.drawn && isDecimal(line.qty) ? borneBy(line.drawn.discount, line.qty, line.drawn.qty) : '0'

/** Whether a line of a return credits what the program proposes: nobody typed a price, a discount or an amount. */
export const isProposedCredit = (line: EditorLine): boolean =>
  line.charged !== undefined && line.priceSource !== 'manual' && (line.netAmount === null || isDecimal(line.netAmount))

/** Whether a change leaves what other lines of the former line may credit as it was. */
export const isSameCredit = (before: EditorLine | undefined, after: EditorLine | undefined): boolean =>
  before?.qty === after?.qty &&
  before?.price === after?.price &&
  before?.netAmount === after?.netAmount &&
  before?.discountRate === after?.discountRate

/** What changes in a line that credits `netAmount`: the price follows from it. */
export function creditedAt(line: EditorLine, netAmount: Decimal): LineValues {
  const { qty, discountRate, taxRate } = line
  const price = isDecimal(line.price) ? line.price : null
  return { netAmount, price: lineAmounts({ qty, price, discountRate, taxRate, netAmount }, true).price }
}

/** A saved line, as the server shows it, in the editor. A net amount that the price does not give was typed. */
export function lineOfView(view: GoodsLineView, isDraft: boolean): LineValues {
  const { discountRate = '1', taxRate = '0', netAmount = null } = view
  const price = view.price ?? ''
  const postedTax = isDraft ? undefined : (view.tax ?? undefined)
  const isHidden = view.price === undefined
  const line = { ...view, pending: '', price, discountRate, taxRate, netAmount: null, postedTax, isHidden }
  if (netAmount === null || price === '') return line
  const counted = lineAmounts({ qty: view.qty, price, discountRate, taxRate }, true).netAmount
  return equals(counted, netAmount) ? line : { ...line, netAmount }
}
