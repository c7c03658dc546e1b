import { z } from 'zod'
import { chargedLine } from './charged-share'
import type { Decimal } from './decimal'
import {
  type ActionDef,
  type Declared,
  defineDocument,
  type DocumentDef,
  noLinesOf,
  type Section,
  sectionBody,
  type StateOf,
} from './document'
import { type postingStates, type StateDefs, stateIn } from './states'
import { rowIdentity, rowOf, rowStamps } from './document-answer'
import { documentCalls, printed, saveFields } from './document-calls'
import type { FieldKey } from './fields'
import { type GoodsHeader, type GoodsHeaderAnswer, headerShape, postedFigure, totalFigure } from './goods-header'
import { documentFilters, paging } from './list-query'
import { type OwnColumn, type OwnColumns, ownFilters } from './own-columns'
import { reference } from './references'
import { amount, day, id, invoiceKind, openPrice, price, qty, rate, text255, addressedId, text } from './scalars'
import { codesBeside, plainValue, type ShownCodes, shownFields, shows, type ShownValues } from './shown'

/** Header fields that every goods document takes (business/documents 3.10). A kind extends them with its own. */
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

/** Line fields that every goods document takes (business/documents 3.11). */
export const goodsLine = z.object({
  partId: id.meta({ title: '配件' }),
  qty: qty.meta({ title: '数量' }),
  /** Quantity in the auxiliary unit, when the user typed it that way; `qty` is already in base units. */
  auxUnitId: id.nullable().default(null).meta({ title: '辅助单位' }),
  auxQty: qty.nullable().default(null).meta({ title: '辅助数量' }),
  price: price.meta({ title: '单价' }),
  priceSource: z.string().max(20).default('manual').meta({ title: '价格来源' }),
  discountRate: rate.default('1').meta({ title: '折扣' }),
  /** Typed net amount; the price is computed back from it (business/documents 3.3). */
  netAmount: amount.nullable().default(null).meta({ title: '金额' }),
  taxRate: rate.default('0').meta({ title: '税率', description: '如 0.13；不填为 0，不取配件的税率' }),
  locationId: id.nullable().default(null).meta({ title: '货位' }),
  batchNo: text(40).default('').meta({ title: '批次' }),
  /** The former document's line that this line executes or returns. */
  sourceLineId: id.nullable().default(null).meta({ title: '来源行' }),
  remark: text255.default('').meta({ title: '备注' }),
})

/** The line of a kind that is priced, whose price has a name of its own: 进价, 售价 … A draft may wait for it. */
export const goodsLineWith = (priceTitle: string) => goodsLine.extend({ price: openPrice.meta({ title: priceTitle }) })

/** On a line of a sale: the line of a purchase that it is sold out of, before the goods are here or after (business/sales 1.9). */
export const linkedPurchaseLine = id.nullable().default(null).meta({ title: '采购来源行' })

/** The tax rate on a line of a kind that knows no tax: 0, whatever the part says. */
export const noTax = rate
  .default('0')
  .overwrite(() => '0')
  .meta({ title: '税率', description: '此单据不计税，始终为 0' })

/** At most this many lines a document. */
export const maxLines = 2000

/** The one table of lines that a goods document has. */
export const goodsLines = <Line extends z.ZodObject>(line: Line): Section<Line> => ({
  title: '明细',
  line,
  most: maxLines,
  isNeeded: true,
})

/** What a goods document is, but for its calls. */
type GoodsShape<Line extends z.ZodObject = z.ZodObject> = DocumentDef<
  string,
  z.ZodObject,
  { readonly lines: Section<Line> }
>
/** The calls that a kind of goods document answers. */
export type GoodsRoutes<Def extends GoodsShape = GoodsShape> = ReturnType<typeof goodsRoutes<Def>>
/** The definition of a goods document. */
export type GoodsDef<Line extends z.ZodObject = z.ZodObject> = GoodsShape<Line> & {
  routes: GoodsRoutes
  priceField: FieldKey
}

/** Fields that a line of the kind takes. */
export const lineShape = (def: GoodsShape): z.ZodRawShape => def.sections.lines.line.shape

/** Whether drafts of the kind may have lines whose price nobody knows yet. */
export const pricesMayWait = (def: GoodsShape): boolean =>
  (lineShape(def)['price'] as z.ZodType).safeParse(null).success

/** Whether lines of the kind bear tax. */
export const isTaxed = (def: GoodsShape): boolean => lineShape(def)['taxRate'] !== noTax

/** A draft's line that still waits for its price; a typed net amount stands for one. */
export const isUnpriced = (line: { price: Decimal | null; netAmount: Decimal | null }): boolean =>
  line.price === null && line.netAmount === null

/** Snapshot columns of a part that documents show (business/lists 1.4). */
export const partColumns = z.object({
  partCode: z.string(),
  partName: z.string(),
  oeNo: z.string().nullable(),
  brandName: z.string().nullable(),
  spec: z.string().nullable(),
  fitment: z.string().nullable(),
  unitName: z.string(),
})

