import { z } from 'zod'
import { chargedLine } from './charged-share'
import type { Decimal } from './decimal'
import { type DocumentDef, states } from './document'
import { documentCalls, printed } from './document-calls'
import {
  type GoodsHeader,
  type GoodsHeaderAnswer,
  headerShape,
  type ListedField,
  listedFieldsOf,
  postedFigure,
  totalFigure,
} from './goods-header'
import { dateRange, flag, idList, orgReach, paging } from './list-query'
import { reference } from './references'
import { amount, day, id, invoiceKind, openPrice, price, qty, rate, text255, addressedId } from './scalars'
import { plainValue, shownFields, shows, type ShownValues } from './shown'

/** Header fields that every goods document takes (DOMAIN 4.3). A kind extends them with its own. */
export const goodsHeader = z.object({
  bizDate: day.meta({ title: '业务日期' }),
  partnerId: id.meta({ title: '往来单位' }),
  warehouseId: id.meta({ title: '仓库' }),
  departmentId: reference('department').nullable().default(null).meta({ title: '部门' }),
  handlerId: reference('employee').nullable().default(null).meta({ title: '经手人' }),
  salespersonId: reference('employee').nullable().default(null).meta({ title: '业务员' }),
  settlementMethodId: reference('settlementMethod').nullable().default(null).meta({ title: '结算方式' }),
  dueOn: day.nullable().default(null).meta({ title: '到期日' }),
  invoiceKind: invoiceKind.default('none').meta({ title: '发票类型' }),
  taxIncluded: z.boolean().default(true).meta({ title: '含税' }),
  orderDiscount: amount.default('0').meta({ title: '整单优惠' }),
  freight: amount.default('0').meta({ title: '运费' }),
  freightPayer: z.enum(['us', 'partner']).default('us').meta({ title: '运费承担' }),
  remark: text255.default('').meta({ title: '备注' }),
})

/** Line fields that every goods document takes (DOMAIN 4.3). */
export const goodsLine = z.object({
  partId: id.meta({ title: '配件' }),
  qty: qty.meta({ title: '数量' }),
  /** Quantity in the auxiliary unit, when the user typed it that way; `qty` is already in base units. */
  auxUnitId: id.nullable().default(null).meta({ title: '辅助单位' }),
  auxQty: qty.nullable().default(null).meta({ title: '辅助数量' }),
  price: price.meta({ title: '单价' }),
  priceSource: z.string().max(20).default('manual').meta({ title: '价格来源' }),
  discountRate: rate.default('1').meta({ title: '折扣' }),
  /** Typed net amount; the price is computed back from it (DOMAIN 4.3 formula 3). */
  netAmount: amount.nullable().default(null).meta({ title: '金额' }),
  taxRate: rate.default('0').meta({ title: '税率', description: '如 0.13；不填为 0，不取配件的税率' }),
  locationId: id.nullable().default(null).meta({ title: '货位' }),
  batchNo: z.string().trim().max(40, '最多40个字符').default('').meta({ title: '批次' }),
  /** The former document's line that this line executes or returns. */
  sourceLineId: id.nullable().default(null).meta({ title: '来源行' }),
  remark: text255.default('').meta({ title: '备注' }),
})

/** The line of a kind that is priced, whose price has a name of its own: 进价, 售价 … A draft may wait for it. */
export const goodsLineWith = (priceTitle: string) => goodsLine.extend({ price: openPrice.meta({ title: priceTitle }) })

/** Whether drafts of the kind may have lines whose price nobody knows yet. */
export const pricesMayWait = (def: DocumentDef): boolean =>
  (def.line.shape['price'] as z.ZodType).safeParse(null).success

/** A draft's line that still waits for its price; a typed net amount stands for one. */
export const isUnpriced = (line: { price: Decimal | null; netAmount: Decimal | null }): boolean =>
  line.price === null && line.netAmount === null

/** At most this many lines a document. */
export const maxLines = 2000

/** Snapshot columns of a part that documents show (C-part of DOMAIN section 2). */
export const partColumns = z.object({
  partCode: z.string(),
  partName: z.string(),
  oeNo: z.string().nullable(),
  brandName: z.string().nullable(),
  spec: z.string().nullable(),
  fitment: z.string().nullable(),
  unitName: z.string(),
})

