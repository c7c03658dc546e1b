import { otherIn } from '@chepu/contract/warehouse/other-in'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import type { PrintKind } from '../kit/print/print-kinds'
import type { PrintLayout } from '../kit/print/document-sheet'
import { placingLayout } from '../kit/print/print-layouts'

const fields = (reasonTitle: string): NonNullable<PrintLayout['fields']> => [
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

/** What puts each kind of document of the warehouse on paper. */
export const papers: readonly PrintKind[] = [
  { document: otherIn, prints: otherInPrints },
  { document: otherOut, prints: otherOutPrints },
]
