import { button, pageOf } from '../access/catalogue'
import { goodsColumns } from '../kernel/goods-columns'
import { defineQuery } from '../kernel/query'
import { id } from '../kernel/scalars'
import {
  documentBeside,
  lineBeside,
  lineDocumentColumns,
  lineFigures,
  linePartColumns,
  priceTrendRoute,
  summedPartColumns,
  tradedDocumentColumns,
  tradedDocumentFilters,
  tradedPartFilters,
  waitingQty,
} from '../kernel/trade-query'
import { salesDelivery } from './sales-delivery'
import { salesReturn } from './sales-return'

const access = pageOf('sales_delivery')
const mayExport = button('sales_delivery', 'export')
const path = '/api/web/sales-query'
const field = 'doc_price'
const titles = { partner: '客户', salesperson: '业务员' }
const money = { kind: 'money', field } as const

/** What a sale brought: of goods alone, without tax (business/documents 3.8). */
const profit = {
  cost: { title: '成本', kind: 'money', field: 'cost_price', nullable: true },
  profit: { title: '毛利', kind: 'money', field: 'gross_profit', nullable: true, isKey: true },
  profitRate: { title: '毛利率', kind: 'percent', field: 'gross_profit', nullable: true },
} as const

/** 销售查询-按商品, 明细 (business/statistics 4.6): lines of deliveries and, negative, of returns. */
export const saleLines = defineQuery({
  key: 'sale_lines',
  title: '销售明细',
  path: `${path}/lines`,
  access,
  mayExport,
  filters: tradedPartFilters,
  columns: {
    ...lineDocumentColumns(titles),
    kind: {
      title: '类型',
      kind: 'code',
      width: 72,
      sort: false,
      labels: { [salesDelivery.kind]: '销售出库', [salesReturn.kind]: '销售退货' },
    },
    ...linePartColumns,
    ...lineFigures(field),
    ...profit,
    profit: { ...profit.profit, isKey: false },
    profitRate: { ...profit.profitRate, sort: false },
  },
  beside: lineBeside,
})

/** 销售查询-按商品, 汇总: what was delivered of a part and what came back. Cost, 毛利 and 毛利率 are of both. */
export const salesByPart = defineQuery({
  key: 'sales_by_part',
  title: '销售按商品',
  path: `${path}/parts`,
  access,
  mayExport,
  filters: tradedPartFilters,
  columns: {
    ...summedPartColumns,
    oeNo: { ...summedPartColumns.oeNo, hidden: true },
    qty: { title: '数量', kind: 'qty', isKey: true },
    average: { title: '均价', kind: 'price', field, sort: false, nullable: true, isKey: true },
    taxed: { ...money, title: '含税金额', isKey: true },
    returnedQty: { title: '退货数', kind: 'qty', width: 68 },
    returned: { ...money, title: '退货金额', hidden: true },
    net: { ...money, title: '净额', isKey: true },
    ...profit,
    partners: { title: '客户数', kind: 'count', sort: false },
    lastOn: { title: '最近销售', kind: 'date', nullable: true },
    waitingQty,
  },
  beside: { partId: id },
})

/** 销售查询-按单据 (business/statistics 4.3): deliveries as their list has them, those that are posted. */
export const salesByDocument = defineQuery({
  key: 'sales_by_document',
  title: '销售按单据',
  path: `${path}/documents`,
  access,
  mayExport,
  filters: tradedDocumentFilters,
  columns: {
    ...tradedDocumentColumns(field, { ...titles, source: '销售订单', settled: '已收', open: '未收' }),
    costAmount: { ...goodsColumns.costAmount, title: '成本', nullable: true },
    grossProfit: { ...goodsColumns.grossProfit, nullable: true },
  },
  beside: documentBeside,
})

/** What a part was sold for; nothing for a caller without prices. */
export const salePriceTrend = priceTrendRoute(`${path}/price-trend`, access, '配件售价走势')
