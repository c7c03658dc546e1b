import { type RawBuilder, sql } from 'kysely'
import type { CallerTx } from '../db/tx'

/**
 * Which part (`part_id`) another one (`substitute_id`) stands in for, with `note` and `priority`, as a table of a FROM. A two-way link is stored
 * once and read from both sides (business/basics 3).
 */
export const substituteLinks = (tx: Pick<CallerTx, 'groupId'>): RawBuilder<unknown> => sql`(
  select group_id, part_id, substitute_id, note, priority from part_substitute where group_id = ${tx.groupId}
  union
  select group_id, substitute_id, part_id, note, priority from part_substitute where group_id = ${tx.groupId} and direction = 'two_way')`
