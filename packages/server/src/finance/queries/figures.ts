import type { AccountSide } from '@chepu/contract/kernel/money-document'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { snake } from '../../kernel/db/names'
import { allDocuments } from '../../kernel/document/references'
import { allOf } from '../../kernel/caller/scope'
import { balanceScope } from '../../kernel/caller/partner-scope'

/** The column of partner_org that names who looks after the partner on this side. */
const keeperOf = (side: AccountSide) => sql.raw(side === 'AR' ? 'po.salesperson_id' : 'po.buyer_id')

/** Joins of a partner `p` with who looks after him. */
export const partnerJoins = (tx: CallerTx, side: AccountSide): RawBuilder<unknown> => sql`
  left join partner_org po on po.group_id = p.group_id and po.org_id = ${tx.caller.orgId} and po.partner_id = p.id
  left join employee keeper on keeper.group_id = po.group_id and keeper.id = ${keeperOf(side)}`

/**
 * Whether an entry `l` of the partner ledger takes back what an earlier one brought: by 反审核, or as a red document's, of whatever
 * family and organisation that is.
 */
export const isTakenBack = (tx: Pick<CallerTx, 'groupId'>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(l.kind = 'cancel' or l.reversal_of is not null or (l.doc_kind, l.doc_id) in (
    select d.kind, d.id from ${allDocuments()} d where d.group_id = ${tx.groupId} and d.is_red))`

/** Entries by which an item opens, or vanishes again. */
export const isEntry = sql<SqlBool>`l.kind in ('bill', 'return', 'cancel')`

/** Those of the entries that belong to bills; the others belong to returns. */
export const isBill = (tx: Pick<CallerTx, 'groupId'>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isEntry} and (l.amount > 0) <> ${isTakenBack(tx)})`

/** The partners that a filter leaves, within the caller's data scope: those whose balances he sees unless rows of theirs have a scope of their own. */
export function partnerConditions(
  tx: CallerTx,
  side: AccountSide,
  filters: { partnerId?: number | undefined; salespersonId?: number | undefined },
  scope = balanceScope(tx.caller),
): RawBuilder<SqlBool> {
  const conditions = [scope]
  if (filters.partnerId) conditions.push(sql<SqlBool>`p.id = ${filters.partnerId}`)
  if (filters.salespersonId) conditions.push(sql<SqlBool>`${keeperOf(side)} = ${filters.salespersonId}`)
  return allOf(conditions)
}

/** What rows about a partner `p` and who looks after him say of them. */
export const partnerFields = {
  partnerId: sql`p.id`,
  partnerCode: sql`p.code`,
  partnerName: sql`p.name`,
  salespersonName: sql`keeper.name`,
}

/** Figures of a subquery `f` under their own names. */
export const figuresOf = <Name extends string>(names: readonly Name[]): Record<Name, RawBuilder<unknown>> =>
  Object.fromEntries(names.map((name) => [name, sql.ref(`f.${snake(name)}`)])) as Record<Name, RawBuilder<unknown>>
