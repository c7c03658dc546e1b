import { type RawBuilder, sql } from 'kysely'

/**
 * ORDER BY of the column that the caller named, `name` or `-name`; undefined for no or an unknown one. `columns` are the
 * SQL expressions of what may be sorted by, so hidden fields are left out of it.
 */
export function sortedBy(
  columns: Readonly<Record<string, string>>,
  sort: string | undefined,
): RawBuilder<unknown> | undefined {
  const column = columns[sort?.replace(/^-/, '') ?? '']
  return column === undefined ? undefined : sql`${sql.raw(column)} ${sql.raw(sort?.startsWith('-') ? 'desc' : 'asc')}`
}
