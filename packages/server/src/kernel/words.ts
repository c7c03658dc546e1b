import { type RawBuilder, sql } from 'kysely'

/** A column of codes in the words of `labels`, for exports. `column` is written by us, never by a caller. */
export const inWords = (column: string, labels: Readonly<Record<string, string>>): RawBuilder<string> =>
  sql`case ${sql.raw(column)} ${sql.join(
    Object.entries(labels).map(([code, label]) => sql`when ${code} then ${label}`),
    sql` `,
  )} end`
