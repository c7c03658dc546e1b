import { lineAmounts } from '@chepu/contract/kernel/amounts'
import { equals } from '@chepu/contract/kernel/decimal'
import type { FormerLine, GoodsLineView } from '@chepu/contract/kernel/goods-document'
import type { GridLine, Values } from './line-grid-store'

/**
 * A line in a document editor: what the contract saves, what the screen shows of the part, and fields of the kind's
 * own. Figures are text as typed; '' is a figure that is still missing.
 */
export interface EditorLine extends GridLine {
  readonly partId: number | null
  /** The code that is being looked up or was not found. */
  readonly pending: string
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
}

export type LineValues = Values<EditorLine>

export const blankLine = (): LineValues => ({
  partId: null,
  pending: '',
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

/** A line that executes or returns the rest of a former line. */
export const lineOfFormer = (former: FormerLine): LineValues => ({
  partId: former.partId,
  partCode: former.partCode,
  partName: former.partName,
  oeNo: former.oeNo,
  brandName: former.brandName,
  spec: former.spec,
  fitment: former.fitment,
  unitName: former.unitName,
  pending: '',
  qty: former.remainingQty,
  price: former.price ?? '',
  priceSource: 'source',
  discountRate: former.discountRate ?? '1',
  taxRate: former.taxRate ?? '0',
  locationId: former.locationId,
  locationCode: former.locationCode,
  batchNo: former.batchNo,
  sourceLineId: former.lineId,
  sourceNo: former.billNo,
})

/** A saved line, as the server shows it, in the editor. A net amount that the price does not give was typed. */
export function lineOfView(view: GoodsLineView): LineValues {
  const { price = '', discountRate = '1', taxRate = '0', netAmount = null } = view
  const line = { ...view, pending: '', price, discountRate, taxRate, netAmount: null }
  if (netAmount === null || price === '') return line
  const counted = lineAmounts({ qty: view.qty, price, discountRate, taxRate }, true).netAmount
  return equals(counted, netAmount) ? line : { ...line, netAmount }
}

/** A line for a copied document: the same goods, no tie to the former one. */
export const copiedLine = (line: LineValues): LineValues => ({
  ...line,
  id: undefined,
  sourceLineId: null,
  sourceNo: null,
  executedQty: '0',
  returnedQty: '0',
  closedQty: '0',
})
