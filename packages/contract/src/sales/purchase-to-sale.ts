import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { labelled, oneOf } from '../kernel/labelled'
import { dateRange, flag } from '../kernel/list-query'
import { partQueryColumns } from '../kernel/part-columns'
import { defineQuery, type QueryRow } from '../kernel/query'
import { route } from '../kernel/route'
import { addressedId, id, qty } from '../kernel/scalars'

const optionalId = addressedId.optional()

/** Out of what is sold: what a supplier is still to send, or what he has sent. */
export const purchaseSources = { purchase_order: '采购订单', goods_receipt: '采购入库单' } as const

/** What it becomes. */
export const saleTargets = { sales_order: '销售订单', sales_delivery: '销售出库单' } as const

const path = '/api/web/purchase-to-sale'
const access = [pageOf('purchase_order'), pageOf('goods_receipt'), pageOf('sales_order'), pageOf('sales_delivery')]

/**
 * 采购转销售查询 (business/sales 2.9): a row a line of a purchase, in base units: what was bought, what of it was sold out of it, and what may
 * still be. 建议售价 is the retail price.
 */
export const purchaseToSale = defineQuery({
  key: 'purchase_to_sale',
  title: '采购转销售',
  path,
  access,
  mayExport: [button('purchase_order', 'export'), button('goods_receipt', 'export')],
  filters: dateRange.extend({
    source: oneOf(purchaseSources)
      .default('purchase_order')
      .describe(`来源单据：${labelled(purchaseSources)}`),
    billNo: z.string().trim().max(40).optional(),
    supplierId: optionalId,
    /** 预订人: the customer for whose order the goods were bought. */
    customerId: addressedId.describe('预订人（客户）的编号').optional(),
    warehouseId: optionalId,
    part: z.string().trim().max(60).optional(),
    brandId: optionalId,
    categoryId: optionalId,
    fitment: z.string().trim().max(60).optional(),
    spec: z.string().trim().max(60).optional(),
    /** Only what may still be sold. */
    open: flag.optional(),
  }),
  columns: {
    billNo: { title: '采购单号', width: 122, fixed: 'left', isKey: true, chars: 20 },
    bizDate: { title: '日期', kind: 'date' },
    supplierName: { title: '供应商', width: 120, chars: 24, isKey: true, field: 'purchase_price' },
    ...partQueryColumns,
    oeNo: { ...partQueryColumns.oeNo, hidden: true },
    spec: { ...partQueryColumns.spec, hidden: true },
    qty: { title: '采购数量', kind: 'qty', width: 72, isKey: true },
    convertedQty: { title: '已转数量', kind: 'qty', width: 72, sort: false, isKey: true },
    convertibleQty: { title: '可转数量', kind: 'qty', width: 72, sort: false, isKey: true },
    price: { title: '进价', kind: 'price', field: 'purchase_price', sort: false, nullable: true, isKey: true },
    salePrice: { title: '建议售价', kind: 'price', field: 'doc_price', sort: false, nullable: true, isKey: true },
    customerName: { title: '预订人', width: 104, chars: 24, sort: false, nullable: true },
    warehouseName: { title: '仓库', width: 68, sort: false },
  },
  beside: { lineId: id, documentId: id, partId: id, warehouseId: id },
})
export type PurchaseToSaleRow = QueryRow<typeof purchaseToSale>

/** 转销售订单, 转销售出库: a draft for one customer, of lines of purchases that lie, or will lie, in one warehouse. */
export const convertPurchase = route({
  method: 'POST',
  path: `${path}/convert`,
  access: [button('sales_order', 'add'), button('sales_delivery', 'add')],
  summary: '采购转销售',
  body: z.object({
    target: oneOf(saleTargets),
    partnerId: id.meta({ title: '客户' }),
    lines: z
      .array(z.object({ lineId: id, qty }))
      .min(1, '请选择要转的明细')
      .max(2000),
  }),
  data: z.object({ kind: oneOf(saleTargets), id, billNo: z.string() }),
})
