// What value added tax is made of: entries of invoices and of sales without one, each of one month and rate (business/tax 1).
import { type RawBuilder, sql } from 'kysely'
import { repairRefund } from '@chepu/contract/repair/refund'
import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import { firstDayOfMonth, lastDayOfMonth } from '@chepu/contract/kernel/calendar'
import { isAnyOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { itemBills, paidByCard } from '../invoice/bills'
import { ratesOfBills } from '../invoice/bill-lines'
import { levyRateOn } from '../../kernel/query/levy-rate'
import type { TaxOrg } from './taxpayers'

/** The months that entries are of, YYYYMM, both included. */
export interface Months {
  first: number
  last: number
}

/**
 * All entries of some organisations in some months as one table: org_id, taxpayer, month, figure, rate (null of what is not taxed and of what is
 * transferred out), document, untaxed and tax in yuan with 2 decimals. The register sums these very rows.
 */
export const taxEntryRows = (tx: CallerTx, orgs: readonly TaxOrg[], months: Months): RawBuilder<unknown> => {
  const orgIds = orgs.map(({ orgId }) => orgId)
  const taxpayers = sql`unnest(${orgIds}::bigint[], ${orgs.map(({ taxpayer }) => taxpayer)}::text[],
    ${orgs.map(({ kind }) => kind === 'small')}::boolean[]) as t (org_id, taxpayer, is_small)`
  return sql`(
    select t.taxpayer, e.*, case when e.rate is not null then trim_scale(e.rate * 100)::text || '%' when e.figure = 'issued' then '不征税' else '' end as rate_name
    from ${taxpayers}
    join (${issued(tx, orgIds, months)} union all ${sales(tx, orgs, months)} union all ${packages(tx, orgIds, months)}
      union all ${received(tx, orgIds, months)} union all ${transferred(tx, orgIds, months)}) e on e.org_id = t.org_id
    where (e.untaxed <> 0 or e.tax <> 0) and not (t.is_small and e.figure in ('input', 'transferred')))`
}

const isIn = ({ first, last }: Months, month: RawBuilder<unknown>) =>
  sql`${month} between ${first}::int and ${last}::int`
const registered = sql`d.state in ('issued', 'reversed')`

/** Invoices that count, by rate: of what is not taxed (classes 6…) without one. */
const invoiceSums = (
  tx: CallerTx,
  kind: string,
  month: RawBuilder<unknown>,
  figure: string,
  condition: RawBuilder<unknown>,
) => sql`
  select d.org_id, ${month} as month, ${figure}::text as figure, case when l.tax_class like '6%' and l.tax = 0 then null else l.tax_rate end as rate,
    d.kind as source_kind, d.id as source_id, d.bill_no, d.biz_date, d.partner_id, sum(l.untaxed) as untaxed, sum(l.tax) as tax
  from invoice d
  join invoice_line l on l.group_id = d.group_id and l.invoice_id = d.id
  where d.group_id = ${tx.groupId} and d.kind = ${kind} and ${registered} and ${condition}
  group by d.group_id, d.id, 4`

const issued = (tx: CallerTx, orgIds: readonly number[], months: Months) =>
  invoiceSums(
    tx,
    invoiceIssued.kind,
    sql`d.period`,
    'issued',
    sql`${isAnyOf('d.org_id', orgIds)} and ${isIn(months, sql`d.period`)}`,
  )

const received = (tx: CallerTx, orgIds: readonly number[], months: Months) =>
  invoiceSums(
    tx,
    invoiceReceived.kind,
    sql`d.certified_month`,
    'input',
    sql`${isAnyOf('d.org_id', orgIds)} and d.is_deductible and ${isIn(months, sql`d.certified_month`)}`,
  )

const transferred = (tx: CallerTx, orgIds: readonly number[], months: Months) => sql`
  select d.org_id, d.transferred_month, 'transferred', null::numeric, d.kind, d.id, d.bill_no, d.biz_date, d.partner_id, 0.00, d.transferred_out
  from invoice d
  where d.group_id = ${tx.groupId} and d.kind = ${invoiceReceived.kind} and ${registered} and d.is_deductible
    and ${isAnyOf('d.org_id', orgIds)} and ${isIn(months, sql`d.transferred_month`)}`

const monthOf = (day: RawBuilder<unknown>) => sql`(extract(year from ${day}) * 100 + extract(month from ${day}))::int`

/**
 * Sales of goods and work without an invoice: a bill enters in the month of its day and leaves, as far as an invoice is for it, in that of the
 * invoice. What is left of a bill is divided by its rates before and after each month, so that to the fen nothing stays of what is invoiced in full.
 */
const sales = (tx: CallerTx, orgs: readonly TaxOrg[], months: Months) => {
  const small = orgs.filter(({ kind }) => kind === 'small').map(({ orgId }) => orgId)
  const orgIds = orgs.map(({ orgId }) => orgId)
  const restAt = (rest: 'rest' | 'before', what: 'tax' | 'taxed') => {
    const taxed = sql`round(m.${sql.raw(rest)} * r.taxed / nullif(r.total, 0), 2)`
    return what === 'taxed' ? taxed : sql`round(${taxed} * r.rate / (1 + r.rate), 2)`
  }
  const moved = (what: 'tax' | 'taxed') => sql`${restAt('rest', what)} - ${restAt('before', what)}`
  return sql`
    select m.org_id, m.month, 'uninvoiced', r.rate, m.source_kind, m.source_id, m.bill_no, m.biz_date, m.partner_id,
      ${moved('taxed')} - (${moved('tax')}), ${moved('tax')}
    from (
      select b.*, v.month, sum(v.amount) over (partition by b.open_item_id order by v.month) as rest,
        sum(v.amount) over (partition by b.open_item_id order by v.month) - v.amount as before
      from ${salesBills(tx, orgIds, months)} b
      cross join lateral (select month, sum(amount) as amount from (
          select ${monthOf(sql`b.biz_date`)} as month, b.taxed - b.given as amount
          union all
          select d.period, -k.amount from invoice_link k
          join invoice d on d.group_id = k.group_id and d.id = k.invoice_id and ${registered}
          where k.group_id = b.group_id and k.source_kind = b.source_kind and k.source_id = b.source_id and k.open_item_id = b.open_item_id) moves
        group by month) v) m
    join (
      select w.place, ${rateIn(small)} as rate, sum(w.taxed) as taxed, sum(sum(w.taxed)) over (partition by w.place) as total
      from ${ratesOfBills(tx, sql`(select source_kind as kind, source_id as id, payer_type as payer, open_item_id as place from ${salesBills(tx, orgIds, months)} s)`)} w
      join open_item i on i.group_id = ${tx.groupId} and i.id = w.place
      group by 1, 2) r on r.place = m.open_item_id
    where r.total <> 0 and ${isIn(months, sql`m.month`)}`
}

/** Bills that anything of these months may be of, without what granted money of cards gave off them. */
const salesBills = (tx: CallerTx, orgIds: readonly number[], { first, last }: Months) => sql`(
  select b.*, ${paidByCard(['card_gift'])} as given
  from (${itemBills(tx, 'AR', orgIds)}) b
  join open_item i on i.group_id = b.group_id and i.id = b.open_item_id
  where b.biz_date <= ${lastDayOfMonth(last)} and (b.biz_date >= ${firstDayOfMonth(first)} or b.invoiced <> 0))`

/** The rate that a line of a sale is taxed at: of a small-scale taxpayer the levy rate of the day where the line has none that he may have. */
const rateIn = (small: readonly number[]) =>
  small.length === 0
    ? sql`w.tax_rate`
    : sql`case when ${isAnyOf('i.org_id', small)} and not exists (select from tax_rate s where s.group_id = i.group_id and s.rate = w.tax_rate
        and s.kind <> 'general') then coalesce(${sql.raw(levyRateOn('i.group_id', 'i.biz_date'))}, w.tax_rate) else w.tax_rate end`

/** What uses of packages are worth, which were paid before and are sales when they are used; they have no invoice. */
const packages = (tx: CallerTx, orgIds: readonly number[], { first, last }: Months) => {
  const value = sql`case when d.kind = ${repairRefund.kind} then -l.package_value else l.package_value end`
  const tax = sql`round(${value} * l.tax_rate / (1 + l.tax_rate), 2)`
  return sql`
    select d.org_id, d.period, 'uninvoiced', l.tax_rate, d.kind, d.id, d.bill_no, d.biz_date, d.partner_id, sum(${value} - ${tax}), sum(${tax})
    from repair_document d
    join repair_line l on l.group_id = d.group_id and l.document_id = d.id and l.package_value is not null
    where d.group_id = ${tx.groupId} and ${isAnyOf('d.org_id', orgIds)} and d.posted_at is not null
      and d.biz_date between ${firstDayOfMonth(first)} and ${lastDayOfMonth(last)}
    group by d.group_id, d.id, l.tax_rate`
}
