import type { ListColumn } from '@chepu/contract/kernel/query'
import { type RawBuilder, sql } from 'kysely'

const yesOrNo = { true: '是', false: '否' }

/** A column of yes and no as lists show it, for exports. `column` is written by us. */
export const yesNo = (column: string): RawBuilder<string> => inWords(column, yesOrNo)

/** How the codes of a column read; undefined where it has none. */
export const wordsOf = ({ kind, labels }: ListColumn): Readonly<Record<string, string>> | undefined =>
  labels ?? (kind === 'flag' ? yesOrNo : undefined)

/** SQL of the same for a statement that is text. `labels` and `column` are written by us. */
export const inWordsSql = (column: string, labels: Readonly<Record<string, string>>): string =>
  `case ${column} ${Object.entries(labels)
    .map(([code, label]) => `when '${code}' then '${label}'`)
    .join(' ')} end`

/** A column of codes in the words of `labels`, for exports. A `column` of text is written by us, never by a caller. */
export const inWords = (
  column: string | RawBuilder<unknown>,
  labels: Readonly<Record<string, string>>,
): RawBuilder<string> =>
  sql`case ${typeof column === 'string' ? sql.raw(column) : column} ${sql.join(
    Object.entries(labels).map(([code, label]) => sql`when ${code} then ${label}`),
    sql` `,
  )} end`
