import { type DocumentDef } from '@chepu/contract/kernel/document'
import { countedStates, statesIn } from '@chepu/contract/kernel/states'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Documents `d` whose amounts count: drafts are never summed with them (business/lists 2.3). */
export const isCounted = (def: DocumentDef): RawBuilder<SqlBool> =>
  sql<SqlBool>`d.state = any (${[...countedStates(def)]})`

/** The sum that a document `d` belongs to; what is voided belongs to none. */
export const bucketOf = (def: DocumentDef): RawBuilder<Bucket> =>
  sql<Bucket>`case when ${isCounted(def)} then 'counted' when d.state = any (${statesIn(def, 'voided')}) then 'voided' else 'waiting' end`

type Bucket = 'counted' | 'waiting' | 'voided'
type Sums = Record<string, string>

/**
 * Totals of a list from one row of sums a bucket. All rows are counted; what counts and what waits are summed apart. What
 * waits is told in documents, where the rows of the list are parts of them.
 */
export function countedTotals<Row extends { bucket: Bucket; count: number; documents?: number }>(
  rows: readonly Row[],
  sumsOf: (row: Row | undefined) => Sums,
  waitingSumsOf: (row: Row) => Sums = sumsOf,
): Totals {
  const inBucket = (bucket: Bucket) => rows.find((row) => row.bucket === bucket)
  const waiting = inBucket('waiting')
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    sums: sumsOf(inBucket('counted')),
    ...(waiting && { waiting: { count: waiting.documents ?? waiting.count, sums: waitingSumsOf(waiting) } }),
  }
}
