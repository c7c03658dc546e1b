import { statementCalls } from '@chepu/contract/finance/statement-link'
import type { AccountSide } from '@chepu/contract/kernel/money-document'
import type { App, Bind } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { disputesOf, resolveDispute } from './dispute'
import { bindStatementLink } from './link'
import { ownStatement, sendStatement, sentStatements } from './sent'

/** Calls of 对账记录, and those by which partners see their statement. */
export function bindStatements({ bind, bindOpen }: App): void {
  for (const side of ['AR', 'AP'] as const) bindSide(bind, side)
  bindStatementLink(bindOpen)
}

function bindSide(bind: Bind, side: AccountSide): void {
  const { sent, send, disputes, resolve } = statementCalls[side]
  bindQuery(bind, sent, sentStatements(side))
  bind(send, (tx, { body }) => sendStatement(tx, side, body))
  bind(disputes, async (tx, { params }) => {
    await ownStatement(tx, params.id)
    return { rows: await disputesOf(tx, params.id) }
  })
  bind(resolve, (tx, { params, body }) => resolveDispute(tx, side, params.id, body))
}
