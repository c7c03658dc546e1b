import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../caller/caller'
import { balanceScope } from '../caller/partner-scope'
import { scopeOf } from '../caller/scope'
import { documentInSight, type Named } from '../document/sight'
import type { CallerTx } from '../db/tx'

/**
 * What is owed on a document of partner `p` that the caller is offered, and may settle or invoice: where he sees the partner's balances all of it, else what is owed
 * on documents that he sees himself (business/access 7). Of 散客, whom nobody looks after, that is what he made.
 */
export const billScope = (caller: Caller, source: Named): RawBuilder<SqlBool> =>
  scopeOf(caller, 'finance') >= 3
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${balanceScope(caller)} or ${documentInSight(caller, source)})`

/** The same of one document of a partner. */
export async function isBillInSight(
  tx: CallerTx,
  partnerId: number | null,
  { kind, id }: { kind: string; id: number },
): Promise<boolean> {
  if (scopeOf(tx.caller, 'finance') >= 3) return true
  const source = { kind: sql`${kind}`, id: sql`${id}` }
  const rows = await tx.select(
    sql`select from partner p where p.group_id = ${tx.groupId} and p.id = ${partnerId} and ${billScope(tx.caller, source)}`,
  )
  return rows.length > 0
}
