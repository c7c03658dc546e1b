import { stateLabels } from './states'
import { type MoneyColumnField, sideLabels } from './money-document'
import { orgQueryColumn, type QueryColumn } from './query'

const figure = { kind: 'money', chars: 14 } as const
const time = { kind: 'time', chars: 20 } as const

/** Columns of the lists of money documents (收款单, 付款单…), by the names of their rows (business/finance 7.1), and of their sheets. */
export const moneyColumns = {
  billNo: { title: '单号', chars: 20 },
  orgName: orgQueryColumn,
  bizDate: { title: '业务日期', kind: 'date' },
  purpose: { title: '类型', width: 76 },
  side: { title: '账目', width: 60, labels: sideLabels, sort: false },
  partnerName: { title: '往来单位', chars: 24 },
  payerName: { title: '实际付款单位', sheetTitle: '实际收付单位', width: 150, sort: false, chars: 24 },
  accountNames: { title: '账户', width: 100, sort: false, chars: 20 },
  total: { ...figure, title: '金额', isKey: true },
  fee: { ...figure, title: '手续费', width: 72 },
  writtenOff: { ...figure, title: '核销额', isKey: true },
  discount: { ...figure, title: '优惠', width: 76 },
  advance: { ...figure, title: '预收预付额', sheetTitle: '预收预付' },
  sourceNo: { title: '订单', chars: 20, sort: false },
  state: { title: '状态', kind: 'state', labels: stateLabels },
  handlerName: { title: '经手人', sort: false },
  salespersonName: { title: '业务员', sort: false },
  creatorName: { title: '制单人', sort: false },
  createdAt: { ...time, title: '制单时间' },
  approverName: { title: '审核人', sort: false },
  approvedAt: { ...time, title: '审核时间' },
  postedAt: { ...time, title: '过账时间' },
  printCount: { title: '打印次数', kind: 'count', chars: 14, sort: false },
  remark: { title: '备注', chars: 30, sort: false },
} as const satisfies Record<MoneyColumnField, QueryColumn>
