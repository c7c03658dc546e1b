import type { AdvanceFilters, SettleQueries } from '@chepu/contract/finance/settle-queries'
import { type AccountSide, advances } from '@chepu/contract/kernel/money-document'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { allDocuments } from '../../kernel/document/references'
import type { QuerySource } from '../../kernel/query/query'
import { partnerConditions, partnerJoins } from '../queries/figures'

/**
 * What partners paid ahead, or were paid, by the order that it is tied to (business/settle-tabs 3): on every row 收入 − 已冲 − 已退 = 余额, and
 * the rows are the account (I21).
 */
export const settleAdvances = (side: AccountSide): QuerySource<SettleQueries['advances']> => ({
  select: () => ({
    partnerId: sql`p.id`,
    partnerName: sql`p.name`,
    tied: sql`case when f.source_id is null then 'free' else 'deposit' end`,
    sourceKind: sql`f.source_kind`,
    sourceId: sql`f.source_id`,
    sourceNo: sql`d.bill_no`,
    lastOn: sql`f.last_on`,
    received: sql`f.received`,
    used: sql`f.used`,
    refunded: sql`f.refunded`,
    balance: sql`f.balance`,
    salespersonName: sql`keeper.name`,
  }),
  from: (tx, filters) => sql`from (${byOrder(tx, side, filters)}) f
    join partner p on p.group_id = ${tx.groupId} and p.id = f.partner_id
    left join ${allDocuments()} d on d.group_id = ${tx.groupId} and d.kind = f.source_kind and d.id = f.source_id
    ${partnerJoins(tx, side)}
    where ${filters.settled ? states[filters.settled] : sql`true`} and ${partnerConditions(tx, side, filters)}`,
  order: sql`partner_name, partner_id, source_no nulls first`,
})

const states: Record<NonNullable<AdvanceFilters['settled']>, RawBuilder<SqlBool>> = {
  open: sql<SqlBool>`f.balance <> 0`,
  settled: sql<SqlBool>`f.balance = 0`,
}

/** Partners who have nothing left are not looked at where nothing else is asked for. */
function byOrder(tx: CallerTx, side: AccountSide, filters: AdvanceFilters): RawBuilder<unknown> {
  const account = advances[side]
  const sum = (condition: RawBuilder<unknown>) => sql`coalesce(sum(l.amount) filter (where ${condition}), 0.00)`
  const withRest =
    filters.settled === 'open'
      ? sql`and l.partner_id in (select b.partner_id from partner_balance b
          where b.group_id = ${tx.groupId} and b.org_id = ${tx.caller.orgId} and b.account = ${account} and b.balance <> 0)`
      : sql``
  return sql`
    select l.partner_id, m.source_kind, m.source_id, max(l.biz_date) as last_on,
      ${sum(sql`l.kind not in ('advance_used', 'refund')`)} as received, -${sum(sql`l.kind = 'advance_used'`)} as used,
      -${sum(sql`l.kind = 'refund'`)} as refunded, sum(l.amount) as balance
    from partner_ledger l
    left join money_slip m on m.group_id = l.group_id and m.kind = l.doc_kind and m.id = l.doc_id and m.source_id is not null
    where l.group_id = ${tx.groupId} and l.org_id = ${tx.caller.orgId} and l.account = ${account}
      ${filters.partnerId ? sql`and l.partner_id = ${filters.partnerId}` : sql``} ${withRest}
    group by l.partner_id, m.source_kind, m.source_id`
}
