import { invoiceColumns } from '@chepu/contract/finance/invoice-columns'
import { invoiceSorts } from '@chepu/contract/finance/invoice-rules'
import type { InvoiceFilters, InvoiceRow } from '@chepu/contract/finance/invoice-document'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { labelsOf } from '@chepu/contract/kernel/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { own } from '../../kernel/base/own'
import { allOf, officeScope, within } from '../../kernel/caller/scope'
import { snake } from '../../kernel/db/names'
import type { CallerTx } from '../../kernel/db/tx'
import { conditionsOf, documentPage, documentTotals, rowJoins, sortable } from '../../kernel/document/list'
import { headerColumn, ownColumns, ownConditions } from '../../kernel/document/own-columns'
import { inWords, yesNo } from '../../kernel/query/in-words'
import { sortedBy } from '../../kernel/query/sorting'
import { seesAmounts } from './sight'
import type { InvoiceTraits } from './types'

/** Rates on the sheet, and numbers of the bills that it is for, beside a header `d`. */
export const ratesOf = sql`(select string_agg(distinct to_char(l.tax_rate * 100, 'FM990.##') || '%', '、')
  from invoice_line l where l.group_id = d.group_id and l.invoice_id = d.id)`
export const sourcesOf = sql`(select string_agg(coalesce(i.bill_no, m.bill_no), '、' order by k.line_no) from invoice_link k
  left join open_item i on i.group_id = k.group_id and i.id = k.open_item_id
  left join money_slip m on m.group_id = k.group_id and m.id = k.source_id and m.kind = k.source_kind and k.open_item_id is null
  where k.group_id = d.group_id and k.invoice_id = d.id)`

/** SQL of own columns that are none of the header. */
const withSql = <Kind extends InvoiceTraits>(kind: Kind) => ({
  ...kind,
  columns: {
    rates: ratesOf,
    sources: sourcesOf,
    ...(kind.side === 'AP' && { certifiedMonth: sql`to_char(to_date(d.certified_month::text, 'YYYYMM'), 'YYYY-MM')` }),
    redOfNo: sql`(select b.bill_no from invoice b where b.group_id = d.group_id and b.id = coalesce(d.red_of, d.part_of))`,
  },
})

const ownOf = (tx: CallerTx, kind: InvoiceTraits) => ownColumns(tx.caller, withSql(kind), invoiceColumns)

const sortsOf = (tx: CallerTx, kind: InvoiceTraits): Record<string, string> => ({
  ...sortable,
  ...Object.fromEntries(
    ownOf(tx, kind).flatMap(({ key, column: { sort } }) => (sort === false ? [] : [[key, `d.${snake(key)}`]])),
  ),
})

/** One page of invoices of one direction. */
export const listInvoices = (tx: CallerTx, kind: InvoiceTraits, filters: InvoiceFilters & Paging) =>
  documentPage(
    tx,
    sql<{
      id: number
    }>`select d.id from invoice d left join partner p on p.group_id = d.group_id and p.id = d.partner_id
      where ${where(tx, kind, filters)} order by ${sortedBy(sortsOf(tx, kind), filters.sort) ?? sql`d.biz_date desc`}, d.id desc`,
    filters,
    (page) => rowsOf(tx, kind, sql`${page} join invoice d on d.group_id = ${tx.groupId} and d.id = page.id`),
  )

/** Row count and sums over all pages: what is registered, red ones against it, and apart from it what waits. */
export function invoiceListTotals(tx: CallerTx, kind: InvoiceTraits, filters: InvoiceFilters): Promise<Totals> {
  const figures = ['untaxed', 'tax', 'taxed', ...(kind.side === 'AP' ? ['transferredOut'] : [])]
  const summed = seesAmounts(tx.caller, kind) ? figures : []
  return documentTotals(tx, kind.def, 'invoice', summed.map(headerColumn), where(tx, kind, filters))
}

/** SELECT of all rows that the filters leave, without order; exports stream it, with coded values in words. */
export const selectInvoices = (tx: CallerTx, kind: InvoiceTraits, filters: InvoiceFilters): RawBuilder<InvoiceRow> =>
  sql<InvoiceRow>`${rowsOf(tx, kind, sql`invoice d`, { words: true })} where ${where(tx, kind, filters)}`

function rowsOf(
  tx: CallerTx,
  kind: InvoiceTraits,
  documents: RawBuilder<unknown>,
  { words = false } = {},
): RawBuilder<InvoiceRow> {
  const spoken: Record<string, RawBuilder<unknown>> = words
    ? { sheetKind: inWords('d.sheet_kind', invoiceSorts), isDeductible: yesNo('d.is_deductible') }
    : {}
  const columns = ownOf(tx, kind).map(({ key, value }) => sql`, ${own(spoken, key) ?? value} as ${sql.ref(snake(key))}`)
  const state = words ? inWords('d.state', labelsOf(kind.def.states)) : sql`d.state`
  return sql<InvoiceRow>`
    select d.id, d.org_id, org.name as org_name, d.bill_no, d.biz_date, d.is_red, d.partner_id, p.name as partner_name,
      c.real_name as creator_name, d.created_at, d.posted_at, d.remark, d.version, d.print_count, ${state} as state ${sql.join(columns, sql``)}
    from ${documents} ${rowJoins}`
}

function where(tx: CallerTx, kind: InvoiceTraits, filters: InvoiceFilters): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [
    officeScope(tx.caller, kind.def.area),
    within(tx.caller, filters.orgs),
    ...conditionsOf(kind.def, filters),
    ...ownConditions(kind, filters),
  ]
  if (filters.sheetKind) conditions.push(sql<SqlBool>`d.sheet_kind = any (${filters.sheetKind.split(',')})`)
  return allOf(conditions)
}
