// What a customer has brought, for every page that tells it: his list, his own page and 客户综合查询 (business/customers 7.2).
import { type RawBuilder, sql } from 'kysely'
import type { CallerTx } from '../kernel/db/tx'

/** Days within which documents count; without one of them there is no end on that side. */
interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** Balances of partners `p` with the organisation, as one row `bal`; absent accounts are zero. */
export const balancesOf = (tx: CallerTx): RawBuilder<unknown> => {
  const accounts = { receivable: 'AR', advanceIn: 'ADV_IN', payable: 'AP', advanceOut: 'ADV_OUT' }
  const sums = Object.entries(accounts).map(
    ([name, account]) => sql`coalesce(sum(b.balance) filter (where b.account = ${account}), 0.00) as ${sql.ref(name)}`,
  )
  return sql`left join lateral (select ${sql.join(sums)} from partner_balance b
    where b.group_id = p.group_id and b.org_id = ${tx.caller.orgId} and b.partner_id = p.id) bal on true`
}

/**
 * What was charged to partners `p` by the organisation, as one row `alias`: how often, and for how much after what came back. What is
 * brought forward, adjusted or went over from a doubled partner is no business; what a red document takes back does not count.
 */
export const chargesOf = (tx: CallerTx, { from, to }: Days, alias = 'c'): RawBuilder<unknown> => sql`left join lateral (
    select count(*) filter (where i.original > 0 and not exists (select from goods_document red
        where red.group_id = i.group_id and red.red_of = i.source_id and red.kind = i.source_kind and red.posted_at is not null))::int as visits,
      coalesce(sum(i.original), 0.00) as spent
    from open_item i where i.group_id = p.group_id and i.org_id = ${tx.caller.orgId} and i.side = 'AR' and i.partner_id = p.id
      and i.source_kind not in ('balance_adjustment', 'partner_merge')
      ${from ? sql`and i.biz_date >= ${from}` : sql``} ${to ? sql`and i.biz_date <= ${to}` : sql``}
  ) ${sql.ref(alias)} on true`

/** The day on which partners `p` last dealt with the organisation: a posted document of goods, or a car that was brought. */
export const lastOn = (tx: CallerTx): RawBuilder<string | null> => sql<string | null>`greatest(
    (select max(d.biz_date) from goods_document d
      where d.group_id = p.group_id and d.org_id = ${tx.caller.orgId} and d.partner_id = p.id and d.posted_at is not null),
    (select max(d.biz_date) from repair_document d
      where d.group_id = p.group_id and d.partner_id = p.id and d.kind in ('reception', 'work_order') and d.org_id = ${tx.caller.orgId}
        and d.state <> 'cancelled'))`
