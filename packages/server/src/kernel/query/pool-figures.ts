// What of a pool is held, locked and free: one definition for every page that tells it (business/ledgers 3.1).
import { type RawBuilder, type SqlBool, sql } from 'kysely'

interface Looked {
  /** Reservations are looked up for each of a `few` pools, or summed once for `many`. */
  at?: 'few' | 'many'
  /** Reservations `r` that count as free, since the document that asks will use them up. */
  own?: RawBuilder<SqlBool>
  /** The warehouse that a document takes goods out of, whose kind locks nothing for it. */
  takenFrom?: RawBuilder<unknown> | number | undefined
}

/**
 * Pools of the whole group, a row a warehouse and part, as a table of a FROM; quantities have 4 decimals. What lies there: `qty`, its `value`, the `kind` of
 * its warehouse; what documents hold: `held`, and `waiting` for more; `unheld`, what nobody holds; `locked`, what a count has frozen or lies with old parts,
 * with scrap or on its way; `available`, what is neither held nor locked. Nothing is ever below zero, and several pools have the sum of theirs.
 */
export function poolFigures(groupId: number, { at = 'few', own, takenFrom }: Looked = {}): RawBuilder<unknown> {
  const reservations = sql`coalesce(sum(r.qty - r.released_qty - r.backorder_qty), 0.0000) as held, coalesce(sum(r.backorder_qty), 0.0000) as waiting
    from stock_reservation r where r.group_id = ${groupId} and r.is_live ${own ? sql`and not (${own})` : sql``}`
  const holding = {
    few: sql`cross join lateral (
      select ${reservations} and r.org_id = c.org_id and r.warehouse_id = c.warehouse_id and r.part_id = c.part_id
    ) h`,
    many: sql`left join (
      select r.org_id, r.warehouse_id, r.part_id, ${reservations} group by r.org_id, r.warehouse_id, r.part_id
    ) h on h.org_id = c.org_id and h.warehouse_id = c.warehouse_id and h.part_id = c.part_id`,
  }
  const isElsewhere = sql`w.kind in ('old_part', 'scrap', 'transit') ${takenFrom ? sql`and w.id <> ${takenFrom}` : sql``}`
  return sql`(
    select c.group_id, c.org_id, c.warehouse_id, c.part_id, c.qty, c.value, w.kind, f.held, f.waiting, f.unheld,
      case when f.is_locked then c.qty else 0.0000 end as locked, case when f.is_locked then 0.0000 else f.unheld end as available
    from stock_cost c
    join warehouse w on w.group_id = c.group_id and w.id = c.warehouse_id
    ${holding[at]}
    cross join lateral (
      select coalesce(h.held, 0.0000) as held, coalesce(h.waiting, 0.0000) as waiting, greatest(c.qty - coalesce(h.held, 0.0000), 0.0000) as unheld,
        (c.frozen_by is not null or ${isElsewhere}) as is_locked
    ) f
    where c.group_id = ${groupId})`
}
