import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { actionBody, actionRights, saved, written } from '../kernel/document-calls'
import { movedHeader, movedLine } from '../kernel/goods-document'
import { labelled, oneOf } from '../kernel/labelled'
import { pages } from '../kernel/list-query'
import { route } from '../kernel/route'
import { id, text255, addressedId } from '../kernel/scalars'
import { documents as purchasing } from '../purchasing/documents'
import { documents as sales } from '../sales/documents'
import { boardFilters, boardRow, kindsMoving, movingActions, tabOf, tabsOf } from './board'
import { documents as warehouse } from './documents'
import { pick } from './picks'

// What goes to customers first, what is the warehouse's own last.
const kinds = kindsMoving('out', [...sales, ...purchasing, ...warehouse])
const kind = z.enum(kinds.map((def) => def.kind))

/** What a document of the board is, as its keeper sees it: waiting for him, or gone. */
export const outboundStatus = { waiting: '待出库', done: '已出库' } as const

const filters = boardFilters.extend({
  status: oneOf(outboundStatus)
    .default('waiting')
    .describe(`仓库确认：${labelled(outboundStatus)}`),
  carrierId: addressedId.optional(),
})
export type OutboundFilters = z.output<typeof filters>

const outboundRow = boardRow.extend({
  kind,
  shippedQty: z.string(),
  carrierId: id.nullable(),
  carrierName: z.string().nullable(),
  waybill: z.string().nullable(),
  packages: z.number().nullable(),
  address: z.string().nullable(),
})
export type OutboundRow = z.output<typeof outboundRow>

/** Documents that the warehouse ships (business/warehouse 2.2), each kind a tab of the board. */
export const outboundTabs = tabsOf('outbound', kinds, { filters, query: filters.extend(pages.shape), row: outboundRow })
/** The tab of a kind. @throws Error for a kind that the board does not have */
export const outboundTab = (name: string) => tabOf(outboundTabs, name)

const access = pageOf('outbound')
const path = '/api/web/outbound'

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

const actions = [
  ...movingActions(kinds, '确认出库', button('outbound', 'post')),
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
