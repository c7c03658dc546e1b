import { z } from 'zod'
import { button } from '../access/catalogue'
import { documentButtons } from '../access/document-rights'
import { type ActionDef, defineDocument, type Section, sectionBody } from '../kernel/document'
import { documentCalls, printed, saveFields } from '../kernel/document-calls'
import { documentStamps, rowIdentity, rowStamps } from '../kernel/document-answer'
import { partColumns } from '../kernel/goods-document'
import { labelled, oneOf } from '../kernel/labelled'
import { documentFilters, paging } from '../kernel/list-query'
import { orgQueryColumn, type QueryColumns } from '../kernel/query'
import { reference } from '../kernel/references'
import { idParam, maxLinesBody, route } from '../kernel/route'
import { addressedId, code, day, id, price, qtyOrZero, text, text255 } from '../kernel/scalars'
import { postingStates, type StateDefs, stateIn } from '../kernel/states'

const group = 'stock_count'

/** Whoever counts blindly holds it not: what the books say shows while the count goes on (business/warehouse 5.3). */
export const seeBook = button(group, 'see_book')

/** Which places a count covers (business/warehouse 5.1). */
export const countScopes = { full: '全盘', category: '分类', location: '货位', parts: '抽盘' } as const
export type CountScope = keyof typeof countScopes

/** At most this many places a count, and so many entries in one request: a sheet of a whole count goes in at once, or not at all. */
export const maxPlaces = 6000
const maxChosen = 2000

/** A count is entered in three steps; what it finds is posted by somebody else (business/warehouse 5.2). */
const states = {
  draft: postingStates.draft,
  counting: { label: '盘点中', stage: 'entry', tone: 'blue', mark: '盘点中' },
  recount: { label: '复盘中', stage: 'entry', tone: 'violet', mark: '复盘中' },
  submitted: postingStates.submitted,
  done: postingStates.done,
  voided: postingStates.voided,
  reversed: postingStates.reversed,
} as const satisfies StateDefs

const actions = {
  begin: { label: '开始盘点', from: ['draft'], to: ['counting'], button: button(group, 'update') },
  recount: {
    label: '复盘',
    from: ['counting'],
    to: ['recount'],
    button: button(group, 'update'),
    hint: '只重盘有差异的行',
  },
  submit: {
    label: '提交',
    from: ['draft', 'counting', 'recount'],
    to: ['submitted'],
    button: button(group, 'submit'),
    stamp: 'submitted',
  },
  withdraw: {
    label: '撤回',
    from: ['submitted'],
    to: ['counting'],
    button: button(group, 'submit'),
    stamp: 'cleared',
  },
  reject: {
    label: '驳回',
    from: ['submitted'],
    to: ['counting'],
    button: button(group, 'approve'),
    stamp: 'cleared',
    reason: true,
  },
  void: {
    label: '作废',
    from: ['draft', 'counting', 'recount', 'submitted'],
    to: ['voided'],
    button: button(group, 'void'),
    reason: true,
  },
  approve: {
    label: '审核过账',
    from: ['submitted'],
    to: ['done'],
    button: button(group, 'approve'),
    stamp: 'approved',
    isApproval: true,
    byAnother: true,
  },
  unapprove: {
    label: '反审核',
    from: ['done'],
    to: ['draft'],
    button: button(group, 'unapprove'),
    stamp: 'cleared',
    reason: true,
    preview: true,
  },
  reverse: {
    label: '红冲',
    from: ['done'],
    to: ['reversed'],
    button: button(group, 'unapprove'),
    reason: true,
    preview: true,
  },
} as const satisfies Record<string, ActionDef<keyof typeof states>>

