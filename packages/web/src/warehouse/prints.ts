import type { PrintLayout } from '../kit/document-sheet'
import { placingLayout } from '../kit/print-layouts'

const fields = (reasonTitle: string): PrintLayout['fields'] => [
  { key: 'reason', title: reasonTitle },
  { key: 'bizDate', title: '日期', kind: 'date' },
  { key: 'warehouseName', title: '仓库' },
  { key: 'partnerName', title: '往来单位' },
  { key: 'departmentName', title: '部门' },
  { key: 'handlerName', title: '经手人' },
]

export const otherInPrints: readonly PrintLayout[] = [
  { title: '其他入库单', fields: fields('入库原因'), signatures: ['制单', '审核', '验收'] },
  placingLayout('往来单位'),
]

export const otherOutPrints: readonly PrintLayout[] = [
  { title: '其他出库单', fields: fields('出库原因'), money: false, signatures: ['制单', '审核', '领用'] },
]
