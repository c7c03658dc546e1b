import type { recurringMoney } from '@chepu/contract/finance/recurring-money'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { allOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { periodOf } from '../../kernel/ledgers/types'
import type { QuerySource } from '../../kernel/query/query'

interface Filters {
  month?: number | undefined
  status?: string | undefined
  direction?: string | undefined
}

const monthOf = (start: RawBuilder<unknown>) => sql`to_char(${start}, 'YYYYMM')::int`
const startOf = (month: RawBuilder<unknown>) => sql`to_date(${month}::text, 'YYYYMM')`

/** Which months are looked at: the named one of every template, else all of each until this one. */
function months({ month }: Filters): RawBuilder<unknown> {
  const named = sql`${month}::int`
  const until = sql`least(r.to_month, ${periodOf(shanghaiDay())}::int)`
  const [first, last] = month === undefined ? [sql`r.from_month`, until] : [named, named]
  return sql`generate_series(${startOf(first)}, ${startOf(last)}, interval '1 month')`
}

/** What has become of a month `m` of the template `r`, of which the slip `s` was made. */
export const recurringStatus = (
  tx: CallerTx,
) => sql`case when s.id is not null then 'made' when m.month = any (r.skipped) then 'skipped'
  when not r.is_active then 'off' when m.month < r.from_month or m.month > r.to_month then 'outside'
  when m.month <= ${tx.caller.org.closedMonth ?? 0}::int then 'closed' when m.due_on <= ${shanghaiDay()} then 'due' else 'coming' end`

/** Joins of the templates `r` of the caller's organisation with their months `m` and what was made of these, `s`. */
export const recurringMonths = (tx: CallerTx, filters: Filters): RawBuilder<unknown> => sql`from recurring_money r
  cross join lateral (select ${monthOf(sql`d`)} as month, least(d::date + r.day - 1, (d + interval '1 month - 1 day')::date) as due_on
    from ${months(filters)} d) m
  left join money_slip s on s.group_id = r.group_id and s.recurring_id = r.id and s.recurring_month = m.month and s.state not in ('voided', 'reversed')
  join expense_category c on c.group_id = r.group_id and c.id = r.category_id
  left join store_account a on a.group_id = r.group_id and a.id = r.store_account_id
  left join partner p on p.group_id = r.group_id and p.id = r.partner_id
  left join department n on n.group_id = r.group_id and n.id = r.department_id
  where r.group_id = ${tx.groupId} and r.org_id = ${tx.caller.orgId} and ${allOf([
    ...(filters.status ? [sql<SqlBool>`${recurringStatus(tx)} = ${filters.status}`] : [sql<SqlBool>`true`]),
    ...(filters.direction ? [sql<SqlBool>`r.direction = ${filters.direction}`] : []),
  ])}`

/** Months of the templates, those to be made first. */
export const recurringList: QuerySource<typeof recurringMoney> = {
  select: (tx) => ({
    key: sql`concat_ws(':', r.id, m.month)`,
    id: sql`r.id`,
    version: sql`r.version`,
    isActive: sql`r.is_active`,
    month: sql`m.month`,
    summary: sql`r.summary`,
    status: recurringStatus(tx),
    dueOn: sql`m.due_on`,
    direction: sql`r.direction`,
    categoryId: sql`r.category_id`,
    categoryName: sql`c.name`,
    amount: sql`r.amount`,
    purpose: sql`r.purpose`,
    storeAccountId: sql`r.store_account_id`,
    partnerId: sql`r.partner_id`,
    partnerName: sql`p.name`,
    placeName: sql`case when r.purpose = 'cash' then a.name else p.name end`,
    slipId: sql`s.id`,
    slipKind: sql`s.kind`,
    billNo: sql`s.bill_no`,
    departmentId: sql`r.department_id`,
    departmentName: sql`n.name`,
    day: sql`r.day`,
    fromMonth: sql`r.from_month`,
    toMonth: sql`r.to_month`,
    span: sql`to_char(${startOf(sql`r.from_month`)}, 'YYYY-MM') || ' 至 ' || coalesce(to_char(${startOf(sql`r.to_month`)}, 'YYYY-MM'), '长期')`,
  }),
  from: recurringMonths,
  order: sql`due_on, summary, id`,
}