const header = z.object({
  bizDate: day.meta({ title: '业务日期' }),
  warehouseId: id.meta({ title: '仓库' }),
  scope: oneOf(countScopes, '请选择盘点范围').default('full').meta({ title: '盘点范围' }),
  categoryId: id.nullable().default(null).meta({ title: '配件分类' }),
  /** The beginning of the codes of bins: A-01 is the whole rack. */
  location: code(23).default('').meta({ title: '货位' }),
  isFreezing: z.boolean().default(false).meta({ title: '冻结出入库' }),
  uncountedAsZero: z.boolean().default(false).meta({ title: '未盘视为0' }),
  handlerId: reference('employee').nullable().default(null).meta({ title: '负责人' }),
  remark: text255.default('').meta({ title: '备注' }),
})

/** A part of a count of chosen parts, and what of it was counted where, when somebody knows already. */
const chosen = z.object({
  partId: id.meta({ title: '配件' }),
  locationId: id.nullable().default(null).meta({ title: '货位' }),
  batchNo: text(40).default('').meta({ title: '批次' }),
  countedQty: qtyOrZero.nullable().default(null).meta({ title: '实盘数' }),
})
const lines: Section<typeof chosen> = { title: '抽盘配件', line: chosen, most: maxChosen }

/** What the list of counts has beside the columns of all documents. */
const ownColumns = {
  warehouseName: { title: '仓库', width: 60, card: 'small' },
  scope: { title: '范围', kind: 'code', width: 56, labels: countScopes, card: 'small' },
  scopeName: { title: '范围说明', width: 110, sort: false },
  isFreezing: { title: '冻结', kind: 'flag', width: 48, sort: false },
  snapshotAt: { title: '快照时间', kind: 'time', chars: 20 },
  lineCount: { title: '品种', kind: 'count', width: 52, total: false },
  countedCount: { title: '已盘', kind: 'count', width: 52, total: false, sort: false },
  gainQty: { title: '盘盈数', kind: 'qty', isKey: true },
  gainAmount: { title: '盘盈额', kind: 'money', field: 'cost_price', isKey: true },
  lossQty: { title: '盘亏数', kind: 'qty', isKey: true },
  lossAmount: { title: '盘亏额', kind: 'money', field: 'cost_price', isKey: true },
} as const satisfies QueryColumns

/** All its columns, by the names of its rows, and those of its sheet. */
export const countColumns = {
  billNo: { title: '单号', chars: 20 },
  orgName: orgQueryColumn,
  state: { title: '状态', kind: 'state' },
  bizDate: { title: '业务日期', kind: 'date' },
  ...ownColumns,
  handlerName: { title: '负责人', sort: false },
  creatorName: { title: '制单人', sort: false },
  createdAt: { title: '制单时间', kind: 'time', chars: 20 },
  approverName: { title: '审核人', sort: false },
  approvedAt: { title: '审核时间', kind: 'time', chars: 20 },
  postedAt: { title: '过账时间', kind: 'time', chars: 20 },
  printCount: { title: '打印次数', kind: 'count', chars: 14, sort: false, total: false },
  remark: { title: '备注', chars: 30, sort: false },
} as const satisfies QueryColumns

const declared = defineDocument({
  kind: 'stock_count',
  title: '盘点单',
  prefix: 'PD',
  path: 'stock-count',
  area: 'stock',
  flags: ['count'],
  partnerTitle: '往来单位',
  buttons: documentButtons(group),
  header,
  sections: { lines },
  columns: ownColumns,
  states,
  actions,
})

/** A place that is counted. What the books say is absent for who counts blindly, what a difference is worth for who sees no costs. */
const countLine = partColumns.extend({
  id,
  lineNo: z.number(),
  partId: id,
  locationId: id,
  locationCode: z.string(),
  batchNo: z.string(),
  countedQty: z.string().nullable(),
  /** What had been counted before it was to be counted again. */
  firstQty: z.string().nullable(),
  bookQty: z.string().optional(),
  /** What was counted, less what the books say; null as long as nobody has counted. */
  diffQty: z.string().nullable().optional(),
  diffValue: z.string().nullable().optional(),
  unitCost: z.string().nullable().optional(),
  isRecount: z.boolean(),
  isFound: z.boolean(),
  counterName: z.string().nullable(),
  countedAt: z.string().nullable(),
  version: z.number(),
})
export type CountLine = z.output<typeof countLine>

