import { lineAmounts } from '@chepu/contract/kernel/amounts'
import { compare, trimZeros } from '@chepu/contract/kernel/decimal'
import { lineShape } from '@chepu/contract/kernel/goods-document'
import type { z } from 'zod'
import type { EditorLine, LineValues } from '../goods/document-lines'
import { fieldTitle } from '../document/field-faults'
import type { GoodsStore } from './goods-store'
import { moneyText, priceText, qtyText } from '../base/format'
import { isNumeric, type LineColumn } from '../grid/line-grid-columns'
import { discountText, isDecimal, numberText, typedNumber } from '@chepu/contract/kernel/typed'
import { shown, showNumber } from '../grid/line-grid-text'

/** Columns that goods documents share, by name. */
type StandardColumn =
  | 'partId'
  | 'partName'
  | 'oeNo'
  | 'brandName'
  | 'spec'
  | 'fitment'
  | 'unitName'
  | 'available'
  | 'lastPrice'
  | 'qty'
  | 'price'
  | 'discountRate'
  | 'amount'
  | 'netAmount'
  | 'taxRate'
  | 'untaxed'
  | 'tax'
  | 'taxed'
  | 'locationId'
  | 'toLocationId'
  | 'batchNo'
  | 'sourceNo'
  | 'executedQty'
  | 'returnedQty'
  | 'receivedQty'
  | 'unitCost'
  | 'costAmount'
  | 'remark'

/** What the page may ask for: a shared column, a shared one with changes, or one of its own. */
export type LineColumnChoice =
  | StandardColumn
  | ({ name: StandardColumn } & Partial<Omit<LineColumn<EditorLine>, 'name'>>)
  | LineColumn<EditorLine>

/** Which part a line is of: every table of goods lines begins so. */
export const partColumns = ['partId', 'partName', 'brandName', 'spec', 'oeNo', 'fitment', 'unitName'] as const

/** Quantity and price of a line, and what they come to with discount and tax. */
export const tradeColumns = [
  'qty',
  'price',
  'lastPrice',
  'discountRate',
  'netAmount',
  'taxRate',
  'tax',
  'taxed',
  'untaxed',
] as const

/** What shared columns need of the open document. */
interface ColumnSource {
  goods: GoodsStore
  /** Opens the part picker over a line and fills what was chosen. */
  openPart: (line: EditorLine, text: string) => Promise<undefined>
  openLocation: (line: EditorLine, text: string) => Promise<LineValues | undefined>
  /** Opens the bins that goods may go into. */
  openTarget: (line: EditorLine, text: string) => Promise<LineValues | undefined>
  findLocation: (code: string) => number | undefined
}

type Standard = Omit<LineColumn<EditorLine>, 'name'>

/** 可用量 is less than what the line asks for. */
export function shortOf({ qty, available }: EditorLine): string | undefined {
  if (!isDecimal(qty) || !isDecimal(available) || compare(qty, available) <= 0) return undefined
  return `可用量 ${trimZeros(available)}，需要 ${trimZeros(qty)}`
}

const fixed = (title: string, width: number, more: Partial<Standard> = {}): Standard => ({
  title,
  kind: 'readonly',
  width,
  ...more,
})

/** A typed discount of a return stands for a price: what it credits is proposed no more. */
const enterDiscount = (line: EditorLine, text: string): LineValues => ({
  discountRate: discountText(text),
  netAmount: null,
  ...(line.charged && { priceSource: 'manual' }),
})

/** Columns that show and take what stands in the line. */
const plainColumns = {
  oeNo: fixed('OE号', 100),
  brandName: fixed('品牌', 64),
  spec: fixed('规格', 76),
  fitment: fixed('适用车型', 140, { hidden: true }),
  unitName: fixed('单位', 48),
  available: fixed('可用量', 68, { right: true, show: (line) => qtyText(line.available) }),
  lastPrice: fixed('上次价', 72, { right: true, show: (line) => priceText(line.lastPrice) }),
  qty: {
    title: '数量',
    kind: 'qty',
    width: 76,
    required: true,
    stop: true,
    enter: (_line, text) => ({ qty: numberText(text), auxUnitId: null, auxQty: null, netAmount: null }),
    fields: ['qty', 'netAmount', 'price'],
  },
  discountRate: {
    title: '折扣',
    kind: 'discount',
    width: 50,
    enter: enterDiscount,
  },
  taxRate: { title: '税率', kind: 'rate', width: 50 },
  batchNo: { title: '批次', kind: 'text', width: 84 },
  sourceNo: fixed('来源单号', 140),
  executedQty: fixed('已执行', 76, { right: true, show: (line) => qtyText(line.executedQty) }),
  returnedQty: fixed('已退', 76, { right: true, show: (line) => qtyText(line.returnedQty) }),
  receivedQty: fixed('实收', 76, { right: true, show: (line) => qtyText(line.receivedQty) }),
  unitCost: fixed('成本单价', 88, { right: true, show: (line) => priceText(line.unitCost) }),
  costAmount: fixed('成本金额', 96, { right: true, show: (line) => moneyText(line.costAmount) }),
  remark: { title: '备注', kind: 'text', width: 140 },
} satisfies Partial<Record<StandardColumn, Standard>>

