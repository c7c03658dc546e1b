import type { PrintLayout } from '../kit/print/document-sheet'

/** What stands above the lines of goods that are issued to an order or come back of it. */
export const orderFields = (handler: string): NonNullable<PrintLayout['fields']> => [
  { key: 'workOrderName', title: '工单号' },
  { key: 'vehicleName', title: '车牌' },
  { key: 'partnerName', title: '客户' },
  { key: 'bizDate', title: '日期', kind: 'date' },
  { key: 'warehouseName', title: '仓库' },
  { key: 'handlerName', title: handler },
]
