import type { PrintLayout } from '../kit/print/document-sheet'

/** What stands above the lines of goods that come or go for a reason. */
export const fieldsOf = (reasonTitle: string): NonNullable<PrintLayout['fields']> => [
  { key: 'reason', title: reasonTitle },
  { key: 'bizDate', title: '日期', kind: 'date' },
  { key: 'warehouseName', title: '仓库' },
  { key: 'partnerName', title: '往来单位' },
  { key: 'departmentName', title: '部门' },
  { key: 'handlerName', title: '经手人' },
]
