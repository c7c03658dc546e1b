import { button, pageOf } from '../access/catalogue'
import { defineQuery, type QueryRow } from '../kernel/query'
import { id } from '../kernel/scalars'
import {
  documentBeside,
  lineBeside,
  lineDocumentColumns,
  lineFigures,
  linePartColumns,
  moneyColumns,
  priceTrendRoute,
  summedPartColumns,
  tradedDocumentColumns,
  tradedDocumentFilters,
  tradedPartFilters,
  tradeFilters,
  waitingQty,
} from '../kernel/trade-query'

const access = pageOf('goods_receipt')
const mayExport = button('goods_receipt', 'export')
const path = '/api/web/purchase-query'
const field = 'purchase_price'
const titles = { partner: '供应商', salesperson: '采购员' }
const price = { kind: 'price', field, sort: false, nullable: true } as const
const money = { kind: 'money', field } as const

/**
 * 采购查询-按供应商 (business/statistics 4.2): a row a supplier. Receipts with the freight on their bills, what went back, and what of both
 * together is paid and open, in yuan; 占比 is of the net of all suppliers found.
 */
export const purchasesBySupplier = defineQuery({
  key: 'purchases_by_supplier',
  title: '采购按供应商',
  path: `${path}/suppliers`,
  access,
  mayExport,
  filters: tradeFilters,
  columns: {
    partnerName: { title: '供应商', width: 160, fixed: 'left', isKey: true, chars: 24 },
    documents: { title: '入库次数', kind: 'count', width: 72, isKey: true },
    qty: { title: '数量', kind: 'qty', isKey: true },
    ...moneyColumns(field),
    taxed: { ...money, title: '价税合计', isKey: true },
    freight: { ...money, title: '其中运费', hidden: true },
    returns: { title: '退货次数', kind: 'count', width: 72 },
    returned: { ...money, title: '退货金额', isKey: true },
    net: { ...money, title: '净额', isKey: true },
    settled: { ...money, title: '已付', isKey: true },
    open: { ...money, title: '未付', isKey: true },
    share: { title: '占比', kind: 'percent', field, sort: false, nullable: true, isKey: true },
    waiting: { ...money, title: '未过账金额', width: 92 },
  },
  beside: { partnerId: id },
})
export type SupplierPurchaseRow = QueryRow<typeof purchasesBySupplier>

/** 采购查询-按单据 (business/statistics 4.3): receipts as their list has them, those that are posted. */
export const purchasesByDocument = defineQuery({
  key: 'purchases_by_document',
  title: '采购按单据',
  path: `${path}/documents`,
  access,
  mayExport,
  filters: tradedDocumentFilters,
  columns: tradedDocumentColumns(field, { ...titles, source: '采购订单', settled: '已付', open: '未付' }),
  beside: documentBeside,
})

/** 采购查询-按配件, 明细 (business/statistics 4.4): lines of receipts. */
export const purchaseLines = defineQuery({
  key: 'purchase_receipt_lines',
  title: '采购明细',
  path: `${path}/lines`,
  access,
  mayExport,
  filters: tradedPartFilters,
  columns: { ...lineDocumentColumns(titles), ...linePartColumns, ...lineFigures(field) },
  beside: lineBeside,
})

/** 采购查询-按配件, 汇总: receipts of one part together. Prices are with tax, after discounts, of receipts that stand. */
export const purchasesByPart = defineQuery({
  key: 'purchases_by_part',
  title: '采购按配件',
  path: `${path}/parts`,
  access,
  mayExport,
  filters: tradedPartFilters,
  columns: {
    ...summedPartColumns,
    qty: { title: '数量', kind: 'qty', isKey: true },
    ...moneyColumns(field),
    taxed: { ...money, title: '含税金额', isKey: true },
    average: { ...price, title: '平均进价', isKey: true },
    highest: { ...price, title: '最高进价' },
    lowest: { ...price, title: '最低进价' },
    latest: { ...price, title: '最近进价', isKey: true },
    partners: { title: '供应商数', kind: 'count', width: 68, sort: false },
    waitingQty,
  },
  beside: { partId: id },
})

/** What a part was bought for; nothing for a caller without purchase prices. */
export const purchasePriceTrend = priceTrendRoute(`${path}/price-trend`, access, '配件进价走势')
