import {
  balanceExport,
  balanceOverview,
  bookMonths,
  bookSettings,
  exportAgain,
  exportVouchers,
  profitExport,
  profitStatement,
  resetBookSettings,
  saveBookSettings,
  voucherExports,
  voucherLines,
} from '@chepu/contract/finance/books'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { fileAgain, listExports, registerVoucherExport, takeVouchers } from './export'
import { listBookMonths, voucherList } from './list'
import { overviewOf } from './overview'
import { profitOf } from './profit'
import { readSettings, resetSettings, saveSettings } from './settings'
import { exportBalance, exportProfit, registerStatements } from './statement-files'

/** Calls of 账簿凭证. */
export function bindBooks(bind: Bind): void {
  bind.reads(bookMonths, (tx) => listBookMonths(tx))
  bindQuery(bind, voucherLines, voucherList)
  registerVoucherExport()
  bind(exportVouchers, (tx, { body }) => takeVouchers(tx, body))
  bind(exportAgain, (tx, { params, body }) => fileAgain(tx, params.id, body.format))
  bind.reads(voucherExports, (tx, { query }) => listExports(tx, query.month))
  bind.reads(profitStatement, (tx, { query }) => profitOf(tx, query.month))
  registerStatements()
  bind(profitExport, (tx, { body }) => exportProfit(tx, body))
  bind(balanceExport, (tx, { body }) => exportBalance(tx, body))
  bind(balanceOverview, (tx, { query }) => overviewOf(tx, query.month))
  bind.reads(bookSettings, async (tx) => {
    const { version, accounts, events } = await readSettings(tx)
    return { version, accounts: [...accounts], events: [...events] }
  })
  bind(saveBookSettings, (tx, { body }) => saveSettings(tx, body))
  bind(resetBookSettings, (tx, { body }) => resetSettings(tx, body))
}
