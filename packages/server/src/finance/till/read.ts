import { type HandOver, type tillDays } from '@chepu/contract/finance/till'
import { type SqlBool, sql } from 'kysely'
import { notFound } from '../../kernel/base/errors'
import { allOf, within } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { QuerySource } from '../../kernel/query/query'
import { tillScope } from './open-days'

/** Hand-overs as documents of the office: whose they are decides who sees them. */
const handOvers = (
  tx: CallerTx,
) => sql`(select t.*, t.user_id as creator_id, null::bigint as handler_id, null::bigint as salesperson_id
  from till_day t where t.group_id = ${tx.groupId}) d`

/** 交款记录, the latest day first. */
export const tillList: QuerySource<typeof tillDays> = {
  select: () => ({
    id: sql`d.id`,
    version: sql`d.version`,
    billNo: sql`d.bill_no`,
    orgName: sql`org.name`,
    bizDate: sql`d.biz_date`,
    userName: sql`u.real_name`,
    ledger: sql`s.ledger`,
    declared: sql`s.declared`,
    difference: sql`s.difference`,
    state: sql`d.state`,
    sealedAt: sql`d.sealed_at`,
    reopenerName: sql`r.real_name`,
    reopenReason: sql`d.reopen_reason`,
    remark: sql`d.remark`,
    isDifferent: sql`s.is_different`,
  }),
  from: (tx, filters) => sql`from ${handOvers(tx)}
    join org on org.group_id = d.group_id and org.id = d.org_id
    join app_user u on u.group_id = d.group_id and u.id = d.user_id
    left join app_user r on r.group_id = d.group_id and r.id = d.reopener_id
    cross join lateral (select sum(a.ledger) as ledger, sum(a.declared) as declared, sum(a.difference) as difference,
      bool_or(a.difference <> 0) as is_different from till_day_account a where a.group_id = d.group_id and a.till_day_id = d.id) s
    where ${allOf([
      tillScope(tx),
      within(tx.caller, filters.orgs),
      ...(filters.from ? [sql<SqlBool>`d.biz_date >= ${filters.from}`] : []),
      ...(filters.to ? [sql<SqlBool>`d.biz_date <= ${filters.to}`] : []),
      ...(filters.userId ? [sql<SqlBool>`d.user_id = ${filters.userId}`] : []),
      ...(filters.state ? [sql<SqlBool>`d.state = ${filters.state}`] : []),
      ...(filters.different ? [sql<SqlBool>`s.is_different`] : []),
    ])}`,
  order: sql`biz_date desc, id desc`,
  // What was opened again is handed over anew: it adds to no sum, unless it alone is asked for.
  totals: async (tx, filters) => {
    const [row] = await tx.select<{ count: number; ledger: string; declared: string; difference: string }>(sql`
      select count(*)::int as count, coalesce(sum(n.ledger) filter (where stands), 0.00) as ledger,
        coalesce(sum(n.declared) filter (where stands), 0.00) as declared, coalesce(sum(n.difference) filter (where stands), 0.00) as difference
      from (select d.state = 'sealed' or ${filters.state === 'reopened'} as stands, s.ledger, s.declared, s.difference
        ${await tillList.from(tx, filters)}) n`)
    const { count = 0, ...sums } = row ?? {}
    return { count, sums }
  },
}

/**
 * One hand-over with what was counted; `own` finds those of the caller's organisation alone.
 * @throws Failure not_found
 */
export async function findTill(tx: CallerTx, id: number, { own = false } = {}): Promise<HandOver> {
  const reach = own ? sql<SqlBool>`d.org_id = ${tx.caller.orgId}` : sql<SqlBool>`true`
  const [head] = await tx.select<Omit<HandOver, 'accounts'>>(sql`
    select d.id, d.bill_no, d.biz_date::text as day, d.state, d.version, org.name as org_name, u.real_name as user_name, d.remark, d.sealed_at,
      r.real_name as reopener_name, d.reopened_at, d.reopen_reason, d.print_count
    from ${handOvers(tx)} join org on org.group_id = d.group_id and org.id = d.org_id
    join app_user u on u.group_id = d.group_id and u.id = d.user_id
    left join app_user r on r.group_id = d.group_id and r.id = d.reopener_id
    where d.id = ${id} and ${reach} and ${tillScope(tx)}`)
  if (!head) notFound('交款单')
  return { ...head, accounts: await accountsOf(tx, id) }
}

const accountsOf = (tx: CallerTx, id: number): Promise<HandOver['accounts']> =>
  tx.query({
    name: 'accounts-of-till-day',
    text: `select a.store_account_id as account_id, s.name as account_name, s.kind as account_kind, a.ledger, a.declared, a.difference,
        a.denominations, (select json_build_object('kind', m.kind, 'id', m.id, 'billNo', m.bill_no) from money_slip m
          join money_slip_tender t on t.group_id = m.group_id and t.slip_id = m.id and t.store_account_id = a.store_account_id
          where m.group_id = a.group_id and m.maker_kind = 'till_day' and m.made_by = a.till_day_id) as slip
      from till_day_account a join store_account s on s.group_id = a.group_id and s.id = a.store_account_id
      where a.group_id = $1 and a.till_day_id = $2 order by s.kind <> 'cash', s.code`,
    values: [tx.groupId, id],
  })

/** Notes that the slip is printed, and answers it. @throws Failure not_found */
export async function printOf(tx: CallerTx, id: number): Promise<HandOver> {
  await findTill(tx, id)
  await tx.query({
    name: 'count-print-till-day',
    text: 'update till_day set print_count = print_count + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, id],
  })
  return findTill(tx, id)
}
