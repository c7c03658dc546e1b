import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/tx'

type Selects = Pick<Tx, 'select'>

/** One page of an ordered statement: its rows, and whether more follow; one row more than wanted tells. */
export async function pageOf<Row>(
  tx: Selects,
  statement: RawBuilder<Row>,
  paging: Pick<Paging, 'page' | 'rows'>,
): Promise<{ rows: Row[]; more: boolean }> {
  const rows = await tx.select<Row>(sql<Row>`${statement} ${limitOf(paging)}`)
  return cutTo(paging.rows, rows)
}

/** What asks for a page and one row more, for statements that limit a part of themselves. */
export const limitOf = ({ page, rows }: Pick<Paging, 'page' | 'rows'>): RawBuilder<unknown> =>
  sql`limit ${rows + 1} offset ${(page - 1) * rows}`

/** The rows of a page without the one that tells of more. */
export const cutTo = <Row>(size: number, rows: readonly Row[]): { rows: Row[]; more: boolean } => ({
  rows: rows.slice(0, size),
  more: rows.length > size,
})

/** The only row of a statement of `count` and sums, as the totals of a list. */
export async function totalsOf(tx: Selects, statement: RawBuilder<unknown>): Promise<Totals> {
  const [row] = await tx.select(statement as RawBuilder<{ count: number } & Record<string, string>>)
  const { count, ...sums } = row as { count: number } & Record<string, string>
  return { count, sums: sums as Record<string, string> }
}
