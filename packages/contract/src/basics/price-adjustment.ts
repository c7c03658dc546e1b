import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { type ActionDef, defineDocument, type Section, sectionBody } from '../kernel/document'
import { documentCalls, printed, saveFields } from '../kernel/document-calls'
import { answeredFields, documentStamps, rowIdentity } from '../kernel/document-answer'
import { documentFilters, paging } from '../kernel/list-query'
import { moneyColumns } from '../kernel/money-columns'
import type { OwnColumns } from '../kernel/own-columns'
import type { QueryColumns } from '../kernel/query'
import { reference } from '../kernel/references'
import { day, id, openPrice, text255 } from '../kernel/scalars'
import { type ShownValues, shownFields } from '../kernel/shown'
import { documentStates, stateIn, type StateDefs } from '../kernel/states'
import { byPrice, priceNames, type ProductPrice, productPrices } from './product'

/** Buttons of 价格管理 (business/access 5). */
export const priceButtons = {
  view: pageOf('price'),
  add: button('price', 'add'),
  update: button('price', 'update'),
  approve: button('price', 'approve'),
  void: button('price', 'void'),
  import: button('price', 'import'),
  export: button('price', 'export'),
  belowMin: button('price', 'below_min'),
  belowCost: button('price', 'below_cost'),
}

/** Most lines of one adjustment. */
export const maxAdjusted = 1000

const header = z.object({
  bizDate: day.meta({ title: '业务日期' }),
  effectiveOn: day.nullable().default(null).meta({ title: '生效日期' }),
  effectiveTime: z
    .string()
    .trim()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, '生效时刻应为 HH:mm')
    .default('00:00')
    .meta({ title: '生效时刻' }),
  reason: text255.default('').meta({ title: '调价原因' }),
  handlerId: reference('employee').nullable().default(null).meta({ title: '经手人' }),
  remark: text255.default('').meta({ title: '备注' }),
  /** The adjustment whose prices this one takes back. */
  backOfId: id.nullable().default(null).meta({ title: '还原单据' }),
})

const line = z.object({
  partId: id.meta({ title: '配件' }),
  ...byPrice((name) => openPrice.default(null).meta({ title: productPrices[name] })),
  remark: text255.default('').meta({ title: '备注' }),
})
export type AdjustmentLine = z.output<typeof line>

const lines: Section<typeof line> = { title: '调价明细', line, most: maxAdjusted, isNeeded: true }

const states = {
  draft: documentStates.draft,
  submitted: documentStates.submitted,
  approved: { label: '待生效', stage: 'agreed', tone: 'blue' },
  effective: { label: '已生效', stage: 'agreed', tone: 'green' },
  voided: documentStates.voided,
} as const satisfies StateDefs

const enter = [priceButtons.add, priceButtons.update]
const actions = {
  submit: { label: '提交', from: ['draft'], to: ['submitted'], button: enter, stamp: 'submitted' },
  withdraw: { label: '撤回', from: ['submitted'], to: ['draft'], button: enter, stamp: 'cleared' },
  reject: {
    label: '驳回',
    from: ['submitted'],
    to: ['draft'],
    button: priceButtons.approve,
    stamp: 'cleared',
    reason: true,
  },
  approve: {
    label: '审核',
    from: ['draft', 'submitted'],
    to: ['approved', 'effective'],
    button: priceButtons.approve,
    stamp: 'approved',
    isApproval: true,
  },
  unapprove: {
    label: '反审核',
    from: ['approved'],
    to: ['draft'],
    button: priceButtons.approve,
    stamp: 'cleared',
    reason: true,
  },
  void: { label: '作废', from: ['draft', 'submitted'], to: ['voided'], button: priceButtons.void, reason: true },
} as const satisfies Record<string, ActionDef<keyof typeof states>>

const columns = {
  effectiveOn: { kind: 'date', width: 80, isKey: true, nullable: true, missing: '立即' },
  effectiveTime: { width: 64, sort: false },
  lineCount: { title: '商品数', kind: 'count', total: false, width: 56, isKey: true, sort: false },
  effectiveAt: { title: '实际生效', kind: 'time', isKey: true, nullable: true },
  reason: { width: 160, sort: false, filter: 'contains' },
} as const satisfies OwnColumns

