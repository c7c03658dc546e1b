import { chargedFreight, type FreightHeader, paidPrice } from '@chepu/contract/kernel/amounts'
import { type Decimal, equals, isZero, neg } from '@chepu/contract/kernel/decimal'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import type { GoodsLineView } from '@chepu/contract/kernel/goods-document'
import { costPrints, pricePrints } from '@chepu/contract/kernel/print-template'
import { invoiceKindLabels } from '@chepu/contract/kernel/scalars'
import type { ColumnKind } from '@chepu/contract/kernel/query'
import { textOf } from '../list/columns'
import { moneyText, text } from '../base/format'
import { printLineColumns, printMoreColumns } from './print-layouts'
import { type PrintColumn, type PrintField, type PrintSheet, type PrintSides, sumOf } from './print-template'

/** One header field of a printed document. */
interface PrintLayoutField {
  /** Field of the document's header as the server sends it. */
  key: string
  title: string
  kind?: ColumnKind
  toMinute?: true
  labels?: Readonly<Record<string, string>>
}

/** How a document looks on paper; every part has a default that fits most goods documents. */
export interface PrintLayout {
  /** Title on the paper, for example 发货单; the document's title otherwise. */
  title?: string
  fields?: readonly PrintLayoutField[]
  columns?: readonly PrintColumn[]
  /** Where lines of two sides are not summed together. */
  sides?: PrintSides | undefined
  /** False on papers for the warehouse: no prices, no amount in capitals. */
  money?: boolean
  signatures?: readonly string[]
  foot?: string
  /** A paper by which the partner pays: the site's 结算尾注 stands at its foot besides. */
  settles?: boolean
  /** A paper for the customer, which may carry a code that leads to his page. */
  takesQr?: boolean
  /** A paper that says that all is done, as a pass through the gate does: offered of documents in the books alone (ADR 0235). */
  isFinal?: boolean
}

const defaultFields = (def: DocumentDef): PrintLayoutField[] => [
  { key: 'partnerName', title: def.partnerTitle },
  { key: 'bizDate', title: '日期', kind: 'date' },
  { key: 'warehouseName', title: '仓库' },
  { key: 'partnerMobile', title: '电话' },
  { key: 'partnerAddress', title: '地址' },
  { key: 'settlementMethodName', title: '结算方式' },
  { key: 'salespersonName', title: '业务员' },
]

const moreFields: readonly PrintLayoutField[] = [
  { key: 'handlerName', title: '经手人' },
  { key: 'departmentName', title: '部门' },
  { key: 'creatorName', title: '制单人' },
  { key: 'approverName', title: '审核人' },
  { key: 'dueOn', title: '到期日', kind: 'date' },
  { key: 'invoiceKind', title: '发票类型', labels: invoiceKindLabels },
]

/** The first of those that have the same key. */
const firstOfKey = <Named extends { key: string }>(all: readonly Named[]): Named[] =>
  all.filter(({ key }, i) => all.findIndex((each) => each.key === key) === i)

/** Every field and column that the papers of a goods document know, for a template to choose among. */
export function fullLayout(def: DocumentDef, prints: readonly PrintLayout[] = []): PrintLayout {
  return {
    fields: firstOfKey([...prints.flatMap((print) => print.fields ?? []), ...defaultFields(def), ...moreFields]),
    columns: firstOfKey([...printLineColumns, ...printMoreColumns, ...prints.flatMap((print) => print.columns ?? [])]),
    sides: prints.find((print) => print.sides)?.sides,
    signatures: ['制单', '审核'],
    settles: prints.some((print) => print.settles),
    takesQr: prints.some((print) => print.takesQr),
  }
}

/** A document as `read` answers it; goods documents have `lines`. */
export interface PrintData {
  header: Record<string, unknown>
  /** The customer's signature as a data URL, where the kind fetches it for its paper. */
  signature?: string | undefined
  lines?: readonly object[]
}

/** What the paper of a document says beside its title where nobody may act upon it yet, or any more. */
export const stateMark = (def: DocumentDef, header: PrintData['header']): string | undefined =>
  def.states[String(header['state'])]?.mark

