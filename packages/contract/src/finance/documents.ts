import type { MoneyDef } from '../kernel/money-document'
import { balanceAdjustment } from './balance-adjustment'
import { collection } from './collection'
import { payment } from './payment'
import { fundTransfer } from './fund-transfer'
import { otherExpense, otherIncome } from './other-money'
import { writeOff } from './write-off'

/** Every kind of document of finance. */
export const documents: readonly MoneyDef[] = [
  collection,
  payment,
  fundTransfer,
  otherIncome,
  otherExpense,
  writeOff,
  balanceAdjustment,
]
