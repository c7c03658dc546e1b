import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { exportRoute } from '../kernel/export-route'
import { partColumns } from '../kernel/goods-document'
import { dateRange, pageOf as page, paging, totals } from '../kernel/list-query'
import { route } from '../kernel/route'
import { id, addressedId } from '../kernel/scalars'

const optionalId = addressedId.optional()

/** Documents that move stock, by kind. */
export const movementKinds = {
  goods_receipt: '采购入库',
  purchase_return: '采购退货',
  sales_delivery: '销售出库',
  sales_return: '销售退货',
  other_in: '其他入库',
  other_out: '其他出库',
} as const

export const directions = { in: '入库', out: '出库' } as const

export const movementFilters = dateRange.extend({
  kind: z.string().max(200).describe('单据种类，多个用英文逗号隔开，如 goods_receipt,sales_delivery').optional(),
  direction: z.enum(['in', 'out']).optional(),
  billNo: z.string().trim().max(40).optional(),
  partnerId: optionalId,
  warehouseId: optionalId,
  posterId: optionalId,
  part: z.string().trim().max(60).optional(),
  partId: optionalId,
  brandId: optionalId,
  categoryId: optionalId,
  fitment: z.string().trim().max(60).optional(),
  spec: z.string().trim().max(60).optional(),
})
export type MovementFilters = z.output<typeof movementFilters>

/**
 * A movement. Its quantity and value stand on the side of `direction`, negative when it takes another one back; the other
 * side is null. `balanceQty` is the warehouse's stock after it.
 */
export const movementRow = partColumns.extend({
  id,
  docKind: z.string(),
  docId: id,
  billNo: z.string(),
  bizDate: z.string(),
  direction: z.enum(['in', 'out']),
  /** Null also where the caller could not open the document. */
  partnerName: z.string().nullable(),
  partId: id,
  warehouseName: z.string(),
  locationCode: z.string(),
  batchNo: z.string(),
  inQty: z.string().nullable(),
  outQty: z.string().nullable(),
  unitCost: z.string().optional(),
  inValue: z.string().nullable().optional(),
  outValue: z.string().nullable().optional(),
  balanceQty: z.string(),
  balanceValue: z.string().optional(),
  isReversal: z.boolean(),
  posterName: z.string().nullable(),
})
export type MovementRow = z.output<typeof movementRow>

/** Movements of one part together. */
export const movementPartRow = partColumns.extend({
  partId: id,
  movements: z.number(),
  inQty: z.string(),
  outQty: z.string(),
  netQty: z.string(),
  inValue: z.string().optional(),
  outValue: z.string().optional(),
  netValue: z.string().optional(),
  lastOn: z.string(),
})
export type MovementPartRow = z.output<typeof movementPartRow>

const access = pageOf('stock')
const path = '/api/web/stock-movements'

const cut = <Row extends z.ZodType>(name: string, title: string, row: Row) => ({
  list: route({
    method: 'GET',
    path: `${path}/${name}`,
    access,
    summary: title,
    query: movementFilters.extend(paging.shape),
    data: page(row),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/${name}/totals`,
    access,
    summary: `${title}合计`,
    query: movementFilters,
    data: totals,
  }),
  export: exportRoute({
    path: `${path}/${name}/export`,
    access: button('stock', 'export'),
    summary: `导出${title}`,
    filters: movementFilters,
  }),
})

/** 出入库单据查询 (DOMAIN 2.5 inOutBillSearch) by document and by part. */
export const movements = cut('documents', '出入库单据查询', movementRow)
export const movementsByPart = cut('parts', '出入库单据查询按配件', movementPartRow)
