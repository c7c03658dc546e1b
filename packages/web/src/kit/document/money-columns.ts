import type { MoneyColumnField, MoneyRow } from '@chepu/contract/kernel/money-document'
import { moneyColumns as shared } from '@chepu/contract/kernel/money-columns'
import { type Column, columnsOf } from '../list/columns'

const shown = [
  'purpose',
  'side',
  'payerName',
  'accountNames',
  'total',
  'fee',
  'writtenOff',
  'discount',
  'advance',
] as const

/** Columns of the lists of money documents that lists of goods do not have. */
export const moneyColumns = Object.fromEntries(
  columnsOf(shared)
    .filter(({ key }) => shown.some((name) => name === key))
    .map((column) => [column.key, column]),
) as { [Name in (typeof shown)[number]]: Column & { key: Name } }

/** A column of a list of money documents; its export gives every field that it may name. */
export type MoneyColumn = Column<MoneyRow> & { key: MoneyColumnField }
