// Days whose cash was not handed over: one rule for the reminder, the list, the task and the closing (business/finance 4.1).
import { openTills, tillAccess, tillButtons, tillOffice, tillReminded } from '@chepu/contract/finance/till'
import { firstDayOfMonth, monthAfter } from '@chepu/contract/kernel/calendar'
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { mayPress } from '../../kernel/caller/caller'
import { allOf, officeScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { QuerySource } from '../../kernel/query/query'
import { cashier } from './moves'

/** Which days of whom; both days inclusive, without one all of them. */
interface Span {
  from?: string | null | undefined
  to?: string | undefined
  userId?: number | undefined
}

/** Days as `d` on which somebody moved cash in an organisation and which he has not handed over: documents, and cash in yuan. */
export const openDays = (tx: CallerTx, orgId: number, { from, to, userId }: Span): RawBuilder<unknown> => sql`(
  select ${tx.groupId}::bigint as group_id, ${orgId}::bigint as org_id, m.biz_date, m.user_id as creator_id, null::bigint as handler_id,
    null::bigint as salesperson_id, count(distinct (m.doc_kind, m.doc_id))::int as count, sum(m.cash) as cash
  from (
    select l.biz_date, ${cashier} as user_id, l.doc_kind, l.doc_id, sum(l.amount) as cash
    from account_ledger l
    join store_account a on a.group_id = l.group_id and a.id = l.store_account_id and a.kind = 'cash'
    join money_slip d on d.group_id = l.group_id and d.kind = l.doc_kind and d.id = l.doc_id and d.biz_date = l.biz_date
    where ${allOf([
      sql<SqlBool>`l.group_id = ${tx.groupId} and l.org_id = ${orgId} and d.org_id = ${orgId}`,
      ...(from ? [sql<SqlBool>`l.biz_date >= ${from}`] : []),
      ...(to ? [sql<SqlBool>`l.biz_date <= ${to}`] : []),
      ...(userId ? [sql<SqlBool>`${cashier} = ${userId}`] : []),
    ])}
    group by l.biz_date, ${cashier}, l.store_account_id, l.doc_kind, l.doc_id having sum(l.amount) <> 0
  ) m
  where not exists (select 1 from till_day t where t.group_id = ${tx.groupId} and t.org_id = ${orgId} and t.user_id = m.user_id
    and t.biz_date = m.biz_date and t.state = 'sealed')
  group by m.biz_date, m.user_id) d`

/** Whose hand-overs `d` the caller may look at: those of his scope with a page of money, his own otherwise. */
export const tillScope = (tx: CallerTx): RawBuilder<SqlBool> =>
  mayPress(tx.caller, tillOffice)
    ? officeScope(tx.caller, 'finance')
    : sql<SqlBool>`d.org_id = ${tx.caller.orgId} and d.creator_id = ${tx.caller.userId}`

const ownOf = ({ caller }: CallerTx) => ({ userId: caller.userId })

/** 未交款 of the caller's organisation in open months, his own first, then the oldest day. */
export const openTillList: QuerySource<typeof openTills> = {
  select: (tx) => ({
    bizDate: sql`d.biz_date`,
    userName: sql`u.real_name`,
    state: sql`case when exists (select from till_day t where t.group_id = d.group_id and t.org_id = d.org_id and t.user_id = d.creator_id
      and t.biz_date = d.biz_date) then 'reopened' else 'open' end`,
    slips: sql`d.count`,
    cash: sql`d.cash`,
    userId: sql`d.creator_id`,
    isOwn: sql`d.creator_id = ${tx.caller.userId}`,
  }),
  from: (
    tx,
    { from, to, own },
  ) => sql`from ${openDays(tx, tx.caller.orgId, { from: opened(tx, from), to, ...(own && ownOf(tx)) })}
    join app_user u on u.group_id = d.group_id and u.id = d.creator_id
    where ${tillScope(tx)}`,
  order: sql`is_own desc, biz_date, user_name, user_id`,
}

/** The first day that is looked at: the one asked for, or the first open one, since of a closed month nothing is handed over any more. */
function opened({ caller }: CallerTx, from = ''): string {
  const { closedMonth } = caller.org
  const first = closedMonth === null ? '' : firstDayOfMonth(monthAfter(closedMonth))
  return first > from ? first : from
}

/** The days of which somebody is reminded: yesterday and before, both inclusive. */
const remindedSpan = (tx: CallerTx) => ({
  from: opened(tx, addDays(shanghaiDay(), -tillReminded)),
  to: addDays(shanghaiDay(), -1),
})

/** Days of the last month on which the caller moved cash and which he has not handed over, the oldest first. */
export async function ownOpenDays(tx: CallerTx): Promise<string[]> {
  const own = { ...remindedSpan(tx), ...ownOf(tx) }
  const rows = await tx.select<{ day: string }>(
    sql`select d.biz_date::text as day from ${openDays(tx, tx.caller.orgId, own)} order by d.biz_date`,
  )
  return rows.map(({ day }) => day)
}

/** 未交款的日结: everybody's for who may open a handed-over day again, his own for others. */
export async function openTillTask(tx: CallerTx): Promise<HomeTask[]> {
  if (!mayPress(tx.caller, tillAccess)) return []
  const span = remindedSpan(tx)
  const isOwn = !mayPress(tx.caller, tillButtons.reopen)
  const [row] = await tx.select<{ count: number }>(
    sql`select count(*)::int as count ${await openTillList.from(tx, { ...span, own: isOwn })}`,
  )
  const params = { tab: 'open', ...span, ...(isOwn && { own: 'true' }) }
  return [{ title: openTills.title, count: row?.count ?? 0, screen: 'till', params }]
}