/** A line as the server shows it. Cost appears only for callers who may see it (DOMAIN 10.5). */
export const goodsLineView = partColumns.extend({
  id,
  lineNo: z.number(),
  partId: id,
  qty: z.string(),
  auxUnitId: id.nullable(),
  auxQty: z.string().nullable(),
  // Null as long as a draft's line waits for its price.
  price: z.string().nullable().optional(),
  priceSource: z.string(),
  discountRate: z.string().optional(),
  amount: z.string().nullable().optional(),
  netAmount: z.string().nullable().optional(),
  taxRate: z.string().optional(),
  untaxed: z.string().nullable().optional(),
  tax: z.string().nullable().optional(),
  taxed: z.string().nullable().optional(),
  discountShare: z.string().optional(),
  locationId: id.nullable(),
  locationCode: z.string().nullable(),
  batchNo: z.string(),
  sourceLineId: id.nullable(),
  sourceNo: z.string().nullable(),
  /** On the draft of a return: what was charged for the former line. */
  charged: chargedLine.optional(),
  /** On a draft whose order discount follows its lines: what remains of the former line, and what that bears of its discount. */
  drawn: z.object({ qty: z.string(), discount: z.string() }).optional(),
  executedQty: z.string(),
  returnedQty: z.string(),
  closedQty: z.string(),
  receivedQty: z.string().nullable(),
  unitCost: z.string().nullable().optional(),
  costAmount: z.string().optional(),
  remark: z.string(),
})
export type GoodsLineView = z.output<typeof goodsLineView>

/** Line fields that the kind alone has. */
export const ownLineFields = (def: DocumentDef): string[] =>
  Object.keys(def.line.shape).filter((name) => !(name in goodsLineView.shape))

const ownLineShape = (def: DocumentDef) =>
  shownFields(Object.fromEntries(ownLineFields(def).map((name) => [name, def.line.shape[name] as z.ZodType])))

/** A line of the kind as the server shows it. */
type LineOf<Def extends DocumentDef> = GoodsLineView & Omit<ShownValues<Def['line']['shape']>, keyof GoodsLineView>
const lineOf = <Def extends DocumentDef>(def: Def) => shows<LineOf<Def>>(() => goodsLineView.extend(ownLineShape(def)))

/** What a row of every document list has: the C-doc columns of DOMAIN section 2 and money that most kinds show. */
const goodsRowAnswer = z.object({
  id,
  orgId: id,
  orgName: z.string(),
  billNo: z.string(),
  bizDate: z.string(),
  state: z.enum(states),
  isRed: z.boolean(),
  partnerId: id.nullable(),
  partnerName: z.string().nullable(),
  warehouseId: id.nullable(),
  warehouseName: z.string().nullable(),
  lineCount: z.number(),
  totalQty: z.string(),
  executedQty: z.string(),
  /** What documents made of this one may still take; null in a state, and of a kind, that none is made of. */
  remainingQty: z.string().nullable(),
  /** What an order waits for, line by line; nothing while it is not approved. */
  openQty: z.string(),
  /** How much of an order is executed. */
  executed: z.enum(['none', 'part', 'full']),
  confirmState: z.string().nullable(),
  totalUntaxed: totalFigure,
  totalTax: totalFigure,
  totalTaxed: totalFigure,
  orderDiscount: z.string().optional(),
  freight: z.string().optional(),
  settledAmount: postedFigure,
  openAmount: postedFigure,
  costAmount: postedFigure,
  grossProfit: postedFigure,
  invoiceKind,
  salespersonName: z.string().nullable(),
  handlerName: z.string().nullable(),
  creatorName: z.string().nullable(),
  createdAt: z.string(),
  approverName: z.string().nullable(),
  approvedAt: z.string().nullable(),
  postedAt: z.string().nullable(),
  sourceNo: z.string().nullable(),
  remark: z.string(),
  version: z.number(),
  printCount: z.number(),
})
/** A row of whatever kind. */
export type GoodsRow = z.output<typeof goodsRowAnswer> & { [Name in ListedField]?: string | null }

/** A row of the kind: what all have, and those of its own header fields that lists show. */
type GoodsRowOf<Def extends DocumentDef> = string extends keyof Def['header']['shape']
  ? GoodsRow
  : z.output<typeof goodsRowAnswer> & Pick<GoodsHeader<Def>, ListedField & keyof GoodsHeader<Def>>

