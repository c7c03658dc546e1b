import type { AccountSide } from '@chepu/contract/kernel/money-document'
import {
  accountQueries,
  type accountRoutes,
  payableRoutes,
  receivableRoutes,
  statementTitle,
} from '@chepu/contract/finance/accounts'
import { claimsMoney } from '@chepu/contract/finance/claims-money'
import { currentReceive, depositOrders } from '@chepu/contract/finance/lookups'
import { dailySheet, receiptRoutes } from '@chepu/contract/finance/receipts'
import type { Bind } from '../../kernel/http/bind'
import { enqueueExport } from '../../kernel/export/enqueue'
import { bindQuery } from '../../kernel/query/query'
import { accountAgeing } from './account-ageing'
import { accountItems } from './account-items'
import { accountStatement } from './account-statement'
import { accountSummary } from './account-summary'
import { claimsMoneySource } from './claims-money'
import { exportStatement } from './exports'
import { openItemsOf, ordersForDeposit } from './open-items'
import { dayOf, receipts } from './receipts'

export function bindFinanceQueries(bind: Bind): void {
  bind(currentReceive, (tx, { query }) => openItemsOf(tx, query))
  bind(depositOrders, (tx, { query }) => ordersForDeposit(tx, query))
  bindAccounts(bind, 'AR', receivableRoutes)
  bindAccounts(bind, 'AP', payableRoutes)
  bindQuery(bind, receiptRoutes, receipts)
  bindQuery(bind, claimsMoney, claimsMoneySource)
  bind(dailySheet, (tx, { query }) => dayOf(tx, query))
}

function bindAccounts(bind: Bind, side: AccountSide, routes: ReturnType<typeof accountRoutes>): void {
  const { summary, items, ageing } = accountQueries[side]
  const key = `${summary.key}_statement`
  bindQuery(bind, summary, accountSummary(side))
  bindQuery(bind, items, accountItems(side))
  bindQuery(bind, ageing, accountAgeing(side))
  exportStatement(side, key, statementTitle(side))
  bind(routes.statement, (tx, { query }) => accountStatement(tx, side, query))
  bind(routes.statementExport, (tx, { body }) => enqueueExport(tx, key, body))
}
