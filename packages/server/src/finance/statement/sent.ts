import { button } from '@chepu/contract/access/catalogue'
import type { SentStatements } from '@chepu/contract/finance/statement-link'
import { statementPurpose } from '@chepu/contract/finance/statement-link'
import type { AccountSide } from '@chepu/contract/kernel/money-document'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { forbidden, notFound } from '../../kernel/base/errors'
import { seesBalance } from '../../kernel/caller/balance-visibility'
import { mayPress } from '../../kernel/caller/caller'
import { allOf } from '../../kernel/caller/scope'
import { audit } from '../../kernel/db/audit'
import type { CallerTx, Tx } from '../../kernel/db/tx'
import type { QuerySource } from '../../kernel/query/query'
import { balanceScope } from '../../kernel/caller/partner-scope'
import { accountScope } from '../queries/partner-scope'
import type { StatementQuery } from '../queries/account-statement'

/** A statement that a partner was asked about. */
export interface SentStatement extends StatementQuery {
  id: number
  orgId: number
  side: AccountSide
  partnerName: string
  createdBy: number
  /** By which link he answered last, and the figures that he read; null before. */
  answeredLinkId: number | null
  readOpening: string | null
  readClosing: string | null
  readAdvance: string | null
  /** False when the partner is disabled or was merged. */
  isActive: boolean
}

/** The statement of an id, whosever it is; undefined when there is none. */
export const sentStatement = (tx: Tx, id: number): Promise<SentStatement | undefined> =>
  tx.one({
    name: 'sent-statement',
    text: `select s.id, s.org_id, s.side, s.partner_id, s.from_day as from, s.to_day as to, s.created_by, s.answered_link_id, s.read_opening, s.read_closing, s.read_advance,
        p.name as partner_name, p.is_active
      from partner_statement s join partner p on p.group_id = s.group_id and p.id = s.partner_id
      where s.group_id = $1 and s.id = $2`,
    values: [tx.groupId, id],
  })

/** A statement of the caller's organisation that he may draw up himself. @throws Failure forbidden; notFound outside his data scope */
export async function ownStatement(tx: CallerTx, id: number): Promise<SentStatement> {
  const statement = await sentStatement(tx, id)
  if (!statement || statement.orgId !== tx.caller.orgId) return notFound('对账单')
  const [partner] = await tx.select(
    sql<{
      id: number
    }>`select p.id from partner p where p.group_id = ${tx.groupId} and p.id = ${statement.partnerId} and ${accountScope(tx.caller)}`,
  )
  if (!partner) return notFound('对账单')
  assertMayAsk(tx, statement.side)
  return statement
}

/** Refuses who draws up no statements of a side, or does not see what stands in them. */
function assertMayAsk(tx: CallerTx, side: AccountSide): void {
  if (!mayPress(tx.caller, button(side === 'AR' ? 'receivable' : 'payable', 'statement')))
    forbidden('您没有对账单的权限')
  if (!seesBalance(tx.caller, side)) forbidden('您没有查看往来金额的权限')
}

/**
 * Notes that a partner is asked to confirm his account over some days; who was asked before about the same days is asked about the same statement.
 * @throws Failure forbidden and notFound, as for the statement itself
 */
export async function sendStatement(tx: CallerTx, side: AccountSide, query: StatementQuery): Promise<{ id: number }> {
  assertMayAsk(tx, side)
  const { partnerId, from, to } = query
  const [partner] = await tx.select(
    sql<{
      id: number
    }>`select p.id from partner p where p.group_id = ${tx.groupId} and p.id = ${partnerId} and ${accountScope(tx.caller)} for key share`,
  )
  if (!partner) notFound('往来单位')
  const values = [tx.groupId, tx.caller.orgId, side, partnerId, from, to]
  const made = await tx.one<{ id: number }>({
    text: `insert into partner_statement (group_id, org_id, side, partner_id, from_day, to_day, created_by) values ($1, $2, $3, $4, $5, $6, $7)
      on conflict do nothing returning id`,
    values: [...values, tx.caller.userId],
  })
  if (made) await audit(tx, { entity: 'partner_statement', entityId: made.id, action: 'add', detail: { ...query } })
  const found =
    made ??
    (await tx.one<{ id: number }>({
      text: `select id from partner_statement
        where group_id = $1 and org_id = $2 and side = $3 and partner_id = $4 and from_day = $5 and to_day = $6`,
      values,
    }))
  return { id: (found as { id: number }).id }
}

/** What became of a statement `s`: its last link `l`, the last answer `a` and how many objections are open `d`. */
const state = sql`case when d.open > 0 then 'disputed' when d.resolved > 0 then 'resolved' when a.answered_at is not null then 'confirmed'
  when l.is_live then 'waiting' else 'over' end`

/** 对账记录 of a side: the statements that partners were asked about; one of which no link was made has asked nobody. */
export const sentStatements = (side: AccountSide): QuerySource<SentStatements['sent']> => ({
  select: () => ({
    id: sql`s.id`,
    partnerId: sql`s.partner_id`,
    partnerName: sql`p.name`,
    fromDay: sql`s.from_day`,
    toDay: sql`s.to_day`,
    closing: sql`(select coalesce(sum(e.amount), 0.00) from partner_ledger e where e.group_id = s.group_id and e.org_id = s.org_id
      and e.partner_id = s.partner_id and e.account = s.side and e.biz_date <= s.to_day)`,
    readClosing: sql`s.read_closing`,
    state,
    openDisputes: sql`d.open`,
    creatorName: sql`u.real_name`,
    createdAt: sql`s.created_at`,
    openCount: sql`l.opened`,
    answeredAt: sql`a.answered_at`,
  }),
  from: (tx, filters) => sql`from partner_statement s
    join partner p on p.group_id = s.group_id and p.id = s.partner_id
    join app_user u on u.group_id = s.group_id and u.id = s.created_by
    cross join lateral (select count(*) filter (where x.resolved_at is null) as open, count(*) filter (where x.resolved_at is not null) as resolved
      from statement_dispute x where x.group_id = s.group_id and x.statement_id = s.id) d
    join lateral (select sum(k.open_count) as opened, bool_or(k.revoked_at is null and k.expires_at > now()) as is_live
      from customer_link k where k.group_id = s.group_id and k.purpose = ${statementPurpose} and k.subject_id = s.id) l on l.opened is not null
    left join lateral (select max(w.answered_at) as answered_at from customer_link k
      join customer_answer w on w.group_id = k.group_id and w.link_id = k.id
      where k.group_id = s.group_id and k.purpose = ${statementPurpose} and k.subject_id = s.id) a on true
    where s.group_id = ${tx.groupId} and s.org_id = ${tx.caller.orgId} and s.side = ${side} and ${balanceScope(tx.caller)}
      and ${allOf(conditions(filters))}`,
  order: sql`created_at desc, id desc`,
})

type Filters = {
  partnerId?: number | undefined
  state?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** 期间 of the filter is when a statement was sent. */
function conditions({ partnerId, state: wanted, from, to }: Filters): RawBuilder<SqlBool>[] {
  const found = [sql<SqlBool>`true`]
  if (partnerId) found.push(sql<SqlBool>`s.partner_id = ${partnerId}`)
  if (wanted) found.push(sql<SqlBool>`${state} = ${wanted}`)
  if (from) found.push(sql<SqlBool>`s.created_at >= ${from}::date::timestamp at time zone 'Asia/Shanghai'`)
  if (to) found.push(sql<SqlBool>`s.created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`)
  return found
}
