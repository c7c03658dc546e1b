import { enterOpenings } from '@chepu/contract/finance/balance-adjustment'
import { enterOpeningLines } from './balance-adjustment/enter-openings'
import type { App } from '../kernel/http/bind'
import { bindMoneyDocument } from '../kernel/money/routes'
import { balanceAdjustmentKind } from './balance-adjustment/actions'
import { bindBank } from './bank/routes'
import { bindBooks } from './books/routes'
import { bindDownloadCenter } from './download-center/routes'
import { bindPeriodClose } from './period-close/routes'
import { fundTransferKind } from './fund-transfer/actions'
import { bindInvoices } from './invoice/routes'
import { bindFinanceQueries } from './queries/routes'
import { collectionKind, paymentKind } from './slip/actions'
import { otherExpenseKind, otherIncomeKind } from './other-money/actions'
import { bindRecurring } from './recurring-money/routes'
import { bindStatements } from './statement/routes'
import { bindStoreAccounts } from './store-account/routes'
import { bindTax } from './tax/routes'
import { bindTill } from './till/routes'
import { bindSettleTabs } from './settle-tabs/routes'
import { writeOffKind } from './write-off/actions'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { financeTasks } from './home-tasks'

const kinds = [
  collectionKind,
  paymentKind,
  fundTransferKind,
  otherIncomeKind,
  otherExpenseKind,
  writeOffKind,
  balanceAdjustmentKind,
] as const

/** Calls of the finance area. */
export function bindFinance(app: App): void {
  const { bind } = app
  for (const kind of kinds) bindMoneyDocument(bind, kind)
  bind(enterOpenings, (tx, { body }) => enterOpeningLines(tx, body))
  bindInvoices(app)
  bindFinanceQueries(bind)
  bindStoreAccounts(bind)
  bindSettleTabs(bind)
  bindStatements(app)
  bindTax(bind)
  bindTill(bind)
  bindRecurring(bind)
  bindBank(app)
  bindDownloadCenter(app)
  bindPeriodClose(bind)
  bindBooks(bind)
  registerHomeTasks('finance', financeTasks)
}
