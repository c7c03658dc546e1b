import { orgQueryColumn, type QueryColumn } from '../kernel/query'
import { stateLabels } from '../kernel/states'

const time = { kind: 'time', chars: 20 } as const

/** Columns that the lists of invoices of both directions have, by the names of their rows, and of their sheets. */
export const invoiceColumns = {
  billNo: { title: '单号', chars: 20 },
  orgName: orgQueryColumn,
  bizDate: { title: '开票日期', kind: 'date' },
  partnerName: { title: '往来单位', chars: 24 },
  state: { title: '状态', kind: 'state', labels: stateLabels },
  creatorName: { title: '制单人', sort: false },
  createdAt: { ...time, title: '制单时间' },
  postedAt: { ...time, title: '登记时间' },
  printCount: { title: '打印次数', kind: 'count', chars: 14, sort: false },
  remark: { title: '备注', chars: 30, sort: false },
} as const satisfies Record<string, QueryColumn>