/** Columns of its list that other documents have as well, as its sheet names them. */
export const adjustmentColumns = {
  billNo: moneyColumns.billNo,
  orgName: moneyColumns.orgName,
  bizDate: moneyColumns.bizDate,
  state: moneyColumns.state,
  handlerName: moneyColumns.handlerName,
  creatorName: moneyColumns.creatorName,
  createdAt: moneyColumns.createdAt,
  approverName: moneyColumns.approverName,
  approvedAt: moneyColumns.approvedAt,
  printCount: moneyColumns.printCount,
  remark: moneyColumns.remark,
} as const satisfies QueryColumns

const def = defineDocument({
  kind: 'price_adjustment',
  title: '调价单',
  prefix: 'TJ',
  path: 'price-adjustment',
  area: 'sales',
  priceField: 'doc_price',
  partnerTitle: '往来单位',
  buttons: {
    view: priceButtons.view,
    add: priceButtons.add,
    update: priceButtons.update,
    export: priceButtons.export,
  },
  header,
  sections: { lines },
  ownFields: ['backOfId'],
  columns,
  states,
  actions,
})

/** Name of the field that holds what a price was before. */
export type FormerPrice = `old${Capitalize<ProductPrice>}`
export const formerName = (name: ProductPrice) => `old${name.slice(0, 1).toUpperCase()}${name.slice(1)}` as FormerPrice

const shownPrice = z.string().nullable().optional()
const formerPrices = Object.fromEntries(priceNames.map((name) => [formerName(name), shownPrice])) as Record<
  FormerPrice,
  typeof shownPrice
>

/**
 * A line as it is shown: new prices (null stays as it is) and those that stood when it was saved, from the moment of effect on those
 * that stood then. Prices are absent without their field permission.
 */
const lineView = z.object({
  id,
  lineNo: z.number(),
  partId: id,
  partCode: z.string(),
  partName: z.string(),
  oeNo: z.string(),
  brandName: z.string(),
  spec: z.string(),
  unitName: z.string(),
  ...byPrice(() => shownPrice),
  ...formerPrices,
  remark: z.string(),
  /** Why its prices did not take effect, or ''. */
  leftOut: z.string(),
  /** Some price had been changed between approval and effect. */
  isOvertaken: z.boolean(),
})
export type AdjustmentLineView = z.output<typeof lineView>

const headerAnswer = z.object({
  id,
  orgId: id,
  kind: z.literal('price_adjustment'),
  billNo: z.string(),
  state: stateIn(def),
  version: z.number(),
  isRed: z.boolean(),
  handlerName: z.string().nullable(),
  backOfNo: z.string().nullable(),
  lineCount: z.number(),
  effectiveAt: z.string().nullable(),
  ...documentStamps,
})
export type AdjustmentHeader = z.output<typeof headerAnswer> & ShownValues<(typeof header)['shape']>
/** Names of all that a header answers. */
export const adjustmentHeaderFields = answeredFields(headerAnswer, header)

const row = z.object({
  ...rowIdentity,
  state: stateIn(def),
  effectiveOn: z.string().nullable(),
  effectiveTime: z.string(),
  effectiveAt: z.string().nullable(),
  lineCount: z.number(),
  reason: z.string(),
  handlerName: z.string().nullable(),
  creatorId: id,
  creatorName: z.string().nullable(),
  createdAt: z.string(),
  approverName: z.string().nullable(),
  approvedAt: z.string().nullable(),
  remark: z.string(),
  version: z.number(),
  printCount: z.number(),
})
export type AdjustmentRow = z.output<typeof row>

const filters = documentFilters.omit({ partnerId: true, salespersonId: true }).extend({
  part: z.string().trim().max(60).optional(),
  reason: z.string().trim().max(100).optional(),
})
export type AdjustmentFilters = z.output<typeof filters>

const save = z.object({ ...saveFields(def), lines: sectionBody(lines) })
export type AdjustmentRequest = z.output<typeof save>

const view = z.object({
  header: headerAnswer.extend(shownFields(header.shape) as unknown as (typeof header)['shape']),
  lines: z.array(lineView),
  can: z.array(z.string()),
})

/**
 * 调价单 (business/basics 4.4): new prices of many products, checked by a second pair of eyes, that take effect at a day and time, or at
 * once. It posts nothing; an effective one is taken back by another one.
 */
export const priceAdjustment = {
  ...def,
  routes: documentCalls(def, {
    row,
    filters,
    query: filters.extend(paging.shape),
    save,
    view,
    print: view.extend(printed),
  }),
}
