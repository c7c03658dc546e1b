import { accountMovements, accountRoutes, setOpening } from '@chepu/contract/finance/store-account'
import type { Bind } from '../../kernel/http/bind'
import { listMovements, movementTotals } from './movements'
import { accountTotals, enableAccount, listAccounts, saveAccount, saveOpening } from './store-account'

/** Calls of 门店账户. */
export function bindStoreAccounts(bind: Bind): void {
  bind(accountRoutes.list, (tx, { query }) => listAccounts(tx, query))
  bind(accountRoutes.totals, (tx, { query }) => accountTotals(tx, query))
  bind(accountRoutes.save, (tx, { body }) => saveAccount(tx, body))
  bind(accountRoutes.enable, (tx, { params, body }) => enableAccount(tx, params.id, body))
  bind(setOpening, (tx, { params, body }) => saveOpening(tx, params.id, body))
  bind(accountMovements.list, (tx, { query }) => listMovements(tx, query))
  bind(accountMovements.totals, (tx, { query }) => movementTotals(tx, query))
}
