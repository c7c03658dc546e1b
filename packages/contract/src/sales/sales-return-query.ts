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
  moneyColumns,
  reasonColumn,
  returnReason,
  summedPartColumns,
  tradedDocumentColumns,
  tradedDocumentFilters,
  tradedPartFilters,
  waitingQty,
} from '../kernel/trade-query'
import { disposals } from './sales-return'

const access = pageOf('sales_return')
const mayExport = button('sales_return', 'export')
const path = '/api/web/sales-return-query'
const field = 'doc_price'
const titles = { partner: '客户', salesperson: '业务员' }
const reason = { reason: returnReason }
const partFilters = tradedPartFilters.extend(reason)

/** What the goods that came back had cost. */
const cost = { title: '成本', kind: 'money', field: 'cost_price', nullable: true } as const

/** 销售退货查询-按商品, 明细: lines of returns, with the delivery that they had gone by. */
export const saleReturnLines = defineQuery({
  key: 'sale_return_lines',
  title: '销售退货明细',
  path: `${path}/lines`,
  access,
  mayExport,
  filters: partFilters,
  columns: {
    ...lineDocumentColumns(titles),
    ...linePartColumns,
    ...lineFigures(field),
    cost,
    reason: reasonColumn,
    sourceNo: { title: '原出库单', width: 122, sort: false, chars: 20, nullable: true },
  },
  beside: lineBeside,
})

/** 销售退货查询-按商品, 汇总 (business/statistics 4.7): 退货率 is the quantity that came back of what was delivered in the same days. */
export const saleReturnsByPart = defineQuery({
  key: 'sale_returns_by_part',
  title: '销售退货按商品',
  path: `${path}/parts`,
  access,
  mayExport,
  filters: partFilters,
  columns: {
    ...summedPartColumns,
    qty: { title: '退货数量', kind: 'qty', isKey: true },
    average: { title: '均价', kind: 'price', field, sort: false, nullable: true },
    ...moneyColumns(field),
    taxed: { title: '含税金额', kind: 'money', field, isKey: true },
    deliveredQty: { title: '销售数量', kind: 'qty' },
    rate: { title: '退货率', kind: 'percent', nullable: true, isKey: true },
    cost,
    partners: { title: '客户数', kind: 'count', sort: false },
    lastOn: { title: '最近退货', kind: 'date', nullable: true },
    waitingQty,
  },
  beside: { partId: id },
})

/** 销售退货查询-按单据: returns as their list has them, those that are posted. */
export const saleReturnsByDocument = defineQuery({
  key: 'sale_returns_by_document',
  title: '销售退货按单据',
  path: `${path}/documents`,
  access,
  mayExport,
  filters: tradedDocumentFilters.extend(reason),
  columns: {
    ...tradedDocumentColumns(field, { ...titles, source: '原出库单', settled: '已冲', open: '未冲' }),
    reason: reasonColumn,
    disposal: { title: '退货处理', kind: 'code', width: 76, labels: disposals, sort: false, nullable: true },
    costAmount: { ...goodsColumns.costAmount, title: '成本', nullable: true },
    grossProfit: { ...goodsColumns.grossProfit, nullable: true },
  },
  beside: documentBeside,
})
