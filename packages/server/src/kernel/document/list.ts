import type { DocumentDef } from '@chepu/contract/kernel/document'
import type { DocumentFilters, Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { containing, isAnyOf, isMadeBy, startingWith } from '../caller/scope'
import { snake } from '../db/names'
import type { CallerTx } from '../db/tx'
import { bucketOf, countedTotals } from '../query/counted'
import { pageOf } from '../query/page'

/** Columns that a row of every list of documents `d` has, but for codes, which a sheet has in words; `rowJoins` brings the names. */
export const rowColumns = sql`d.id, d.org_id, org.name as org_name, d.bill_no, d.biz_date, d.is_red, d.partner_id, p.name as partner_name,
  s.name as salesperson_name, h.name as handler_name, c.real_name as creator_name, d.created_at, a.real_name as approver_name,
  d.approved_at, d.posted_at, d.remark, d.version, d.print_count`

/**
 * One page of documents. Which ones, in order and with one more than wanted, is planned anew for what is asked; what their rows show is
 * asked the same way each time, so that its plan, which takes longer to make than to run, is kept.
 */
export async function documentPage<Row>(
  tx: CallerTx,
  chosen: RawBuilder<{ id: number }>,
  paging: Pick<Paging, 'page' | 'rows'>,
  rowsOf: (page: RawBuilder<unknown>) => RawBuilder<Row>,
): Promise<{ rows: Row[]; more: boolean }> {
  const { rows, more } = await pageOf(tx, chosen, paging)
  if (rows.length === 0) return { rows: [], more }
  const ids = rows.map(({ id }) => id)
  const page = sql`unnest(${ids}::bigint[]) with ordinality as page (id, place)`
  return { rows: await tx.selectKept(sql<Row>`${rowsOf(page)} order by page.place`), more }
}

/** Row count and sums of documents `d` over all pages of a list: what counts, and apart from it what waits (business/lists 2.3). */
export async function documentTotals(
  tx: CallerTx,
  def: DocumentDef,
  table: string,
  summed: readonly { key: string; value: RawBuilder<unknown> }[],
  where: RawBuilder<SqlBool>,
): Promise<Totals> {
  type Row = { bucket: 'counted' | 'waiting' | 'voided'; count: number } & Record<string, unknown>
  const sums = summed.map(({ key, value }) => sql`, sum(${value}) as ${sql.ref(snake(key))}`)
  const rows = await tx.select(
    sql<Row>`select ${bucketOf(def)} as bucket, count(*) as count ${sql.join([sql``, ...sums], sql``)}
      from ${sql.table(table)} d where ${where} group by 1`,
  )
  return countedTotals(rows, (row) => Object.fromEntries(summed.map(({ key }) => [key, String(row?.[key] ?? '0.00')])))
}

/** Joins of organisation, partner and people to documents `d`. */
export const rowJoins = sql`join org on org.group_id = d.group_id and org.id = d.org_id
  left join partner p on p.group_id = d.group_id and p.id = d.partner_id
  left join app_user c on c.group_id = d.group_id and c.id = d.creator_id
  left join app_user a on a.group_id = d.group_id and a.id = d.approver_id
  left join employee s on s.group_id = d.group_id and s.id = d.salesperson_id
  left join employee h on h.group_id = d.group_id and h.id = d.handler_id`

/** Columns of those that a list may be sorted by; anything else is refused. */
export const sortable: Record<string, string> = {
  billNo: 'd.bill_no',
  bizDate: 'd.biz_date',
  partnerName: 'p.name',
  state: 'd.state',
  createdAt: 'd.created_at',
  approvedAt: 'd.approved_at',
  postedAt: 'd.posted_at',
}

/** What the filters that all lists of documents have leave of the documents `d` of a kind, but for whose they are. */
export function conditionsOf({ kind }: DocumentDef, filters: DocumentFilters): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`d.kind = ${kind}`]
  if (filters.from) conditions.push(sql`d.biz_date >= ${filters.from}`)
  if (filters.to) conditions.push(sql`d.biz_date <= ${filters.to}`)
  if (filters.billNo) conditions.push(sql`d.bill_no like ${startingWith(filters.billNo.toUpperCase())}`)
  if (filters.partnerId) conditions.push(sql`d.partner_id = ${filters.partnerId}`)
  if (filters.state) conditions.push(sql`d.state = any (${filters.state.split(',')})`)
  if (filters.creator) conditions.push(isMadeBy(filters.creator))
  if (filters.creatorId) conditions.push(sql`d.creator_id = ${filters.creatorId}`)
  if (filters.salespersonId) conditions.push(sql`d.salesperson_id = ${filters.salespersonId}`)
  if (filters.remark) conditions.push(sql`d.remark like ${containing(filters.remark)}`)
  if (filters.ids) conditions.push(isAnyOf('d.id', filters.ids))
  return conditions
}
