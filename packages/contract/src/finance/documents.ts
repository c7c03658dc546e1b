import type { MoneyDef } from '../kernel/money-document'
import { balanceAdjustment } from './balance-adjustment'
import { collection } from './collection'
import { payment } from './payment'
import { writeOff } from './write-off'

/** Every kind of document of finance. */
export const documents: readonly MoneyDef[] = [collection, payment, writeOff, balanceAdjustment]
