import type { StatementDispute } from '@chepu/contract/finance/statement-link'
import type { Decided } from '@chepu/contract/kernel/customer-link'
import type { AccountSide } from '@chepu/contract/kernel/money-document'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { type SqlBool, sql } from 'kysely'
import { notFound, refuse, staleRow } from '../../kernel/base/errors'
import { audit } from '../../kernel/db/audit'
import type { CallerTx, Tx } from '../../kernel/db/tx'
import { notify } from '../../kernel/notify/notify'
import { balanceScope } from '../../kernel/caller/partner-scope'
import type { SentStatement } from './sent'

/** Event 5 of business/notifications 4: money between the shop and a partner. */
const aboutAccounts = 5

/** Where the accounts of a side are looked at. */
const screens: Record<AccountSide, string> = { AR: 'receivableAccount', AP: 'payableAccount' }

/** Keeps what a partner objected to, and tells who asked him. */
export async function raiseDisputes(tx: Tx, statement: SentStatement, decided: readonly Decided[]): Promise<void> {
  const objected = decided.filter(({ agrees }) => !agrees)
  const { id, orgId, side, partnerId, partnerName, from, to } = statement
  // A line bears the number of the first entry of its document.
  for (const { lineId, text, reason = '' } of objected)
    tx.send({
      text: `insert into statement_dispute (group_id, org_id, statement_id, side, partner_id, doc_kind, doc_id, line_text, reason)
        select l.group_id, l.org_id, $3, $4, $5, l.doc_kind, l.doc_id, $6, $7 from partner_ledger l where l.group_id = $1 and l.id = $2 returning id`,
      values: [tx.groupId, lineId, id, side, partnerId, text, reason.trim()],
    })
  const result = objected.length > 0 ? `提出${objected.length}条异议，请处理` : '确认无误'
  notify(tx, {
    users: [statement.createdBy],
    kind: 'news',
    msgType: aboutAccounts,
    message: `${partnerName} ${from} 至 ${to} 的对账单：${result}`,
    orgId,
    screen: screens[side],
    params: { tab: 'sent' },
  })
}

/** Whether a document of item `i` bears an objection that nobody has answered yet. */
export const isDisputed = sql<SqlBool>`exists (select 1 from statement_dispute d where d.group_id = i.group_id and d.org_id = i.org_id
  and d.side = i.side and d.doc_kind = i.source_kind and d.doc_id = i.source_id and d.partner_id = i.partner_id and d.resolved_at is null)`

/** Objections of partners in the caller's sight that nobody has answered yet. */
export async function countDisputes(tx: CallerTx, side: AccountSide): Promise<number> {
  const [row] = await tx.select(sql<{ count: number }>`select count(*) as count from statement_dispute d
    join partner p on p.group_id = d.group_id and p.id = d.partner_id
    where d.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and d.side = ${side} and d.resolved_at is null and ${balanceScope(tx.caller)}`)
  return row?.count ?? 0
}

/** What a partner objected to in a statement, the newest first. */
export const disputesOf = (tx: CallerTx, statementId: number): Promise<StatementDispute[]> =>
  tx.query({
    text: `select d.id, d.line_text, d.reason, d.raised_at, d.reply, d.resolved_at, u.real_name as resolver_name, d.doc_kind, d.doc_id, d.version
      from statement_dispute d left join app_user u on u.group_id = d.group_id and u.id = d.resolved_by
      where d.group_id = $1 and d.statement_id = $2 order by d.id desc`,
    values: [tx.groupId, statementId],
  })

/** A dispute of the caller's organisation about one side, held, with the statement that it belongs to. */
async function heldDispute(tx: CallerTx, side: AccountSide, id: number) {
  const dispute = await tx.one<{ statementId: number; version: number; resolvedAt: string | null }>({
    text: `select statement_id, version, resolved_at from statement_dispute
      where group_id = $1 and org_id = $2 and id = $3 and side = $4 for no key update`,
    values: [tx.groupId, tx.caller.orgId, id, side],
  })
  return dispute ?? notFound('对账异议')
}

/** 处理: says what came of an objection; the partner reads it as long as his link opens. */
export async function resolveDispute(
  tx: CallerTx,
  side: AccountSide,
  id: number,
  { version, reply }: { version: number; reply: string },
): Promise<SavedRow> {
  const dispute = await heldDispute(tx, side, id)
  if (dispute.resolvedAt !== null) refuse('这条异议已处理')
  if (dispute.version !== version) staleRow('对账异议')
  const saved = await tx.one<SavedRow>({
    text: `update statement_dispute set reply = $3, resolved_at = now(), resolved_by = $4, version = version + 1
      where group_id = $1 and id = $2 returning id, version`,
    values: [tx.groupId, id, reply, tx.caller.userId],
  })
  const detail = { disputeId: id, reply }
  await audit(tx, { entity: 'partner_statement', entityId: dispute.statementId, action: 'resolve-dispute', detail })
  return saved as SavedRow
}
