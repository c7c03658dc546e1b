import type { MoneyColumnField, MoneyRow } from '@chepu/contract/kernel/money-document'
import type { Column } from './columns'

/** Columns of the lists of money documents (收款单, 付款单…), by the names of their rows (DOMAIN 2.10). */
export const moneyColumns = {
  purpose: { key: 'purpose', title: '类型', width: 76 },
  payerName: { key: 'payerName', title: '实际付款单位', width: 150, sort: false },
  accountNames: { key: 'accountNames', title: '账户', width: 100, sort: false },
  total: { key: 'total', title: '金额', kind: 'money', isKey: true },
  fee: { key: 'fee', title: '手续费', kind: 'money', width: 72, sort: false },
  writtenOff: { key: 'writtenOff', title: '核销额', kind: 'money', sort: false, isKey: true },
  discount: { key: 'discount', title: '优惠', kind: 'money', width: 76, sort: false },
  advance: { key: 'advance', title: '预收预付额', kind: 'money', sort: false },
} as const satisfies Record<string, Column>

/** A column of a list of money documents; its export gives every field that it may name. */
export type MoneyColumn = Column<MoneyRow> & { key: MoneyColumnField }
