import type { RepairColumnField } from './repair-document'
import { orgQueryColumn, type QueryColumn } from './query'
import { stateLabels } from './states'

const figure = { kind: 'money', chars: 14, field: 'doc_price' } as const
const time = { kind: 'time', chars: 20 } as const

/** Columns of the lists of documents of cars, by the names of their rows (business/repair 1.2), and of their sheets. */
export const repairColumns = {
  billNo: { title: '单号', chars: 20 },
  orgName: orgQueryColumn,
  bizDate: { title: '业务日期', kind: 'date' },
  plate: { title: '车牌', width: 92, isKey: true, sort: false, nullable: true },
  modelText: { title: '车型', width: 150, sort: false, nullable: true, chars: 24 },
  vin: { title: '车架号', width: 150, sort: false, nullable: true, hidden: true, chars: 20 },
  partnerName: { title: '客户', chars: 24 },
  contactName: { title: '联系人', width: 84, sort: false, hidden: true },
  contactMobile: { title: '联系电话', width: 110, sort: false, hidden: true },
  businessTypeName: { title: '业务类型', width: 84, sort: false, nullable: true },
  salespersonName: { title: '服务顾问', width: 84, sort: false, nullable: true, card: 'fact' },
  handlerName: { title: '经手人', width: 84, sort: false, nullable: true, hidden: true },
  labourAmount: { ...figure, title: '工时额', width: 90 },
  materialAmount: { ...figure, title: '材料额', width: 90 },
  otherAmount: { ...figure, title: '其他', width: 80, hidden: true },
  totalAmount: { ...figure, title: '合计', isKey: true },
  state: { title: '状态', kind: 'state', labels: stateLabels },
  creatorName: { title: '制单人', sort: false, nullable: true },
  createdAt: { ...time, title: '制单时间', hidden: true },
  approverName: { title: '审核人', sort: false, nullable: true, hidden: true },
  approvedAt: { ...time, title: '审核时间', nullable: true, hidden: true },
  postedAt: { ...time, title: '过账时间', nullable: true, hidden: true },
  printCount: { title: '打印次数', kind: 'count', chars: 14, sort: false, hidden: true },
  remark: { title: '备注', chars: 30, sort: false },
} as const satisfies Record<RepairColumnField, QueryColumn>
