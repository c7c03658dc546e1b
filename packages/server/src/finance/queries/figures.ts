import type { AccountSide } from '@chepu/contract/finance/accounts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db'
import { allOf } from '../../kernel/scope'
import { sortedBy } from '../../kernel/sorting'
import { partnerScope } from './partner-scope'

export const advanceOf = (side: AccountSide) => (side === 'AR' ? 'ADV_IN' : 'ADV_OUT')

/** The column of partner_org that names who looks after the partner on this side. */
const keeperOf = (side: AccountSide) => sql.raw(side === 'AR' ? 'po.salesperson_id' : 'po.buyer_id')

/** Joins of a partner `p` with who looks after him. */
export const partnerJoins = (tx: CallerTx, side: AccountSide): RawBuilder<unknown> => sql`
  left join partner_org po on po.group_id = p.group_id and po.org_id = ${tx.caller.orgId} and po.partner_id = p.id
  left join employee keeper on keeper.group_id = po.group_id and keeper.id = ${keeperOf(side)}`

/** Whether an entry `l` of the partner ledger takes back what an earlier one brought: by 反审核, or as a red document's. */
export const isTakenBack = (tx: CallerTx): RawBuilder<SqlBool> =>
  sql<SqlBool>`(l.kind = 'cancel' or l.reversal_of is not null or (l.doc_kind, l.doc_id) in (
    select d.kind, d.id from goods_document d where d.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and d.is_red))`

/** Entries by which an item opens, or vanishes again. */
export const isEntry = sql<SqlBool>`l.kind in ('bill', 'return', 'cancel')`

/** Those of the entries that belong to bills; the others belong to returns. */
export const isBill = (tx: CallerTx): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isEntry} and (l.amount > 0) <> ${isTakenBack(tx)})`

/** The partners that a filter leaves, within the caller's data scope. */
export function partnerConditions(
  tx: CallerTx,
  side: AccountSide,
  filters: { partnerId?: number | undefined; salespersonId?: number | undefined },
): RawBuilder<SqlBool> {
  const conditions = [partnerScope(tx.caller)]
  if (filters.partnerId) conditions.push(sql<SqlBool>`p.id = ${filters.partnerId}`)
  if (filters.salespersonId) conditions.push(sql<SqlBool>`${keeperOf(side)} = ${filters.salespersonId}`)
  return allOf(conditions)
}

/** `order by` of one of the columns, given by name with `-` for descending; else the fallback. */
export function orderBy(sort: string | undefined, columns: readonly string[], fallback: string): RawBuilder<unknown> {
  const snake = (name: string) => name.replace(/[A-Z]|\d+/g, (letter) => `_${letter.toLowerCase()}`)
  const order = sortedBy(Object.fromEntries(columns.map((name) => [name, snake(name)])), sort)
  return order ? sql`${order}, ${sql.raw(fallback)}` : sql.raw(fallback)
}

/** A page of rows of which one more than wanted was asked for. */
export const pageOf = <Row>(rows: readonly Row[], wanted: number): { rows: Row[]; more: boolean } => ({
  rows: rows.slice(0, wanted),
  more: rows.length > wanted,
})
