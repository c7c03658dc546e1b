import { invoiceKindLabels } from '@chepu/contract/kernel/scalars'
import type { GoodsColumnField, GoodsRow } from '@chepu/contract/kernel/goods-document'
import type { Column } from './columns'

/** The amount of a draft of which every line waits for its price (ADR 0080). */
export const withoutPrices = '待定价'

/** Columns that document lists know by name, sortable where the server's list is: C-doc of DOMAIN section 2 and the money of most kinds. */
export const goodsColumns = {
  billNo: { key: 'billNo', title: '单号', width: 112, fixed: 'left', isKey: true },
  bizDate: { key: 'bizDate', title: '业务日期', kind: 'date', width: 78 },
  partnerName: { key: 'partnerName', title: '往来单位', width: 140, isKey: true },
  warehouseName: { key: 'warehouseName', title: '仓库', width: 60 },
  lineCount: { key: 'lineCount', title: '品种数', kind: 'count', width: 54, total: false },
  totalQty: { key: 'totalQty', title: '数量合计', kind: 'qty', width: 66 },
  executedQty: { key: 'executedQty', title: '已执行数量', kind: 'qty' },
  totalUntaxed: { key: 'totalUntaxed', title: '未税金额', kind: 'money' },
  totalTax: { key: 'totalTax', title: '税额', kind: 'money' },
  totalTaxed: { key: 'totalTaxed', title: '价税合计', kind: 'money', isKey: true, missing: withoutPrices },
  orderDiscount: { key: 'orderDiscount', title: '整单优惠', kind: 'money', width: 76, sort: false },
  settledAmount: { key: 'settledAmount', title: '已结金额', kind: 'money', sort: false },
  openAmount: { key: 'openAmount', title: '未结金额', kind: 'money', sort: false },
  costAmount: { key: 'costAmount', title: '成本金额', kind: 'money', field: 'cost_price' },
  grossProfit: { key: 'grossProfit', title: '毛利', kind: 'money', field: 'gross_profit', sort: false },
  invoiceKind: { key: 'invoiceKind', title: '发票类型', width: 80, labels: invoiceKindLabels, sort: false },
  state: { key: 'state', title: '状态', kind: 'state', isKey: true },
  salespersonName: { key: 'salespersonName', title: '业务员', width: 56, sort: false },
  handlerName: { key: 'handlerName', title: '经手人', width: 56, sort: false },
  creatorName: { key: 'creatorName', title: '制单人', width: 56, sort: false, isKey: true },
  createdAt: { key: 'createdAt', title: '制单时间', kind: 'time' },
  approverName: { key: 'approverName', title: '审核人', width: 56, sort: false },
  approvedAt: { key: 'approvedAt', title: '审核时间', kind: 'time' },
  postedAt: { key: 'postedAt', title: '过账时间', kind: 'time' },
  sourceNo: { key: 'sourceNo', title: '来源单号', width: 122, sort: false },
  printCount: { key: 'printCount', title: '打印次数', kind: 'count', total: false, sort: false },
  remark: { key: 'remark', title: '备注', width: 180, sort: false },
} as const satisfies Record<string, Column>
export type GoodsColumnName = keyof typeof goodsColumns
/** A column of a kind's own; its export gives every field that it may name. */
export type GoodsColumn = Column<GoodsRow> & { key: GoodsColumnField }

/** C-doc, what every document list begins with; the columns of the kind's own follow. */
export const documentColumns = [
  'billNo',
  'state',
  'bizDate',
  'partnerName',
  'warehouseName',
  'lineCount',
  'totalQty',
  'totalTaxed',
] as const satisfies readonly GoodsColumnName[]

/** C-doc, what every document list ends with, behind 制单人, which must stand in view. */
export const documentEnd = ['approverName', 'approvedAt', 'remark'] as const satisfies readonly GoodsColumnName[]
