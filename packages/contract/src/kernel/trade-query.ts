// What queries of posted goods documents have in common: filters by which one cut leads to another, and figures of documents,
// lines and parts. Data only.
import { z } from 'zod'
import type { FieldKey } from './fields'
import { goodsColumns } from './goods-columns'
import { dateRange, documentFilters, flag, orgReach } from './list-query'
import { partQueryColumns } from './part-columns'
import { orgQueryColumn, type QueryColumns } from './query'
import { type Access, route } from './route'
import { addressedId, id } from './scalars'

const optionalId = addressedId.optional()
/** Drafts and what waits for approval or the warehouse too; they stand beside what is posted and in no sum with it. */
const unposted = flag.optional()

/** Filters that every cut of what was traded has. */
export const tradeFilters = dateRange.extend({
  orgs: orgReach.optional(),
  partnerId: optionalId,
  warehouseId: optionalId,
  salespersonId: optionalId,
  unposted,
})
export type TradeFilters = z.output<typeof tradeFilters>

/** The same for cuts of lines, with those of parts (business/lists 1.2). */
export const tradedPartFilters = tradeFilters.extend({
  part: z.string().trim().max(60).optional(),
  brandId: optionalId,
  categoryId: optionalId,
  fitment: z.string().trim().max(60).optional(),
  spec: z.string().trim().max(60).optional(),
})
export type TradedPartFilters = z.output<typeof tradedPartFilters>

/** The same for cuts of documents, with those of document lists (business/lists 1.1). */
export const tradedDocumentFilters = documentFilters.extend({ warehouseId: optionalId, unposted })

/** Why goods went back, a part of the words; a filter of returns. */
export const returnReason = z.string().trim().max(100).optional()

const key = { isKey: true } as const
const money = { kind: 'money', chars: 14 } as const
const unsorted = { sort: false } as const

/** Money of a trade whose prices stand behind `field`. The parts of a sum stand beside it and are turned on in 列设置. */
export const moneyColumns = <Field extends FieldKey>(field: Field) =>
  ({
    untaxed: { ...money, title: '未税金额', field },
    tax: { ...money, title: '税额', width: 76, field },
  }) as const

/** Columns of a document in a query (business/lists 1.3); `partner` is what the kind calls the other side, `source` its former document. */
export const tradedDocumentColumns = <Field extends FieldKey>(
  field: Field,
  titles: { partner: string; salesperson: string; source: string; settled: string; open: string },
) =>
  ({
    billNo: goodsColumns.billNo,
    orgName: orgQueryColumn,
    state: { title: '状态', kind: 'state', isKey: true, labels: goodsColumns.state.labels },
    bizDate: goodsColumns.bizDate,
    partnerName: { ...goodsColumns.partnerName, title: titles.partner, width: 120 },
    warehouseName: goodsColumns.warehouseName,
    lineCount: goodsColumns.lineCount,
    totalQty: goodsColumns.totalQty,
    totalUntaxed: { ...money, title: '未税金额', field, nullable: true },
    totalTax: { ...money, title: '税额', width: 76, field, nullable: true },
    totalTaxed: {
      ...money,
      title: '价税合计',
      field,
      isKey: true,
      nullable: true,
      missing: goodsColumns.totalTaxed.missing,
    },
    settledAmount: { ...money, ...unsorted, title: titles.settled, field, isKey: true, nullable: true },
    openAmount: { ...money, ...unsorted, title: titles.open, field, isKey: true, nullable: true },
    sourceNo: { ...goodsColumns.sourceNo, title: titles.source, nullable: true },
    invoiceKind: { ...goodsColumns.invoiceKind, kind: 'code' },
    salespersonName: { ...goodsColumns.salespersonName, title: titles.salesperson, hidden: true, nullable: true },
    creatorName: { ...goodsColumns.creatorName, isKey: false, nullable: true },
    approverName: { ...goodsColumns.approverName, hidden: true, nullable: true },
    approvedAt: { ...goodsColumns.approvedAt, hidden: true, nullable: true },
    remark: goodsColumns.remark,
  }) as const

/** What rows of documents tell beside their columns. */
export const documentBeside = { id, isRed: z.boolean() }

/** Columns by which a line tells its document. */
export const lineDocumentColumns = (titles: { partner: string; salesperson: string }) =>
  ({
    billNo: { title: '单号', width: 122, fixed: 'left', isKey: true, chars: 20 },
    orgName: orgQueryColumn,
    state: { title: '状态', kind: 'state', sort: false, labels: goodsColumns.state.labels },
    bizDate: { title: '日期', kind: 'date', isKey: true },
    partnerName: { title: titles.partner, width: 104, isKey: true, chars: 24, nullable: true },
    warehouseName: { title: '仓库', width: 72, sort: false, hidden: true },
    salespersonName: { title: titles.salesperson, width: 64, sort: false, hidden: true, nullable: true },
  }) as const satisfies QueryColumns

/** A part beside a document, where there is no room for what tells it closer. */
export const linePartColumns = {
  ...partQueryColumns,
  partName: { ...partQueryColumns.partName, width: 132 },
  oeNo: { ...partQueryColumns.oeNo, hidden: true },
  spec: { ...partQueryColumns.spec, hidden: true },
  unitName: { ...partQueryColumns.unitName, hidden: true },
} as const satisfies QueryColumns

/** A part in sums. */
export const summedPartColumns = {
  ...partQueryColumns,
  spec: { ...partQueryColumns.spec, hidden: true },
} as const satisfies QueryColumns

/** Figures of a line: after its share of the order's discount, without freight; null in a draft that waits for its price. */
export const lineFigures = <Field extends FieldKey>(field: Field) => {
  const { untaxed, tax } = moneyColumns(field)
  return {
    qty: { title: '数量', kind: 'qty', width: 68, ...key },
    price: { title: '含税单价', kind: 'price', width: 78, sort: false, field, nullable: true, ...key },
    untaxed: { ...untaxed, hidden: true, nullable: true },
    tax: { ...tax, nullable: true },
    taxed: { ...money, title: '含税金额', field, nullable: true, ...key },
  } as const
}

/** What rows of lines tell beside their columns. */
export const lineBeside = { lineId: id, documentId: id, partId: id, isRed: z.boolean() }

/** What is not posted yet, beside the sums and in none of them. */
export const waitingQty = { title: '未过账数量', kind: 'qty', width: 84 } as const

/** Why goods of a document went back, on documents and lines of returns. */
export const reasonColumn = { title: '退货原因', width: 96, sort: false, nullable: true } as const

/** 价格走势 of a part: what a piece came to on each day of the last year on which it was traded, in yuan with 4 decimals; the oldest first. */
export const priceTrendRoute = (path: string, access: Access, summary: string) =>
  route({
    method: 'GET',
    path,
    access,
    summary,
    query: z.object({ partId: addressedId, orgs: orgReach.optional() }),
    data: z.object({ days: z.array(z.object({ day: z.string(), price: z.string() })) }),
  })
export type PriceTrendRoute = ReturnType<typeof priceTrendRoute>
