import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { countedLines } from '../kernel/counted-lines'
import { actionBody, actionRights, saved, written } from '../kernel/document-calls'
import { movedHeader, movedLine } from '../kernel/goods-document'
import { labelled } from '../kernel/labelled'
import { dateRange, pageOf as page, pages, totals } from '../kernel/list-query'
import { route } from '../kernel/route'
import { id, text255, addressedId } from '../kernel/scalars'

/** Documents that the warehouse ships (business/warehouse 2.2), each a tab of the board. */
export const outboundTabs = {
  sales_delivery: '销售出库',
  purchase_return: '采购退货出库',
  other_out: '其他出库',
} as const
export type OutboundKind = keyof typeof outboundTabs
export const outboundKinds = Object.keys(outboundTabs) as OutboundKind[]

/** What a document of the board is, as its keeper sees it: waiting for him, or gone. */
export const outboundStatus = { waiting: '待出库', done: '已出库' } as const

const filters = dateRange.extend({
  status: z
    .enum(['waiting', 'done'])
    .default('waiting')
    .describe(`仓库确认：${labelled(outboundStatus)}`),
  billNo: z.string().trim().max(40).optional(),
  warehouseId: addressedId.optional(),
  partnerId: addressedId.optional(),
  carrierId: addressedId.optional(),
  part: z.string().trim().max(60).optional(),
})
export type OutboundFilters = z.output<typeof filters>

const kind = z.enum(['sales_delivery', 'purchase_return', 'other_out'])

/** Quantities in base units; `arrivedAt` is when the document came to the warehouse's desk. No prices. */
const outboundRow = z.object({
  id,
  kind,
  billNo: z.string(),
  bizDate: z.string(),
  state: z.string(),
  version: z.number(),
  partnerName: z.string().nullable(),
  warehouseId: id,
  warehouseName: z.string(),
  lineCount: z.number(),
  totalQty: z.string(),
  shippedQty: z.string(),
  carrierId: id.nullable(),
  carrierName: z.string().nullable(),
  waybill: z.string().nullable(),
  packages: z.number().nullable(),
  address: z.string().nullable(),
  arrivedAt: z.string(),
  creatorName: z.string().nullable(),
  reason: z.string().nullable(),
  remark: z.string(),
})
export type OutboundRow = z.output<typeof outboundRow>

const access = pageOf('outbound')
const path = '/api/web/outbound'
const board = (name: OutboundKind) => ({
  list: route({
    method: 'GET',
    path: `${path}/${name}`,
    access,
    summary: `${outboundTabs[name]}列表`,
    query: filters.extend(pages.shape),
    data: page(outboundRow),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/${name}/totals`,
    access,
    summary: `${outboundTabs[name]}合计`,
    query: filters,
    data: totals,
  }),
})

export const outboundBoards = {
  sales_delivery: board('sales_delivery'),
  purchase_return: board('purchase_return'),
  other_out: board('other_out'),
} as const satisfies Record<OutboundKind, ReturnType<typeof board>>

/** A bin to take goods from, in the order of walking. */
export const pick = z.object({
  locationId: id,
  locationCode: z.string(),
  pickOrder: z.number(),
  batchNo: z.string(),
  qty: z.string(),
})
/** A line to pick: a line whose goods lie in several bins has several picks. */
const outboundLine = movedLine.extend({ barcodes: z.array(z.string()), picks: z.array(pick) })
export type OutboundLine = z.output<typeof outboundLine>

const documentParams = z.object({ kind, id: addressedId })

/** A document of the board with where its goods lie; prices and costs only for who may see them. */
export const readOutbound = route({
  method: 'GET',
  path: `${path}/:kind/:id`,
  access,
  summary: '出库单据与拣货明细',
  params: documentParams,
  data: z.object({
    header: movedHeader,
    lines: z.array(outboundLine),
    can: z.array(z.string()),
  }),
})

const confirm = { label: '确认出库', button: button('outbound', 'post'), input: countedLines.optional() }
const actions = [
  ['ship', confirm],
  ['approve', confirm],
  ['sendBack', { label: '缺货退回', button: button('outbound', 'shortage'), reason: true }],
] as const

/** 确认出库, 缺货退回 and the like from the warehouse's desk; each action checks its own button. */
export const actOutbound = route({
  method: 'POST',
  path: `${path}/:kind/:id/act/:action`,
  access,
  actions: actionRights(actions),
  summary: '出库确认',
  params: documentParams.extend({
    action: z.string().max(40).describe('单据的动作，见该单据的 act；可用的在详情的 can 中'),
  }),
  body: actionBody(actions),
  data: saved,
})

/** 填运单号: also after the goods have left, for the paper comes later. */
export const fillWaybill = route({
  method: 'POST',
  path: `${path}/:kind/:id/waybill`,
  access: button('outbound', 'post'),
  summary: '填运单号',
  params: documentParams,
  body: z.object({
    version: z.number().int(),
    carrierId: id.nullable().default(null),
    waybill: text255.default(''),
    packages: z.number().int('件数应为整数').min(0).max(9999).nullable().default(null),
  }),
  data: written,
})
