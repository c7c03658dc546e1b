import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { exportRoute } from '../kernel/export-route'
import { partColumns } from '../kernel/goods-document'
import { dateRange, flag, orgReach, pageOf as page, paging, totals } from '../kernel/list-query'
import { route } from '../kernel/route'
import { id, addressedId } from '../kernel/scalars'

const optionalId = addressedId.optional()

/** Filters of 采购订单查询 (DOMAIN 2.3 queryPurOrder): those of documents and of parts. */
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

const figures = {
  qty: z.string(),
  executedQty: z.string(),
  returnedQty: z.string(),
  openQty: z.string(),
  taxed: z.string().optional(),
}

/** A line of an order: ordered, received, returned, still to come, in base units; money with tax, in yuan. */
export const orderLineRow = partColumns.extend({
  lineId: id,
  documentId: id,
  orgName: z.string(),
  billNo: z.string(),
  bizDate: z.string(),
  partnerName: z.string(),
  warehouseName: z.string(),
  partId: id,
  ...figures,
  // Null in a draft that waits for its price.
  taxed: z.string().nullable().optional(),
  taxedPrice: z.string().nullable().optional(),
  expectedOn: z.string().nullable(),
  state: z.string(),
  salespersonName: z.string().nullable(),
})
export type OrderLineRow = z.output<typeof orderLineRow>

/** Orders of one part together. The figures count what is approved; `waitingQty` stands beside them and in no sum with them. */
export const orderPartRow = partColumns.extend({
  partId: id,
  ...figures,
  waitingQty: z.string(),
  orders: z.number(),
  taxedAverage: z.string().nullable().optional(),
  nextExpectedOn: z.string().nullable(),
})
export type OrderPartRow = z.output<typeof orderPartRow>

const access = pageOf('purchase_order')
const path = '/api/web/purchase-order-query'

const cut = <Row extends z.ZodType>(name: string, title: string, row: Row) => ({
  list: route({
    method: 'GET',
    path: `${path}/${name}`,
    access,
    summary: title,
    query: filters.extend(paging.shape),
    data: page(row),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/${name}/totals`,
    access,
    summary: `${title}合计`,
    query: filters,
    data: totals,
  }),
  export: exportRoute({
    path: `${path}/${name}/export`,
    access: button('purchase_order', 'export'),
    summary: `导出${title}`,
    filters,
  }),
})

export const orderLines = cut('lines', '采购订单明细', orderLineRow)
export const orderParts = cut('parts', '采购订单按配件', orderPartRow)
