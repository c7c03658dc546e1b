import type { App } from '../kernel/http/bind'
import { bindMoneyDocument } from '../kernel/money/routes'
import { balanceAdjustmentKind } from './balance-adjustment/actions'
import { bindDownloadCenter } from './download-center/routes'
import { bindInvoices } from './invoice/routes'
import { bindFinanceQueries } from './queries/routes'
import { collectionKind, paymentKind } from './slip/actions'
import { bindStatements } from './statement/routes'
import { bindStoreAccounts } from './store-account/routes'
import { writeOffKind } from './write-off/actions'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { financeTasks } from './home-tasks'

/** Calls of the finance area. */
export function bindFinance(app: App): void {
  const { bind } = app
  for (const kind of [collectionKind, paymentKind, writeOffKind, balanceAdjustmentKind]) bindMoneyDocument(bind, kind)
  bindInvoices(app)
  bindFinanceQueries(bind)
  bindStoreAccounts(bind)
  bindStatements(app)
  bindDownloadCenter(app)
  registerHomeTasks('finance', financeTasks)
}
