// The vouchers of months: those that were exported, as they were, and what is still to be exported (business/books 4).
import { isProfitAccount } from '@chepu/contract/finance/book-accounts'
import { type RawBuilder, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { documentKinds } from '../../kernel/document/registry'
import { allDocuments } from '../../kernel/document/references'
import { accountCorrection, accountOpening, bookEntries } from './entries'
import type { Books, Settings } from './settings'

/** Months, both included. */
interface VoucherMonths {
  from: number
  to: number
}

/** Kinds with the words of a voucher's 摘要, as two columns. */
function kindTitles(): RawBuilder<unknown> {
  const kinds = [
    ...documentKinds().map(({ def }) => ({ kind: def.kind, title: def.title })),
    accountOpening,
    accountCorrection,
  ]
  return sql`unnest(${kinds.map(({ kind }) => kind)}::text[], ${kinds.map(({ title }) => title)}::text[])`
}

/** Accounts with their names, and whether amounts of profit and loss stand on the left, as columns. */
const accountNames = ({ accounts }: Settings): RawBuilder<unknown> =>
  sql`unnest(${accounts.map(({ code }) => code)}::text[], ${accounts.map(({ name }) => name)}::text[],
    ${accounts.map(({ code, side }) => isProfitAccount(code) && side === 'debit')}::bool[])`

/** The account of each event, as columns. */
export const eventAccounts = ({ events }: Settings): RawBuilder<unknown> =>
  sql`unnest(${events.map(({ key }) => key)}::text[], ${events.map(({ code }) => code)}::text[])`

/**
 * SELECT of lines that are to be exported: what the ledgers say, less what was exported. A document that was exported and has changed has a voucher
 * of the difference. Numbers go on from the last that was exported in the month. Profit and loss stand on the side of their account, and
 * what lessens them in red; so do lines of a red document.
 */
export function pendingLines(tx: CallerTx, books: Books, months: VoucherMonths): RawBuilder<unknown> {
  const { from, to } = months
  const exported = sql`x.group_id = ${tx.groupId} and x.org_id = ${tx.caller.orgId} and x.month between ${from} and ${to}`
  return sql`
    with change as (
      select e.month, e.doc_kind, e.doc_id, e.biz_date, a.code, e.partner_id, e.department_id, e.amount
      from (${bookEntries(tx, { ...months, opening: books.opening })}) e join ${eventAccounts(books)} as a (event, code) on a.event = e.event
      union all
      select x.month, x.doc_kind, x.doc_id, x.biz_date, x.account_code, x.partner_id, x.department_id, coalesce(x.credit, 0) - coalesce(x.debit, 0)
      from book_line x where ${exported}
    ),
    line as (
      select month, doc_kind, doc_id, max(biz_date) as biz_date, code, partner_id, department_id, sum(amount) as amount
      from change group by month, doc_kind, doc_id, code, partner_id, department_id having sum(amount) <> 0
    ),
    was as (select x.month, x.doc_kind, x.doc_id from book_line x where ${exported} group by 1, 2, 3),
    last as (select x.month, max(x.no) as no from book_line x where ${exported} group by 1),
    dated as (
      select l.*, w.doc_id is not null as is_correction, coalesce(d.bill_no, '') as bill_no, coalesce(d.is_red, false) as is_red,
        d.partner_id as with_id,
        case when coalesce(d.biz_date, l.biz_date) between to_date(l.month::text, 'YYYYMM') and f.last_day then coalesce(d.biz_date, l.biz_date)
          else f.last_day end as day
      from line l
      cross join lateral (select (to_date(l.month::text, 'YYYYMM') + interval '1 month - 1 day')::date as last_day) f
      left join ${allDocuments()} d on d.group_id = ${tx.groupId} and d.kind = l.doc_kind and d.id = l.doc_id
      left join was w on w.month = l.month and w.doc_kind = l.doc_kind and w.doc_id = l.doc_id
    ),
    sided as (
      select d.*, n.name, case when d.code like '5%' then n.is_left else (d.amount > 0) <> (d.is_red and not d.is_correction) end as is_left
      from dated d left join ${accountNames(books)} as n (code, name, is_left) on n.code = d.code
    ),
    numbered as (
      select s.*, coalesce(z.no, 0) + dense_rank() over (partition by s.month order by max_day, s.doc_kind, s.doc_id) as no
      from (select d.*, max(d.day) over (partition by d.month, d.doc_kind, d.doc_id) as max_day from sided d) s
      left join last z on z.month = s.month
    )
    select n.month, n.no::int as no,
      row_number() over (partition by n.month, n.no order by n.is_left desc, n.code, n.partner_id, n.department_id)::int as line_no,
      null::bigint as export_id, n.doc_kind, n.doc_id, n.bill_no, n.max_day as biz_date,
      concat_ws(' ', case when n.is_correction then '更正' when n.is_red then '红冲' end, k.title, p.name, a.name) as summary, n.is_correction,
      n.code as account_code, coalesce(n.name, was_name.name, '') as account_name, n.partner_id, n.department_id,
      case when n.is_left then n.amount end as debit, case when not n.is_left then -n.amount end as credit
    from numbered n
    left join ${kindTitles()} as k (kind, title) on k.kind = n.doc_kind
    left join partner p on p.group_id = ${tx.groupId} and p.id = n.with_id
    left join store_account a on a.group_id = ${tx.groupId} and a.id = n.doc_id and n.doc_kind in (${accountOpening.kind}, ${accountCorrection.kind})
    left join (select x.account_code, max(x.account_name) as name from book_line x where ${exported} group by 1) was_name on was_name.account_code = n.code`
}

/** SELECT of all lines of the months: those that were exported and those that are still to be. */
export const voucherRows = (tx: CallerTx, books: Books, months: VoucherMonths): RawBuilder<unknown> => sql`
  select x.month, x.no, x.line_no, x.export_id, x.doc_kind, x.doc_id, x.bill_no, x.biz_date, x.summary, x.is_correction, x.account_code, x.account_name,
    x.partner_id, x.department_id, x.debit, x.credit
  from book_line x
  where x.group_id = ${tx.groupId} and x.org_id = ${tx.caller.orgId} and x.month between ${months.from} and ${months.to}
  union all
  select * from (${pendingLines(tx, books, months)}) pending`
