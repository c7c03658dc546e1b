import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { actionBody, actionRights, saved } from '../kernel/document-calls'
import { movedHeader, movedLine } from '../kernel/goods-document'
import { labelled, oneOf } from '../kernel/labelled'
import { pages } from '../kernel/list-query'
import { route } from '../kernel/route'
import { addressedId } from '../kernel/scalars'
import { documents as purchasing } from '../purchasing/documents'
import { documents as sales } from '../sales/documents'
import { boardFilters, boardRow, kindsMoving, movingActions, tabOf, tabsOf } from './board'
import { documents as warehouse } from './documents'

// What comes from suppliers first, what is the warehouse's own last.
const kinds = kindsMoving('in', [...purchasing, ...sales, ...warehouse])
const kind = z.enum(kinds.map((def) => def.kind))

/** What a document of the board is, as its keeper sees it: waiting for him, or already in. */
export const inboundStatus = { waiting: '待入库', done: '已入库' } as const

const filters = boardFilters.extend({
  status: oneOf(inboundStatus)
    .default('waiting')
    .describe(`仓库确认：${labelled(inboundStatus)}`),
})
export type InboundFilters = z.output<typeof filters>

const inboundRow = boardRow.extend({ kind, receivedQty: z.string() })
export type InboundRow = z.output<typeof inboundRow>

/** Documents that the warehouse receives (business/warehouse 2.1), each kind a tab of the board. */
export const inboundTabs = tabsOf('inbound', kinds, { filters, query: filters.extend(pages.shape), row: inboundRow })
/** The tab of a kind. @throws Error for a kind that the board does not have */
export const inboundTab = (name: string) => tabOf(inboundTabs, name)

const access = pageOf('inbound')
const path = '/api/web/inbound'

const documentParams = z.object({
  kind,
  id: addressedId,
})

/** A document of the board with its lines; prices and costs only for who may see them. */
export const readInbound = route({
  method: 'GET',
  path: `${path}/:kind/:id`,
  access,
  summary: '入库单据详情',
  params: documentParams,
  data: z.object({
    header: movedHeader,
    lines: z.array(movedLine),
    can: z.array(z.string()),
  }),
})

const actions = [
  ...movingActions(kinds, '确认入库', button('inbound', 'post')),
  ['sendBack', { label: '差异退回', button: button('inbound', 'diff'), reason: true }],
] as const

/** 确认入库, 差异退回 and the like from the warehouse's desk; each action checks its own button. */
export const actInbound = route({
  method: 'POST',
  path: `${path}/:kind/:id/act/:action`,
  access,
  actions: actionRights(actions),
  summary: '入库确认',
  params: documentParams.extend({
    action: z.string().max(40).describe('单据的动作，见该单据的 act；可用的在详情的 can 中'),
  }),
  body: actionBody(actions),
  data: saved,
})