const figures = {
  gainQty: z.string(),
  lossQty: z.string(),
  gainAmount: z.string().nullable().optional(),
  lossAmount: z.string().nullable().optional(),
}

const row = z.object({
  ...rowIdentity,
  state: stateIn({ states }),
  warehouseId: id,
  warehouseName: z.string(),
  scope: oneOf(countScopes),
  scopeName: z.string(),
  isFreezing: z.boolean(),
  snapshotAt: z.string(),
  lineCount: z.number(),
  countedCount: z.number(),
  ...figures,
  handlerName: z.string().nullable(),
  ...rowStamps,
})
export type CountRow = z.output<typeof row>

const headerAnswer = z.object({
  ...row.shape,
  kind: z.literal('stock_count'),
  redOf: id.nullable(),
  redOfNo: z.string().nullable(),
  redId: id.nullable(),
  redNo: z.string().nullable(),
  categoryId: id.nullable(),
  location: z.string(),
  uncountedAsZero: z.boolean(),
  handlerId: id.nullable(),
  ...documentStamps,
})
export type CountHeader = z.output<typeof headerAnswer>

/** Names of all that the header answers. */
export const countHeaderFields = Object.keys(headerAnswer.shape)

const filters = documentFilters.omit({ partnerId: true, salespersonId: true }).extend({
  warehouseId: addressedId.optional(),
  scope: oneOf(countScopes)
    .describe(`盘点范围：${labelled(countScopes)}`)
    .optional(),
  /** Part search text; the list shows counts with a matching line. */
  part: z.string().trim().max(60).optional(),
})
const view = z.object({ header: headerAnswer, lines: z.array(countLine), can: z.array(z.string()) })

/** 盘点单: what lies in a warehouse is counted, and the differences are posted as gains and losses (business/warehouse 5). */
export const stockCount = {
  ...declared,
  routes: documentCalls(declared, {
    row,
    filters,
    query: filters.extend(paging.shape),
    save: z.object({ ...saveFields(declared), lines: sectionBody(lines).default([]) }),
    view,
    print: view.extend(printed),
  }),
}

/** One entry of a count: a place by part, bin and batch, and what lies there. */
const entry = z.object({
  partId: id.meta({ title: '配件' }),
  /** Where no bin is named, the only place of the part in the count is meant, else where its goods enter. */
  locationId: id.nullable().default(null).meta({ title: '货位' }),
  /** Where none is named, the only batch of the part in that bin is meant. */
  batchNo: text(40).default('').meta({ title: '批次' }),
  /** Null takes the figure back: nobody has counted here. */
  countedQty: qtyOrZero.nullable().meta({ title: '实盘数' }),
  /** It is counted besides what has been counted there already, as scans are. */
  add: z.boolean().default(false),
  /** The version of the line that whoever counts has seen; another one's figure is then not overwritten unseen. */
  version: z.number().int().optional(),
  /** Cost of one, for goods of which the books know none; of who may see costs. */
  unitCost: price.nullable().optional().meta({ title: '成本单价' }),
})
export type CountEntry = z.output<typeof entry>

/** 录入实盘数: each line is saved by itself, so that several people count at the same time (business/warehouse 5.3). */
export const enterCount = route({
  method: 'POST',
  path: '/api/web/stock-count/:id/entry',
  access: button(group, 'update'),
  summary: '录入实盘数',
  params: idParam,
  body: z.object({ lines: z.array(entry).min(1, '没有录入实盘数').max(maxPlaces, `一次最多录入${maxPlaces}行`) }),
  data: z.object({ lines: z.array(countLine), lineCount: z.number(), countedCount: z.number() }),
  maxBody: maxLinesBody,
})
