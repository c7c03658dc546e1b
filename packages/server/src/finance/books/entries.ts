// What the ledgers have written, as entries on accounts: the left side is positive. Of every document they come to nothing (business/books 3).
import { eventsByKind } from '@chepu/contract/finance/book-accounts'
import { type FieldKey, fieldLabels } from '@chepu/contract/kernel/fields'
import { firstDayOfMonth, lastDayOfMonth } from '@chepu/contract/kernel/calendar'
import { type RawBuilder, sql } from 'kysely'
import { forbidden } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'

/** What stands in the books, of every kind of figure. */
const shownFields: readonly FieldKey[] = [
  'cost_price',
  'gross_profit',
  'purchase_price',
  'doc_price',
  'ar_balance',
  'account_balance',
]

/** Refuses who may not see some figure: the books cannot leave one out. @throws Failure forbidden */
export function assertSeesAll({ caller }: CallerTx): void {
  const missing = shownFields.find((field) => !sees(caller, field))
  if (missing) forbidden(`账簿包含${fieldLabels[missing]}，您没有查看权限`)
}

/** Months of an organisation, both included. What was opened before the month of the opening balances stands in that. */
interface Months {
  from: number
  to: number
  opening: number
}

/** Kinds of profit and loss that are earned; the others are spent. */
export const earnedKinds = [
  'revenue_part',
  'revenue_labour',
  'revenue_other',
  'revenue_internal',
  'warranty_revenue',
  'warranty_diff',
  'other_income',
  'stock_gain',
  'stock_variance',
  'card_breakage',
]

/** Documents of no kind: what a store account began with, and what corrected that. */
export const accountOpening = { kind: 'account_opening', title: '账户期初' }
export const accountCorrection = { kind: 'opening_correction', title: '账户期初更正' }

/** What has tax of sales, where the rest of it is tax. */
const soldEvents = [
  'ar',
  'revenue_part',
  'revenue_labour',
  'revenue_other',
  'warranty_revenue',
  'warranty_diff',
  'discount',
]

/**
 * SELECT of month, document, day, event, partner, department and amount in yuan (left positive) of the caller's organisation, all that a document has of an event in one row. The
 * slips by which cards pay a bill stand with the bill. What is neither stock, money, debt nor profit of a document is its tax, of openings the opening (I57).
 */
export const bookEntries = (tx: CallerTx, months: Months): RawBuilder<unknown> => sql`
  with ledger as (${ledgerRows(tx, months)}),
  whole as (
    select l.month, case when s.purpose = 'card' then s.maker_kind else l.doc_kind end as doc_kind,
      case when s.purpose = 'card' then s.made_by else l.doc_id end as doc_id, max(l.biz_date) as biz_date,
      case when s.category_id is not null and l.event in ('other_income', 'other_expense') then l.event || ':' || s.category_id else l.event end as event,
      l.partner_id, l.department_id, sum(l.amount) as amount
    from ledger l left join money_slip s on s.group_id = ${tx.groupId} and s.kind = l.doc_kind and s.id = l.doc_id
    group by 1, 2, 3, 5, 6, 7 having sum(l.amount) <> 0
  ),
  fee as (
    select w.month, w.doc_kind, w.doc_id, w.biz_date, w.event, w.department_id, s.fee
    from whole w join money_slip s on s.group_id = ${tx.groupId} and s.kind = w.doc_kind and s.id = w.doc_id and s.org_id = ${tx.caller.orgId}
      and s.department_id is not distinct from w.department_id
    where s.fee <> 0 and w.event like 'other_expense%'
  ),
  rest as (
    select w.month, w.doc_kind, w.doc_id, max(w.biz_date) as biz_date, bool_or(w.event = any (${soldEvents})) as is_sold, -sum(w.amount) as amount
    from whole w group by 1, 2, 3 having sum(w.amount) <> 0
  ),
  every as (
    select month, doc_kind, doc_id, biz_date, event, partner_id, department_id, amount from whole
    union all
    select month, doc_kind, doc_id, biz_date, 'fee', null, department_id, fee from fee
    union all
    select month, doc_kind, doc_id, biz_date, event, null, department_id, -fee from fee
    union all
    select r.month, r.doc_kind, r.doc_id, r.biz_date, case
        when r.doc_kind in (${accountOpening.kind}, ${accountCorrection.kind}) or g.reason = '期初' or s.purpose = 'opening' then 'opening'
        when not r.is_sold then 'tax_in'
        when o.taxpayer_kind = 'small' then 'tax_small'
        else 'tax_out'
      end, null, null, r.amount
    from rest r
    join org o on o.group_id = ${tx.groupId} and o.id = ${tx.caller.orgId}
    left join goods_document g on g.group_id = ${tx.groupId} and g.kind = r.doc_kind and g.id = r.doc_id
    left join money_slip s on s.group_id = ${tx.groupId} and s.kind = r.doc_kind and s.id = r.doc_id
  )
  select month, doc_kind, doc_id, max(biz_date) as biz_date, event, partner_id, department_id, sum(amount) as amount
  from every group by 1, 2, 3, 5, 6, 7 having sum(amount) <> 0`

