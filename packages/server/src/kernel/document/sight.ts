import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { groupBy } from '../base/group-by'
import type { Caller } from '../caller/caller'
import { type DocumentKind, documentKinds } from './registry'

/** What names a document of any kind in a statement: columns of it, or values. */
export interface Named {
  kind: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

/**
 * Whether the named document is one that the caller finds in the list of its kind, by his data scope in its area (business/access 7). The names are not those of a
 * table `d`.
 */
export function documentInSight(caller: Caller, { kind, id }: Named): RawBuilder<SqlBool> {
  const found = [...groupBy(documentKinds(), ({ family }) => family)].flatMap(([{ table, inSight }, kinds]) => {
    if (!inSight) return []
    const alike = groupBy(kinds, ({ def }) => `${def.area} ${def.hasCounterparty ?? false}`)
    const scopes = [...alike.values()].map(
      (own) =>
        sql`(d.kind = any (${own.map(({ def }) => def.kind)}) and ${inSight(caller, (own[0] as DocumentKind).def)})`,
    )
    return sql`exists (select from ${sql.table(table)} d
      where d.group_id = ${caller.groupId} and d.kind = ${kind} and d.id = ${id} and (${sql.join(scopes, sql` or `)}))`
  })
  return found.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(found, sql` or `)})`
}