/** A line as the server shows it. Cost appears only for callers who may see it (business/access 8). */
const goodsLineView = partColumns.extend({
  id,
  lineNo: z.number(),
  partId: id,
  /** 品质 of the part, as it is now. */
  grade: z.string(),
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
export const ownLineFields = (def: GoodsShape): string[] =>
  Object.keys(lineShape(def)).filter((name) => !(name in goodsLineView.shape))

/** The field permission that a line field of the kind's own stands behind (`meta({ field })`); undefined where it is the kind's. */
export const fieldOfLine = (def: GoodsShape, name: string): FieldKey | undefined =>
  (lineShape(def)[name] as z.ZodType | undefined)?.meta()?.['field'] as FieldKey | undefined

function ownLineShape(def: GoodsShape): Record<string, z.ZodType> {
  const own = ownLineFields(def)
  const shown = shownFields(Object.fromEntries(own.map((name) => [name, lineShape(def)[name] as z.ZodType])))
  const seen = (name: string) => (fieldOfLine(def, name) ? shown[name]?.optional() : shown[name]) as z.ZodType
  const codes = codesBeside(own).map((name) => [name, z.string().nullable()])
  return Object.fromEntries([...own.map((name) => [name, seen(name)]), ...codes])
}

/** A line of the kind as the server shows it. */
type LineOf<Def extends GoodsShape> = GoodsLineView &
  Omit<
    ShownValues<Def['sections']['lines']['line']['shape']> & ShownCodes<Def['sections']['lines']['line']['shape']>,
    keyof GoodsLineView
  >
const lineOf = <Def extends GoodsShape>(def: Def) => shows<LineOf<Def>>(() => goodsLineView.extend(ownLineShape(def)))

/** What a row of every document list has: the columns of business/lists 1.3 and money that most kinds show. */
const goodsRowAnswer = z.object({
  ...rowIdentity,
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
  sourceNo: z.string().nullable(),
  ...rowStamps,
})
/** A row of whatever kind; of one with another side, whose that is. */
export type GoodsRow = z.output<typeof goodsRowAnswer> & { counterOrgId?: number | null; toWarehouseId?: number | null }

/** A row of the kind: what all have, and its own columns. */
type GoodsRowOf<Def extends DocumentDef> = string extends keyof Def['header']['shape']
  ? GoodsRow
  : z.output<typeof goodsRowAnswer> & { state: StateOf<Def> } & Pick<
        GoodsHeader<Def>,
        keyof NonNullable<Def['columns']> & keyof GoodsHeader<Def>
      > & {
        // What the kind tells of its lines: nothing until it is known, and to who may not see it.
        [Name in Exclude<keyof NonNullable<Def['columns']>, keyof GoodsHeader<Def> | keyof GoodsRow>]?: string | null
      }

/** Fields of a row that a list may show as a column; its export gives every one of them that the kind has. */
export type GoodsColumnField = Exclude<
  keyof typeof goodsRowAnswer.shape,
  'id' | 'orgId' | 'partnerId' | 'warehouseId' | 'isRed' | 'version' | 'remainingQty' | 'freight'
>

/** Filters of all document lists with those of goods documents. */
export const goodsFilters = documentFilters.extend({
  warehouseId: addressedId.optional(),
  invoiceKind: invoiceKind.optional(),
  /** Part search text; the list shows documents with a matching line. */
  part: z.string().trim().max(60).optional(),
  /** 收付款状态: unpaid, part or paid. */
  settled: z.enum(['none', 'part', 'full']).optional(),
  /** 执行状态 of an order: not yet, partly or wholly executed. */
  executed: z.enum(['none', 'part', 'full']).optional(),
  /** Of documents between two organisations: those on which the caller's own one is this side. */
  side: z.enum(['owner', 'counterparty']).optional(),
})

/** A row of 引单: a line of a former document that can still be executed or returned. */
export const openSourceLine = partColumns.extend({
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
export type OpenSourceLine = z.output<typeof openSourceLine>

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

const otherSide = { counterOrgId: id.nullable(), toWarehouseId: id.nullable() }

/** The calls that every goods document answers, with its own header, line and row types. */
function goodsRoutes<Def extends GoodsShape>(def: Def) {
  const filters = goodsFilters.extend(ownFilters<NonNullable<Def['columns']>>(def))
  const { lines } = def.sections
  const view = z.object({
    header: shows<GoodsHeader<Def>>(() =>
      z.object({ ...headerShape(def.header.shape), kind: z.literal(def.kind), state: stateIn(def) }),
    ),
    lines: z.array(lineOf(def)),
    can: z.array(z.string()),
  })
  return documentCalls(def, {
    row: shows<GoodsRowOf<Def>>(() =>
      rowOf(def, goodsRowAnswer.extend(def.hasCounterparty ? otherSide : {}), headerShape(def.header.shape)),
    ),
    filters,
    query: filters.extend(paging.shape),
    save: z.object({
      ...saveFields(def),
      lines: sectionBody<Def['sections']['lines']['line']>(lines).min(1, noLinesOf(lines)),
    }),
    view,
    print: view.extend(printed),
  })
}

/** A kind of goods document with the calls that it answers (`otherOut.routes.list`); the rest as `defineDocument` has it. */
export function defineGoodsDocument<
  Kind extends string,
  Header extends z.ZodObject,
  Line extends z.ZodObject,
  Actions extends Record<string, ActionDef<keyof States & string>>,
  States extends StateDefs = typeof postingStates,
  const Columns extends OwnColumns = Record<never, OwnColumn>,
>(
  declared: Declared<Kind, Header, { readonly lines: Section<Line> }, Actions, Columns> & {
    states?: States
    priceField: FieldKey
  },
) {
  const def = defineDocument(declared)
  return { ...def, priceField: declared.priceField, routes: goodsRoutes(def) }
}
