import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { partColumns } from '../kernel/goods-document'
import { dateRange, flag, pageOf as page, pages, totals } from '../kernel/list-query'
import { idParam, route } from '../kernel/route'
import { reference } from '../kernel/references'
import { id, qty, addressedId } from '../kernel/scalars'

const access = pageOf('order_confirm')
const path = '/api/web/order-confirm'

/** An order on the board of 订单确认 (business/sales 2.2). Money and floors are absent without their field permission. */
const confirmRow = z.object({
  id,
  orgId: id,
  billNo: z.string(),
  bizDate: z.string(),
  deliveryOn: z.string().nullable(),
  state: z.string(),
  confirmState: z.string().nullable(),
  version: z.number(),
  isRed: z.boolean(),
  partnerId: id,
  partnerName: z.string(),
  warehouseId: id,
  warehouseName: z.string(),
  salespersonName: z.string().nullable(),
  creatorName: z.string().nullable(),
  submittedAt: z.string().nullable(),
  lineCount: z.number(),
  totalQty: z.string(),
  allowBackorder: z.boolean().nullable(),
  totalTaxed: z.string().optional(),
  /** Limit less what the customer owes; null has no limit. */
  creditLeft: z.string().nullable().optional(),
  overdueNo: z.string().nullable(),
  isBlacklisted: z.boolean(),
  /** Lines that ask for more than is free in their warehouse. */
  shortLines: z.number(),
  belowMinLines: z.number().optional(),
  remark: z.string(),
})
export type ConfirmRow = z.output<typeof confirmRow>

const filters = dateRange.extend({
  billNo: z.string().trim().max(40).optional(),
  state: z.string().max(80).optional(),
  partnerId: addressedId.optional(),
  salespersonId: addressedId.optional(),
  ids: addressedId.optional(),
  /** Only orders with a line that asks for more than is free. */
  short: flag.optional(),
})

export const listConfirm = route({
  method: 'GET',
  path,
  access,
  summary: '订单确认列表',
  query: filters.extend(pages.shape),
  data: page(confirmRow),
})

export const confirmTotals = route({
  method: 'GET',
  path: `${path}/totals`,
  access,
  summary: '订单确认合计',
  query: filters,
  data: totals,
})

/** A line of an order with what decides whether it can be promised. */
const confirmLine = partColumns.extend({
  id,
  lineNo: z.number(),
  partId: id,
  warehouseId: id,
  warehouseName: z.string(),
  qty: z.string(),
  executedQty: z.string(),
  closedQty: z.string(),
  /** Available in the line's warehouse (business/ledgers 3.1); what the order itself holds counts. */
  available: z.string(),
  /** What can be held for the line: that, and what a count keeps where it is and nobody holds. */
  reservable: z.string(),
  // Null while a draft waits for the price.
  price: z.string().nullable().optional(),
  netAmount: z.string().nullable().optional(),
  minSalePrice: z.string().nullable().optional(),
  /** What it has still to deliver beyond what it holds and what is free; free stock serves the lines of a part one after the other. */
  shortage: z.string(),
  /** Purchase orders made for this order from which the part is still to come, oldest first. */
  onOrder: z.array(z.object({ id, billNo: z.string(), qty: z.string() })),
  isBelowMin: z.boolean().optional(),
  /** Available in other warehouses of the org that sell. */
  elsewhere: z.array(z.object({ warehouseId: id, warehouseName: z.string(), available: z.string() })),
  substitutes: z.array(
    z.object({
      partId: id,
      partCode: z.string(),
      partName: z.string(),
      brandName: z.string(),
      available: z.string(),
      note: z.string(),
    }),
  ),
})
export type ConfirmLine = z.output<typeof confirmLine>

export const readConfirm = route({
  method: 'GET',
  path: `${path}/:id`,
  access,
  summary: '订单确认明细',
  params: idParam,
  data: z.object({ order: confirmRow, lines: z.array(confirmLine), can: z.array(z.string()) }),
})

/**
 * 转采购: drafts of purchase orders for what an order lacks, one a supplier; the part's own supplier unless one is named.
 * More of a part than is lacking beside what is on order already is refused, with an error at `again`, unless `again` is true.
 */
export const purchaseShortage = route({
  method: 'POST',
  path: `${path}/:id/purchase`,
  access: button('purchase_order', 'add'),
  summary: '订单缺货转采购',
  params: idParam,
  body: z.object({
    supplierId: reference('supplier').optional(),
    lines: z
      .array(z.object({ lineId: id, qty }))
      .min(1, '请选择要采购的明细')
      .max(2000),
    again: z.boolean().default(false),
  }),
  data: z.object({ orders: z.array(z.object({ id, billNo: z.string(), supplierName: z.string() })) }),
})
