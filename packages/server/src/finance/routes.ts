import type { App } from '../kernel/http/bind'
import { bindBalanceAdjustment } from './balance-adjustment/routes'
import { bindDownloadCenter } from './download-center/routes'
import { bindFinanceQueries } from './queries/routes'
import { bindSlips } from './slip/routes'
import { bindStoreAccounts } from './store-account/routes'
import { bindWriteOff } from './write-off/routes'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { financeTasks } from './home-tasks'

/** Calls of the finance area. */
export function bindFinance(app: App): void {
  const { bind } = app
  bindSlips(bind)
  bindWriteOff(bind)
  bindBalanceAdjustment(bind)
  bindFinanceQueries(bind)
  bindStoreAccounts(bind)
  bindDownloadCenter(app)
  registerHomeTasks('finance', financeTasks)
}