/** Fields of a row that a list may show as a column; its export gives every one of them that the kind has. */
export type GoodsColumnField =
  | Exclude<
      keyof typeof goodsRowAnswer.shape,
      'id' | 'orgId' | 'partnerId' | 'warehouseId' | 'isRed' | 'version' | 'remainingQty' | 'freight'
    >
  | ListedField

/** F-doc filters of DOMAIN section 2, shared by all document lists. */
export const goodsFilters = dateRange.extend({
  orgs: orgReach.optional(),
  billNo: z.string().trim().max(40).optional(),
  partnerId: addressedId.optional(),
  warehouseId: addressedId.optional(),
  state: z.string().max(80).optional(),
  creatorId: addressedId.optional(),
  /** A part of the name of who made it. */
  creator: z.string().trim().max(40).optional(),
  salespersonId: addressedId.optional(),
  remark: z.string().trim().max(100).optional(),
  invoiceKind: invoiceKind.optional(),
  carrierId: addressedId.optional(),
  waybill: z.string().trim().max(60).optional(),
  /** Part search text; the list shows documents with a matching line. */
  part: z.string().trim().max(60).optional(),
  /** 收付款状态: unpaid, part or paid. */
  settled: z.enum(['none', 'part', 'full']).optional(),
  /** 执行状态 of an order: not yet, partly or wholly executed. */
  executed: z.enum(['none', 'part', 'full']).optional(),
  /** Only orders whose expected day is over and that still wait for goods. */
  overdue: flag.optional(),
  /** Words of the reason, for returns and other receipts and issues. */
  reason: z.string().trim().max(100).optional(),
  ids: idList.optional(),
})

/** A row of 引单: a line of a former document that can still be executed or returned. */
export const formerLine = partColumns.extend({
  documentId: id,
  lineId: id,
  billNo: z.string(),
  bizDate: z.string(),
  partnerId: id.nullable(),
  partnerName: z.string().nullable(),
  warehouseId: id.nullable(),
  salespersonId: id.nullable(),
  partId: id,
  qty: z.string(),
  remainingQty: z.string(),
  price: z.string().optional(),
  discountRate: z.string().optional(),
  taxRate: z.string().optional(),
  locationId: id.nullable(),
  locationCode: z.string().nullable(),
  batchNo: z.string(),
})
export type FormerLine = z.output<typeof formerLine>

/** What everybody sees of a header who moves the goods. */
const alwaysMoved = {
  id: true,
  kind: true,
  billNo: true,
  bizDate: true,
  state: true,
  version: true,
  isRed: true,
} as const
/**
 * The header of a document as it is shown to who moves its goods, of whatever kind: he may not see everything of it. Fields
 * that its kind alone has are plain values.
 */
export const movedHeader = shows<Partial<GoodsHeader> & Pick<GoodsHeaderAnswer, keyof typeof alwaysMoved>>(() =>
  z
    .object({ ...headerShape(goodsHeader.shape), partnerId: id.nullable() })
    .partial()
    .required(alwaysMoved)
    .catchall(plainValue),
)
/** Its line; here, too, fields of the kind's own are plain values. */
export const movedLine = goodsLineView.catchall(plainValue) as unknown as typeof goodsLineView

const rowOf = <Def extends DocumentDef>(def: Def) =>
  shows<GoodsRowOf<Def>>(() => {
    const header = headerShape(def.header.shape)
    const own = listedFieldsOf(def).map((name) => [name, header[name] as z.ZodType])
    return goodsRowAnswer.extend(Object.fromEntries(own))
  })

/** The calls that every goods document answers, with its own header, line and row types. */
export function documentRoutes<Def extends DocumentDef>(def: Def) {
  const filters = goodsFilters
  const view = z.object({
    header: shows<GoodsHeader<Def>>(() => z.object({ ...headerShape(def.header.shape), kind: z.literal(def.kind) })),
    lines: z.array(lineOf(def)),
    can: z.array(z.string()),
  })
  return documentCalls(def, {
    row: rowOf(def),
    filters,
    query: filters.extend(paging.shape),
    save: z.object({
      id: id.optional(),
      version: z.number().int().optional(),
      header: def.header as Def['header'],
      lines: z
        .array(def.line as Def['line'])
        .min(1, '请至少录入一行明细')
        .max(maxLines, `明细最多${maxLines}行`),
    }),
    view,
    print: view.extend(printed),
  })
}