/** The columns by name; some count with the whole document or open a picker over it. */
function standardColumns(source: ColumnSource): Record<StandardColumn, Standard> {
  const { totals } = source.goods
  const amountOf = (field: 'amount' | 'netAmount' | 'untaxed' | 'tax' | 'taxed') => (line: EditorLine) =>
    line.partId === null || ((line.qty === '' || line.price === '') && line.netAmount === null)
      ? ''
      : totals.of(line)[field]
  const counted = (title: string, field: 'amount' | 'untaxed' | 'tax' | 'taxed', more: Partial<Standard> = {}) => ({
    ...fixed(title, 96, { kind: 'computed', ...more }),
    show: (line: EditorLine) => moneyText(amountOf(field)(line)),
    edit: (line: EditorLine) => amountOf(field)(line),
  })
  return {
    ...plainColumns,
    partId: {
      title: '配件编码',
      kind: 'code',
      width: 120,
      required: true,
      stop: true,
      show: (line) => line.partCode || pendingIn(line, 'partId'),
      open: source.openPart,
    },
    partName: {
      title: '配件名称',
      kind: 'name',
      width: 148,
      show: (line) => line.partName || pendingIn(line, 'partName'),
      open: source.openPart,
    },
    price: {
      title: fieldTitle(lineShape(source.goods.def), 'price'),
      kind: 'price',
      width: 86,
      required: true,
      stop: true,
      enter: (_line, text) => ({ price: numberText(text), priceSource: 'manual', netAmount: null }),
    },
    amount: counted('折前金额', 'amount', { hidden: true }),
    netAmount: {
      title: '金额',
      kind: 'money',
      width: 92,
      show: (line) => moneyText(amountOf('netAmount')(line)),
      edit: (line) => showNumber(amountOf('netAmount')(line)),
      enter: enterNetAmount,
      fields: ['netAmount', 'price'],
    },
    untaxed: counted('未税金额', 'untaxed', { hidden: true }),
    tax: counted('税额', 'tax', { hidden: true }),
    taxed: counted('价税合计', 'taxed'),
    locationId: {
      title: '货位',
      kind: 'picker',
      width: 84,
      show: (line) => shown(line.locationCode),
      enter: (_line, text) => enterLocation(text.trim(), source),
      check: (line) => notThere(line.locationId, line.locationCode),
      open: source.openLocation,
      fields: ['locationId', 'locationCode'],
    },
    toLocationId: {
      title: '移入货位',
      kind: 'picker',
      width: 84,
      show: (line) => shown(line['toLocationCode']),
      enter: (_line, text) => {
        const { locationId, locationCode } = enterLocation(text.trim(), source)
        return { toLocationId: locationId, toLocationCode: locationCode }
      },
      check: (line) => notThere(line['toLocationId'], line['toLocationCode']),
      open: source.openTarget,
      fields: ['toLocationId', 'toLocationCode'],
    },
  }
}

const pendingIn = (line: EditorLine, column: string): string => (line.pendingIn === column ? line.pending : '')

/** A typed net amount is kept and the price counted back from it (business/documents 3.3). */
function enterNetAmount(line: EditorLine, text: string): LineValues {
  const netAmount = numberText(text)
  if (!isDecimal(netAmount)) return { netAmount: netAmount === '' ? null : netAmount }
  const { qty, discountRate } = line
  if (!isDecimal(qty) || !isDecimal(discountRate)) return { netAmount }
  const price = isDecimal(line.price) ? line.price : '0'
  return {
    netAmount,
    price: lineAmounts({ qty, price, discountRate, taxRate: '0', netAmount }, true).price,
    priceSource: 'manual',
  }
}

const notThere = (id: unknown, code: unknown): string | undefined =>
  code && id == null ? `货位 ${shown(code)} 不在所选仓库` : undefined

const enterLocation = (code: string, source: ColumnSource): LineValues => ({
  locationCode: code || null,
  locationId: code === '' ? null : (source.findLocation(code) ?? null),
})

/** The columns that a page chose, checked by the contract of its lines while they are typed. */
export function lineColumns(choices: readonly LineColumnChoice[], source: ColumnSource): LineColumn<EditorLine>[] {
  const standard = standardColumns(source)
  const shape = lineShape(source.goods.def) as Record<string, z.ZodType>
  return choices.map((choice) => {
    const asked = typeof choice === 'string' ? { name: choice } : choice
    const known = standard[asked.name as StandardColumn] as Standard | undefined
    const column = { ...known, ...asked } as LineColumn<EditorLine>
    const type = shape[column.name]
    return type && !column.check ? { ...column, check: checkBy(type, column) } : column
  })
}

const checkBy =
  (type: z.ZodType, { name, kind }: LineColumn<EditorLine>) =>
  (line: EditorLine): string | undefined => {
    const value = line[name]
    // What is missing is said at the save, not while the line is being filled.
    if (value === '' || value == null) return undefined
    const number = isNumeric(kind) && typeof value === 'string' ? typedNumber(value) : undefined
    if (number && 'fault' in number) return number.fault
    const parsed = type.safeParse(value)
    return parsed.success ? undefined : parsed.error.issues[0]?.message
  }
