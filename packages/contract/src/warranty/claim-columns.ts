import { orgQueryColumn, type QueryColumn } from '../kernel/query'
import { stateLabels } from '../kernel/states'
import type { ClaimColumnField } from './claim-document'

const time = { kind: 'time', chars: 20 } as const

/** Columns of the lists of claim documents, by the names of their rows, and of their sheets. */
export const claimColumns = {
  billNo: { title: '单号', chars: 20 },
  orgName: orgQueryColumn,
  bizDate: { title: '业务日期', kind: 'date' },
  partnerName: { title: '厂家', chars: 24 },
  handlerName: { title: '经手人', width: 84, sort: false, nullable: true, hidden: true },
  state: { title: '状态', kind: 'state', labels: stateLabels },
  creatorName: { title: '制单人', sort: false, nullable: true },
  createdAt: { ...time, title: '制单时间', hidden: true },
  approverName: { title: '审核人', sort: false, nullable: true, hidden: true },
  approvedAt: { ...time, title: '审核时间', nullable: true, hidden: true },
  postedAt: { ...time, title: '过账时间', nullable: true, hidden: true },
  printCount: { title: '打印次数', kind: 'count', chars: 14, sort: false, hidden: true },
  remark: { title: '备注', chars: 30, sort: false },
} as const satisfies Record<ClaimColumnField, QueryColumn>
