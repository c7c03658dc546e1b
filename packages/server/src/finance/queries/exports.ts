import type { AccountSide } from '@chepu/contract/kernel/money-document'
import { date, money, text } from '../../kernel/export/columns'
import { registerExport } from '../../kernel/export/registry'
import { nameOfPartner, selectStatement, type StatementQuery, statementFrame } from './account-statement'
import { seesBalance } from '../../kernel/caller/balance-visibility'

const queryOf = (filters: Record<string, unknown>) => filters as unknown as StatementQuery

/** Makes 对账单 of 应收账款 or 应付账款 exportable. */
export function exportStatement(side: AccountSide, key: string, title: string): void {
  registerExport(key, {
    title,
    columns: (tx) => [
      date('bizDate', '日期'),
      text('billNo', '单号', 20),
      text('summary', '摘要', 30),
      ...(seesBalance(tx.caller, side)
        ? [money('increase', '增加'), money('decrease', '减少'), money('balance', '余额')]
        : []),
    ],
    rows: (tx, filters) => selectStatement(tx, side, queryOf(filters)),
    frame: (tx, filters) => statementFrame(tx, side, queryOf(filters)),
    subject: (tx, filters) => nameOfPartner(tx, queryOf(filters)),
  })
}
