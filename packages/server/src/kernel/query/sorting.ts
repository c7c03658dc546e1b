import { type RawBuilder, sql } from 'kysely'
import { invalid } from '../base/errors'
import { own } from '../base/own'

/**
 * ORDER BY of the column that the caller named, `name` or `-name`; undefined when he named none, refused when there is no
 * such column. `columns` are the SQL expressions of what may be sorted by, so hidden fields are left out of it.
 */
export function sortedBy(
  columns: Readonly<Record<string, string>>,
  sort: string | undefined,
): RawBuilder<unknown> | undefined {
  if (!sort) return undefined
  const column = sortColumn(columns, sort)
  return sql`${sql.raw(column)} ${sortDirection(sort)}`
}

/** The expression of the column that the caller named. */
export function sortColumn<Column>(columns: Readonly<Record<string, Column>>, sort: string): Column {
  const name = sort.replace(/^-/, '')
  return own(columns, name) ?? invalid([{ path: 'sort', message: `不能按“${name}”排序` }])
}

export const sortDirection = (sort: string): RawBuilder<unknown> => sql.raw(sort.startsWith('-') ? 'desc' : 'asc')
