import { bindAccess } from '../access/routes'
import { bindBasics } from '../basics/routes'
import { bindCustomers } from '../customers/routes'
import { bindFinance } from '../finance/routes'
import { bindPurchasing } from '../purchasing/routes'
import { bindSales } from '../sales/routes'
import { bindShell } from '../shell/routes'
import { bindStatistics } from '../statistics/routes'
import { bindWarehouse } from '../warehouse/routes'
import type { App } from './http'

/** Every area's calls. */
export function bindAreas(app: App): void {
  const { bind } = app
  bindShell(app)
  bindAccess(app)
  bindBasics(app)
  bindCustomers(app)
  bindPurchasing(bind)
  bindSales(bind)
  bindFinance(app)
  bindStatistics(app)
  bindWarehouse(bind)
}
