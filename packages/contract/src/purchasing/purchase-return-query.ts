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
  reasonColumn,
  returnReason,
  summedPartColumns,
  tradedDocumentColumns,
  tradedDocumentFilters,
  tradedPartFilters,
  tradeFilters,
  waitingQty,
} from '../kernel/trade-query'

const access = pageOf('purchase_return')
const mayExport = button('purchase_return', 'export')
const path = '/api/web/purchase-return-query'
const field = 'purchase_price'
const titles = { partner: '供应商', salesperson: '采购员' }
const price = { kind: 'price', field, sort: false, nullable: true } as const
const money = { kind: 'money', field } as const
const reason = { reason: returnReason }
const partFilters = tradedPartFilters.extend(reason)

/** 采购退货查询-按供应商 (business/statistics 4.5): 退货率 is what went back of what was received in the same days, in money. */
export const returnsBySupplier = defineQuery({
  key: 'purchase_returns_by_supplier',
  title: '采购退货按供应商',
  path: `${path}/suppliers`,
  access,
  mayExport,
  filters: tradeFilters.extend(reason),
  columns: {
    partnerName: { title: '供应商', width: 160, fixed: 'left', isKey: true, chars: 24 },
    documents: { title: '退货次数', kind: 'count', width: 72, isKey: true },
    qty: { title: '数量', kind: 'qty', isKey: true },
    ...moneyColumns(field),
    taxed: { ...money, title: '价税合计', isKey: true },
    freight: { ...money, title: '其中运费', hidden: true },
    settled: { ...money, title: '已冲', isKey: true },
    open: { ...money, title: '未冲', isKey: true },
    share: { title: '占比', kind: 'percent', field, sort: false, nullable: true, isKey: true },
    received: { ...money, title: '入库金额' },
    rate: { title: '退货率', kind: 'percent', field, nullable: true, isKey: true },
    waiting: { ...money, title: '未过账金额', width: 92 },
  },
  beside: { partnerId: id },
})
export type SupplierReturnRow = QueryRow<typeof returnsBySupplier>

/** 采购退货查询-按单据: returns as their list has them, those that are posted. */
export const returnsByDocument = defineQuery({
  key: 'purchase_returns_by_document',
  title: '采购退货按单据',
  path: `${path}/documents`,
  access,
  mayExport,
  filters: tradedDocumentFilters.extend(reason),
  columns: {
    ...tradedDocumentColumns(field, { ...titles, source: '原入库单', settled: '已冲', open: '未冲' }),
    reason: reasonColumn,
  },
  beside: documentBeside,
})

/** 采购退货查询-按配件, 明细: lines of returns, with the receipt that they came by. */
export const returnLines = defineQuery({
  key: 'purchase_return_lines',
  title: '采购退货明细',
  path: `${path}/lines`,
  access,
  mayExport,
  filters: partFilters,
  columns: {
    ...lineDocumentColumns(titles),
    ...linePartColumns,
    ...lineFigures(field),
    reason: reasonColumn,
    sourceNo: { title: '原入库单', width: 122, sort: false, chars: 20, nullable: true },
  },
  beside: lineBeside,
})

/** 采购退货查询-按配件, 汇总: 退货率 is the quantity that went back of what was received in the same days. */
export const returnsByPart = defineQuery({
  key: 'purchase_returns_by_part',
  title: '采购退货按配件',
  path: `${path}/parts`,
  access,
  mayExport,
  filters: partFilters,
  columns: {
    ...summedPartColumns,
    qty: { title: '退货数量', kind: 'qty', isKey: true },
    ...moneyColumns(field),
    taxed: { ...money, title: '含税金额', isKey: true },
    receivedQty: { title: '入库数量', kind: 'qty' },
    rate: { title: '退货率', kind: 'percent', nullable: true, isKey: true },
    average: { ...price, title: '平均退价', isKey: true },
    highest: { ...price, title: '最高退价' },
    lowest: { ...price, title: '最低退价' },
    latest: { ...price, title: '最近退价' },
    partners: { title: '供应商数', kind: 'count', width: 68, sort: false },
    waitingQty,
  },
  beside: { partId: id },
})
