import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { stateLabels } from '../kernel/states'
import { dateRange, flag, orgReach } from '../kernel/list-query'
import { partQueryColumns } from '../kernel/part-columns'
import { defineQuery, orgQueryColumn, type QueryColumns, type QueryRow } from '../kernel/query'
import { id, addressedId } from '../kernel/scalars'

const optionalId = addressedId.optional()

/** Filters of 采购订单查询 (business/purchasing 2.2): those of documents and of parts. */
const filters = dateRange.extend({
  orgs: orgReach.optional(),
  billNo: z.string().trim().max(40).optional(),
  partnerId: optionalId,
  warehouseId: optionalId,
  state: z.string().max(80).optional(),
  salespersonId: optionalId,
  part: z.string().trim().max(60).optional(),
  brandId: optionalId,
  categoryId: optionalId,
  fitment: z.string().trim().max(60).optional(),
  spec: z.string().trim().max(60).optional(),
  /** Only what has not come yet. */
  open: flag.optional(),
  /** Drafts and orders under approval too; else only orders that were approved. */
  unposted: flag.optional(),
})
export type OrderQueryFilters = z.output<typeof filters>

const access = pageOf('purchase_order')
const mayExport = button('purchase_order', 'export')
const path = '/api/web/purchase-order-query'

const figures = {
  qty: { title: '订购数', kind: 'qty', width: 68 },
  executedQty: { title: '已入库', kind: 'qty', width: 68, sort: false, isKey: true },
  returnedQty: { title: '已退', kind: 'qty', width: 60, sort: false },
} as const satisfies QueryColumns
const openQty = { title: '未到', kind: 'qty', width: 64, isKey: true } as const
const price = { kind: 'price', field: 'purchase_price', sort: false, nullable: true } as const
// Before the order's discount and freight, which 价税合计 of the list of orders has.
const taxed = { title: '含税金额', kind: 'money', field: 'purchase_price', sort: false, isKey: true } as const

/**
 * 采购订单查询 (business/purchasing 2.2): a row a line of an order: ordered, received, returned, still to come, in base units; money with
 * tax, in yuan, null in a draft that waits for its price. Beside order and supplier there is no room for what tells a part
 * closer; it can be turned on.
 */
export const orderLines = defineQuery({
  key: 'purchase_order_lines',
  title: '采购订单明细',
  path: `${path}/lines`,
  access,
  mayExport,
  filters,
  columns: {
    billNo: { title: '订单号', width: 122, fixed: 'left', isKey: true, chars: 20 },
    orgName: orgQueryColumn,
    state: { title: '状态', kind: 'state', width: 80, sort: false, isKey: true, labels: stateLabels },
    bizDate: { title: '日期', kind: 'date' },
    partnerName: { title: '供应商', width: 104, chars: 24 },
    warehouseName: { title: '仓库', width: 84, sort: false, hidden: true },
    ...partQueryColumns,
    partName: { ...partQueryColumns.partName, width: 132 },
    oeNo: { ...partQueryColumns.oeNo, hidden: true },
    spec: { ...partQueryColumns.spec, hidden: true },
    unitName: { ...partQueryColumns.unitName, hidden: true },
    ...figures,
    openQty: { ...openQty, sort: false },
    taxedPrice: { ...price, title: '含税单价', width: 72, isKey: true },
    taxed: { ...taxed, nullable: true },
    expectedOn: { title: '预计到货', kind: 'date', nullable: true },
    salespersonName: { title: '业务员', sheetTitle: '采购员', width: 80, sort: false, hidden: true, nullable: true },
  },
  beside: { lineId: id, documentId: id, partId: id },
})
export type OrderLineRow = QueryRow<typeof orderLines>

/** Orders of one part together. The figures count what is approved; `waitingQty` stands beside them and in no sum with them. */
export const orderParts = defineQuery({
  key: 'purchase_order_parts',
  title: '采购订单按配件',
  path: `${path}/parts`,
  access,
  mayExport,
  filters,
  columns: {
    ...partQueryColumns,
    orders: { title: '订单数', kind: 'count', total: false },
    ...figures,
    openQty,
    waitingQty: { title: '未审核', kind: 'qty', width: 60, sort: false },
    taxedAverage: { ...price, title: '含税均价' },
    taxed,
    nextExpectedOn: { title: '最近预计到货', kind: 'date', sort: false, nullable: true },
  },
  beside: { partId: id },
})
export type OrderPartRow = QueryRow<typeof orderParts>
