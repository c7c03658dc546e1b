// The desk of transfers, and what is asked of all of them (business/transfers 6).
import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { dateRange } from '../kernel/list-query'
import { partQueryColumns } from '../kernel/part-columns'
import { defineQuery, type QueryColumns, type QueryRow } from '../kernel/query'
import { route } from '../kernel/route'
import { addressedId, id } from '../kernel/scalars'
import { labelsOf, type StateDefs } from '../kernel/states'
import { pick } from './picks'
import { transferOrder } from './transfer-order'
import { transferRequest } from './transfer-request'

const pages = [pageOf('transfer_request'), pageOf('transfer_order'), pageOf('transfer_receipt')] as const

/** Places that goods may go to or come from: warehouses in use of all organisations of the group, by name alone. */
export const transferPlaces = route({
  method: 'GET',
  path: '/api/web/transfer-places',
  access: pages,
  summary: '调拨可选仓库',
  data: z.object({
    rows: z.array(
      z.object({ orgId: id, orgName: z.string(), warehouseId: id, warehouseName: z.string(), isOwn: z.boolean() }),
    ),
  }),
})
export type TransferPlace = z.output<typeof transferPlaces.data>['rows'][number]

/** Where the goods of an order that waits to be sent are picked, in the order of walking: the source's own affair. */
export const transferPicks = route({
  method: 'GET',
  path: '/api/web/transfer-picks/:id',
  access: pageOf('transfer_order'),
  summary: '调拨拣货明细',
  params: z.object({ id: addressedId }),
  data: z.object({ rows: z.array(z.object({ lineId: id, picks: z.array(pick) })) }),
})

const filters = dateRange.extend({
  billNo: z.string().trim().max(40).optional(),
  warehouseId: addressedId.optional(),
  counterOrgId: addressedId.optional(),
  part: z.string().trim().max(60).optional(),
})
export type TransferFilters = z.output<typeof filters>

/** Of 调拨查询 besides: what its parts are. */
const searchFilters = filters.extend({
  brandId: addressedId.optional(),
  categoryId: addressedId.optional(),
  fitment: z.string().trim().max(60).optional(),
  spec: z.string().trim().max(60).optional(),
})
export type TransferSearchFilters = z.output<typeof searchFilters>

const columnsWith = (states: Readonly<Record<string, string>>) =>
  ({
    billNo: { title: '单号', width: 122, fixed: 'left', isKey: true, chars: 20 },
    state: { title: '状态', kind: 'state', width: 80, sort: false, isKey: true, labels: states },
    bizDate: { title: '日期', kind: 'date' },
    fromName: { title: '调出', width: 150, sort: false, isKey: true, chars: 28 },
    toName: { title: '调入', width: 150, sort: false, isKey: true, chars: 28 },
    lineCount: { title: '品种', kind: 'count', sort: false },
    totalQty: { title: '数量', kind: 'qty', sort: false, isKey: true },
    executedQty: { title: '已发/已收', kind: 'qty', sort: false },
    openQty: { title: '未完', kind: 'qty', sort: false, isKey: true },
    differenceQty: { title: '差异待定', kind: 'qty', width: 76, sort: false },
    days: { title: '在途天数', kind: 'count', width: 70, sort: false, total: false, nullable: true },
    creatorName: { title: '制单人', width: 64, sort: false, nullable: true },
    remark: { title: '备注', width: 180, sort: false },
  }) as const satisfies QueryColumns

/** One tab of 调拨管理: transfers that wait for the same step. */
const deskTab = (key: string, title: string, { states }: { states: StateDefs }) =>
  defineQuery({
    key: `transfer_desk_${key}`,
    title,
    path: `/api/web/transfer-desk/${key}`,
    access: pages,
    mayExport: [button('transfer_request', 'export'), button('transfer_order', 'export')],
    filters,
    columns: columnsWith(labelsOf(states)),
    beside: { id, kind: z.string(), orgId: id, counterOrgId: id.nullable(), warehouseId: id, toWarehouseId: id },
  })

/** The tabs of 调拨管理, with the states of the kind that waits there; an order that waits to be sent has one that requests have, too: what the own side asked for, has to send, has on its way, and has to receive. */
export const deskTabs = {
  requests: deskTab('requests', '我的申请', transferRequest),
  sending: deskTab('sending', '待我发货', transferRequest),
  travelling: deskTab('travelling', '在途', transferOrder),
  receiving: deskTab('receiving', '待我收货', transferOrder),
}
export type DeskTab = keyof typeof deskTabs
export type DeskRow = QueryRow<(typeof deskTabs)['requests']>

const figures = {
  sentQty: { title: '发货数', kind: 'qty', width: 60, isKey: true },
  arrivedQty: { title: '收货数', kind: 'qty', width: 60, sort: false, isKey: true },
  differenceQty: { title: '差异', kind: 'qty', width: 60, sort: false, isKey: true },
  openQty: { title: '在途', kind: 'qty', width: 60, sort: false },
} as const satisfies QueryColumns
const money = { field: 'cost_price', sort: false, nullable: true } as const

/** 调拨查询 by document: a row a line that was sent; what came back or is lost is its difference. Money is the transfer price, within an organisation the cost. */
export const transferLines = defineQuery({
  key: 'transfer_lines',
  title: '调拨明细',
  path: '/api/web/transfer-search/lines',
  access: pageOf('transfer_order'),
  mayExport: button('transfer_order', 'export'),
  filters: searchFilters,
  columns: {
    billNo: { title: '单号', width: 122, fixed: 'left', isKey: true, chars: 20 },
    bizDate: { title: '日期', kind: 'date' },
    fromName: { title: '调出', width: 100, sort: false, isKey: true, chars: 28 },
    toName: { title: '调入', width: 100, sort: false, isKey: true, chars: 28 },
    ...partQueryColumns,
    oeNo: { ...partQueryColumns.oeNo, hidden: true },
    spec: { ...partQueryColumns.spec, hidden: true },
    partName: { ...partQueryColumns.partName, width: 130 },
    ...figures,
    unitPrice: { ...money, kind: 'price', title: '单价', width: 72, isKey: true },
    amount: { ...money, kind: 'money', title: '金额', isKey: true },
  },
  beside: { lineId: id, documentId: id, partId: id },
})
export type TransferLineRow = QueryRow<typeof transferLines>

/** 调拨查询 by part: all that was sent of a part together. */
export const transferParts = defineQuery({
  key: 'transfer_parts',
  title: '调拨按配件',
  path: '/api/web/transfer-search/parts',
  access: pageOf('transfer_order'),
  mayExport: button('transfer_order', 'export'),
  filters: searchFilters,
  columns: {
    ...partQueryColumns,
    orders: { title: '调拨单数', kind: 'count', width: 72, total: false },
    ...figures,
    amount: { ...money, kind: 'money', title: '金额', isKey: true },
  },
  beside: { partId: id },
})
export type TransferPartRow = QueryRow<typeof transferParts>
