import type { AccountRow, AgeingRow } from '@chepu/contract/finance/accounts'
import type { OpenItemRow } from '@chepu/contract/finance/lookups'
import type { Column } from '../../kit/columns'
import { documentPath } from '../../kit/document-screens'
import type { Side } from './side'

const money = (side: Side, key: string, title: string, more: Partial<Column> = {}) =>
  ({ key, title, kind: 'money', width: 80, field: side.field, ...more }) as const satisfies Column

/** 汇总: opening and changes add up to closing; advances stand beside (DOMAIN 8.1). */
export const summaryColumns = (side: Side): Column<AccountRow>[] => [
  { key: 'partnerCode', title: '编码', width: 74, sort: false, hidden: true },
  { key: 'partnerName', title: '单位名称', width: 150, fixed: 'left', isKey: true },
  { key: 'mobile', title: '电话', width: 110, sort: false, hidden: true },
  { key: 'salespersonName', title: side.keeper, width: 60, sort: false },
  money(side, 'opening', '期初'),
  money(side, 'increased', '本期增加'),
  money(side, 'returned', '本期退货'),
  money(side, 'settled', side.side === 'AR' ? '本期收款' : '本期付款'),
  money(side, 'discounted', '优惠', { width: 72 }),
  money(side, 'adjusted', '期初/调整'),
  money(side, 'closing', '期末', { isKey: true }),
  money(side, 'advance', side.advance),
  money(side, 'overdue', '逾期', { isKey: true }),
]

/** 明细: one row an open item. */
export const itemColumns = (side: Side): Column<OpenItemRow>[] => [
  {
    key: 'billNo',
    title: '单号',
    width: 122,
    isKey: true,
    fixed: 'left',
    href: (row) => documentPath(row.sourceKind, row.sourceId),
  },
  { key: 'bizDate', title: '日期', kind: 'date' },
  { key: 'partnerName', title: '单位名称', width: 160 },
  money(side, 'original', '应结'),
  money(side, 'settled', '已结', { sort: false }),
  money(side, 'discounted', '优惠', { width: 72, sort: false }),
  money(side, 'balance', '未结', { isKey: true }),
  { key: 'dueOn', title: '到期日', kind: 'date' },
  { key: 'overdueDays', title: '逾期天数', kind: 'count', isKey: true, total: false, sort: false },
  { key: 'remark', title: '备注', width: 180, sort: false },
]

/** 账龄: what is open now by days past the due date. */
export const ageingColumns = (side: Side): Column<AgeingRow>[] => [
  { key: 'partnerCode', title: '编码', width: 74, sort: false, hidden: true },
  { key: 'partnerName', title: '单位名称', width: 150, fixed: 'left', isKey: true },
  { key: 'salespersonName', title: side.keeper, width: 60, sort: false },
  money(side, 'total', '合计', { isKey: true }),
  money(side, 'notDue', '未到期'),
  money(side, 'days30', '1-30天'),
  money(side, 'days60', '31-60天'),
  money(side, 'days90', '61-90天'),
  money(side, 'days180', '91-180天'),
  money(side, 'over180', '180天以上', { isKey: true }),
  money(side, 'credits', '待冲减'),
  money(side, 'overdue', '逾期'),
  money(side, 'advance', side.advance),
]
