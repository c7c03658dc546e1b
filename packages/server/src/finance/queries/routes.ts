import { type accountRoutes, type AccountSide, payableRoutes, receivableRoutes } from '@chepu/contract/finance/accounts'
import { currentReceive, depositOrders } from '@chepu/contract/finance/lookups'
import { dailySheet, receiptRoutes } from '@chepu/contract/finance/receipts'
import type { Bind } from '../../app/http'
import { enqueueExport } from '../../kernel/export/enqueue'
import { accountAgeing, accountAgeingTotals } from './account-ageing'
import { accountItems, accountItemTotals } from './account-items'
import { accountStatement } from './account-statement'
import { accountSummary, accountSummaryTotals } from './account-summary'
import { exportAccounts, exportReceipts } from './exports'
import { openItemsOf, ordersForDeposit } from './open-items'
import { dayOf, listReceipts, receiptTotals } from './receipts'

export function bindFinanceQueries(bind: Bind): void {
  bind(currentReceive, (tx, { query }) => openItemsOf(tx, query))
  bind(depositOrders, (tx, { query }) => ordersForDeposit(tx, query))
  bindAccounts(bind, 'AR', receivableRoutes)
  bindAccounts(bind, 'AP', payableRoutes)
  bindReceipts(bind)
}

function bindAccounts(bind: Bind, side: AccountSide, routes: ReturnType<typeof accountRoutes>): void {
  const key = side === 'AR' ? 'receivable' : 'payable'
  exportAccounts(side)
  bind(routes.list, (tx, { query }) => accountSummary(tx, side, query))
  bind(routes.totals, (tx, { query }) => accountSummaryTotals(tx, side, query))
  bind(routes.export, (tx, { body }) => enqueueExport(tx, key, body))
  bind(routes.items, (tx, { query }) => accountItems(tx, side, query))
  bind(routes.itemTotals, (tx, { query }) => accountItemTotals(tx, side, query))
  bind(routes.itemExport, (tx, { body }) => enqueueExport(tx, `${key}_item`, body))
  bind(routes.ageing, (tx, { query }) => accountAgeing(tx, side, query))
  bind(routes.ageingTotals, (tx, { query }) => accountAgeingTotals(tx, side, query))
  bind(routes.ageingExport, (tx, { body }) => enqueueExport(tx, `${key}_ageing`, body))
  bind(routes.statement, (tx, { query }) => accountStatement(tx, side, query))
  bind(routes.statementExport, (tx, { body }) => enqueueExport(tx, `${key}_statement`, body))
}

function bindReceipts(bind: Bind): void {
  exportReceipts()
  bind(receiptRoutes.list, (tx, { query }) => listReceipts(tx, query))
  bind(receiptRoutes.totals, (tx, { query }) => receiptTotals(tx, query))
  bind(receiptRoutes.export, (tx, { body }) => enqueueExport(tx, 'receipts', body))
  bind(dailySheet, (tx, { query }) => dayOf(tx, query))
}