/** Makes the paper of one document. */
export type MakeSheet = (def: DocumentDef, data: PrintData, layout: PrintLayout, organisation: string) => PrintSheet

type GoodsLine = Partial<GoodsLineView>

const isDiscounted = ({ discountRate }: GoodsLine) => !equals(discountRate ?? '1', '1')
const isTaxed = ({ taxRate }: GoodsLine) => !isZero(taxRate ?? '0')

/** A line as its partner reads it: 单价 is what he pays for one piece, 开单价 what was typed. */
function paperLine(line: GoodsLine, taxIncluded: boolean): object {
  const { price, taxed, qty, discountRate = '1', taxRate = '0' } = line
  if (price == null || taxed == null || qty === undefined) return line
  const paid = paidPrice({ qty, price, taxed, discountRate, taxRate }, taxIncluded)
  return { ...line, typedPrice: price, price: paid }
}

/** What 单价 is called on a paper whose lines have discounts, or tax on top of their prices. */
function priceHeading(lines: readonly GoodsLine[], taxIncluded: boolean, title: string): string {
  const isTaxOnTop = !taxIncluded && lines.some(isTaxed)
  if (lines.some(isDiscounted)) return isTaxOnTop ? '折后含税' : '折后价'
  return isTaxOnTop ? `含税${title}` : title
}

/** What lies between the lines of a paper and its amount; nothing where they are the same. */
function extrasOf(lines: readonly object[], header: Record<string, unknown>): PrintField[] {
  const between = [
    { title: '整单优惠', value: neg(text(header['orderDiscount']) || '0') },
    { title: '运费', value: text(header['freight']) || '0' },
  ].filter(({ value }) => !isZero(value))
  if (between.length === 0) return []
  return [{ title: '货款', value: sumOf(lines, 'taxed') }, ...between].map(({ title, value }) => ({
    title,
    value: moneyText(value),
  }))
}

/** A cost that the server told of no line, since it is another organisation's (ADR 0180). */
const isKeptBack = ({ key }: PrintColumn, lines: readonly object[]) =>
  costPrints.has(key) && lines.length > 0 && lines.every((line) => !(key in line))

/** The paper of one document as the server showed it to this user; fields and figures it left out are not printed. */
export const goodsSheet: MakeSheet = (def, data, layout, organisation) => {
  // Paper names the day on which the document is due, whether it was typed or not, and the freight that its amount holds.
  const header: PrintData['header'] = {
    ...data.header,
    dueOn: data.header['dueDay'] ?? data.header['dueOn'],
    freight: chargedFreight(def.freightRule, data.header as unknown as FreightHeader),
  }
  const withMoney = layout.money !== false && header['totalTaxed'] !== undefined
  const fields = (layout.fields ?? defaultFields(def)).map((field): PrintField => ({
    key: field.key,
    title: field.title,
    value: textOf(header[field.key], field),
  }))
  const known: Record<string, string> = { 制单: text(header['creatorName']), 审核: text(header['approverName']) }
  const lines = data.lines ?? []
  const taxIncluded = header['taxIncluded'] !== false
  const columns = (layout.columns ?? printLineColumns).map((column) =>
    column.key === 'price' ? { ...column, heading: priceHeading(lines, taxIncluded, column.title) } : column,
  )
  return {
    organisation,
    title: layout.title ?? def.title,
    number: text(header['billNo']),
    isRed: header['isRed'] === true,
    fields,
    columns: columns.filter((column) => (withMoney || !pricePrints.has(column.key)) && !isKeptBack(column, lines)),
    lines: lines.map((line) => paperLine(line, taxIncluded)),
    sides: layout.sides,
    // A draft that waits for every price says no amount, in capitals neither.
    amount: withMoney ? ((header['totalTaxed'] ?? undefined) as Decimal | undefined) : undefined,
    extras: withMoney ? extrasOf(lines, header) : [],
    // A paper that names it among its fields, as the reason of a document, says it once.
    remark: layout.fields?.some(({ key }) => key === 'remark') ? '' : text(header['remark']),
    signatures: (layout.signatures ?? ['制单', '审核', '发货', '收货']).map((title) => ({
      title,
      value: known[title] ?? '',
    })),
    foot: layout.foot,
    settles: layout.settles,
  }
}
