import type { PrintLayout } from './document-sheet'
import type { PrintColumn } from './print-template'

/** Line columns of a paper that names none of its own. */
export const printLineColumns: readonly PrintColumn[] = [
  { key: '#', title: '序号', share: 6 },
  { key: 'partCode', title: '配件编码', share: 17 },
  { key: 'partName', title: '配件名称', share: 26 },
  { key: 'brandName', title: '品牌', share: 10, optional: true },
  { key: 'spec', title: '规格', share: 14, optional: true },
  { key: 'unitName', title: '单位', share: 6 },
  { key: 'qty', title: '数量', kind: 'qty', share: 9 },
  { key: 'discountRate', title: '折扣', kind: 'discount', share: 8, optional: true },
  // What is paid for one piece, so that it gives the amount with the quantity (ADR 0097).
  { key: 'price', title: '单价', kind: 'price', share: 12 },
  { key: 'taxed', title: '金额', kind: 'money', share: 16 },
  { key: 'locationCode', title: '货位', share: 14, optional: true },
  { key: 'remark', title: '备注', share: 12, optional: true },
]

/** What a template may print besides. Cost is there only for templates and readers that may have it (business/access 8). */
export const printMoreColumns: readonly PrintColumn[] = [
  { key: 'oeNo', title: 'OE号', share: 16 },
  { key: 'fitment', title: '适用车型', share: 18 },
  { key: 'batchNo', title: '批次', share: 12 },
  { key: 'typedPrice', title: '开单价', kind: 'price', share: 12 },
  { key: 'taxRate', title: '税率', kind: 'percent', share: 8 },
  { key: 'untaxed', title: '未税金额', kind: 'money', share: 14 },
  { key: 'tax', title: '税额', kind: 'money', share: 12 },
  { key: 'unitCost', title: '单位成本', kind: 'price', share: 12 },
  { key: 'costAmount', title: '成本金额', kind: 'money', share: 14 },
]

const named = new Set(['#', 'partCode', 'partName', 'brandName', 'spec', 'unitName'])

/** 上架单: where goods that came in are put, without prices and with room to write what was counted. */
export const placingLayout = (partnerTitle: string): PrintLayout => ({
  title: '上架单',
  fields: [
    { key: 'partnerName', title: partnerTitle },
    { key: 'bizDate', title: '日期', kind: 'date' },
    { key: 'warehouseName', title: '仓库' },
    { key: 'carrierName', title: '物流公司' },
    { key: 'waybill', title: '运单号' },
  ],
  columns: [
    ...printLineColumns.filter((column) => named.has(column.key)),
    { key: 'locationCode', title: '货位', share: 14 },
    { key: 'batchNo', title: '批次', share: 12, optional: true },
    { key: 'qty', title: '应收', kind: 'qty', share: 9 },
    { key: 'tick', title: '实收', share: 9 },
  ],
  money: false,
  signatures: ['制单', '验收', '上架'],
})