/** Rows of all ledgers as they stand there. */
function ledgerRows(tx: CallerTx, { from, to, opening }: Months): RawBuilder<unknown> {
  const [groupId, orgId] = [tx.groupId, tx.caller.orgId]
  const during = (day: string) =>
    from <= opening
      ? sql`${sql.ref(day)} <= ${lastDayOfMonth(to)}`
      : sql`${sql.ref(day)} between ${firstDayOfMonth(from)} and ${lastDayOfMonth(to)}`
  const own = sql`l.group_id = ${groupId} and l.org_id = ${orgId} and ${during('l.biz_date')}`
  const month = sql`greatest(l.period, ${opening})`
  const turned = eventsByKind.flatMap(([pnl, kinds, event]) => kinds.map((kind) => ({ pnl, kind, event })))
  return sql`
    select ${month} as month, l.doc_kind, l.doc_id, l.biz_date, case w.kind when 'transit' then 'stock_transit' else 'stock' end as event,
      null::bigint as partner_id, null::bigint as department_id, l.value as amount
    from stock_ledger l join warehouse w on w.group_id = l.group_id and w.id = l.warehouse_id where ${own}
    union all
    select ${month}, l.doc_kind, l.doc_id, l.biz_date, 'wip', null, null, l.value from wip_ledger l where ${own}
    union all
    select ${month}, l.doc_kind, l.doc_id, l.biz_date, lower(l.account), l.partner_id, null,
      case when l.account in ('AR', 'ADV_OUT') then l.amount else -l.amount end
    from partner_ledger l where ${own}
    union all
    select ${month}, l.doc_kind, l.doc_id, l.biz_date, 'account_' || a.kind, null, null, l.amount
    from account_ledger l join store_account a on a.group_id = l.group_id and a.id = l.store_account_id where ${own}
    union all
    select greatest((extract(year from a.opening_on) * 100 + extract(month from a.opening_on))::int, ${opening}), ${accountOpening.kind}, a.id, a.opening_on, 'account_' || a.kind,
      null, null, a.opening_balance
    from store_account a where a.group_id = ${groupId} and a.org_id = ${orgId} and ${during('a.opening_on')}
    union all
    select ${month}, l.doc_kind, l.doc_id, l.biz_date, 'card_money', null, null, -l.principal
    from card_ledger l join card c on c.group_id = l.group_id and c.id = l.card_id
    where l.group_id = ${groupId} and c.org_id = ${orgId} and ${during('l.biz_date')}
    union all
    select ${month}, l.doc_kind, l.doc_id, l.biz_date, 'card_package', null, null, -l.value
    from card_item_ledger l join card_item i on i.group_id = l.group_id and i.id = l.card_item_id
    where l.group_id = ${groupId} and i.org_id = ${orgId} and ${during('l.biz_date')}
    union all
    select ${month}, l.doc_kind, l.doc_id, l.biz_date, coalesce(t.event, l.kind), null, l.department_id,
      case when l.kind = any (${earnedKinds}) then -l.amount else l.amount end
    from pnl_ledger l
    left join unnest(${turned.map(({ pnl }) => pnl)}::text[], ${turned.map(({ kind }) => kind)}::text[], ${turned.map(({ event }) => event)}::text[])
      as t (pnl, kind, event) on t.pnl = l.kind and t.kind = l.doc_kind
    where ${own}`
}
