// Parts that were merged away since a document named them (ADR 0167).
import { type RawBuilder, sql } from 'kysely'

/** SQL of the part that has the goods of `part` now: itself, or the one that it was merged into. One step leads there, whatever was merged how often. */
export const heirOf = (part: string): RawBuilder<number> =>
  sql<number>`coalesce(${sql.ref(`${part}.merged_into_id`)}, ${sql.ref(`${part}.id`)})`
