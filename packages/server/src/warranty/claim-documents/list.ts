import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { isSummed } from '@chepu/contract/kernel/query'
import { labelsOf } from '@chepu/contract/kernel/states'
import { claimColumns } from '@chepu/contract/warranty/claim-columns'
import type { ClaimFilters, ClaimRow } from '@chepu/contract/warranty/claim-document'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../kernel/caller/caller'
import { allOf, officeScope, within } from '../../kernel/caller/scope'
import { snake } from '../../kernel/db/names'
import type { CallerTx } from '../../kernel/db/tx'
import { conditionsOf, documentPage, documentTotals, rowJoins, sortable } from '../../kernel/document/list'
import { ownColumns, ownConditions } from '../../kernel/document/own-columns'
import { inWords } from '../../kernel/query/in-words'
import { sortedBy } from '../../kernel/query/sorting'
import type { ClaimTraits } from './types'

/** One page of a kind's documents. */
export const listClaims = (tx: CallerTx, kind: ClaimTraits, filters: ClaimFilters & Paging) =>
  documentPage(
    tx,
    sql<{
      id: number
    }>`select d.id from claim_document d join partner p on p.group_id = d.group_id and p.id = d.partner_id
      where ${where(tx, kind, filters)} order by ${sortedBy(sortable, filters.sort) ?? sql`d.biz_date desc`}, d.id desc`,
    filters,
    (page) =>
      rowsOf(tx.caller, kind, sql`${page} join claim_document d on d.group_id = ${tx.groupId} and d.id = page.id`),
  )

/** Row count and sums over all pages: what counts, and apart from it what waits. */
export function claimTotals(tx: CallerTx, kind: ClaimTraits, filters: ClaimFilters): Promise<Totals> {
  const summed = ownColumns(tx.caller, kind, claimColumns).filter(({ column }) => isSummed(column))
  return documentTotals(tx, kind.def, 'claim_document', summed, where(tx, kind, filters))
}

/** SELECT of all rows that the filters leave, without order; exports stream it, with coded values in words. */
export const selectClaims = (tx: CallerTx, kind: ClaimTraits, filters: ClaimFilters): RawBuilder<ClaimRow> =>
  sql<ClaimRow>`${rowsOf(tx.caller, kind, sql`claim_document d`, { words: true })} where ${where(tx, kind, filters)}`

/** What a row of every list of the family has, but for its state: nobody sells anything by these documents. */
const rowColumns = sql`d.id, d.org_id, org.name as org_name, d.bill_no, d.biz_date, d.is_red, d.partner_id, p.name as partner_name, h.name as handler_name,
  c.real_name as creator_name, d.created_at, a.real_name as approver_name, d.approved_at, d.posted_at, d.remark, d.version, d.print_count`

function rowsOf(
  caller: Caller,
  kind: ClaimTraits,
  documents: RawBuilder<unknown>,
  { words = false } = {},
): RawBuilder<ClaimRow> {
  const own = ownColumns(caller, kind, claimColumns).map(
    ({ key, column: { labels }, value }) =>
      sql`, ${words && labels ? inWords(value, labels) : value} as ${sql.ref(snake(key))}`,
  )
  const state = words ? inWords('d.state', labelsOf(kind.def.states)) : sql`d.state`
  return sql<ClaimRow>`select ${rowColumns}, ${state} as state ${sql.join([sql``, ...own], sql``)} from ${documents} ${rowJoins}`
}

function where(tx: CallerTx, kind: ClaimTraits, filters: ClaimFilters): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [
    officeScope(tx.caller, kind.def.area),
    within(tx.caller, filters.orgs),
    ...conditionsOf(kind.def, filters),
    ...ownConditions(kind, filters),
  ]
  if (filters.billId)
    conditions.push(
      sql`exists (select from claim_line l where l.group_id = d.group_id and l.document_id = d.id and l.bill_id = ${filters.billId})`,
    )
  return allOf(conditions)
}
