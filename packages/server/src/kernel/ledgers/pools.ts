import type { Tx } from '../db/db'
import type { Pool } from './cost-pool'

/** Where a pool is. */
export interface PoolPlace {
  /** Whose warehouse it is, when not the document's. */
  orgId?: number
  warehouseId: number
  partId: number
}

/** A pool with the organisation whose it is. */
export interface LockedPool extends Pool {
  orgId: number
}

/** A warehouse is one organisation's, so that it and the part name the pool. */
export const poolKey = (at: PoolPlace): string => `${at.warehouseId}:${at.partId}`

/** Pools as parallel arrays of organisation, warehouse and part, for `unnest`. */
export function columnsOf(pools: ReadonlyMap<string, LockedPool>): [number[], number[], number[]] {
  const places = [...pools.keys()].map((key) => key.split(':').map((part) => Number.parseInt(part, 10)))
  return [
    [...pools.values()].map((pool) => pool.orgId),
    places.map(([warehouseId]) => warehouseId as number),
    places.map(([, partId]) => partId as number),
  ]
}

/**
 * Creates missing pools and locks all touched ones in the order warehouse, part, whosever they are, so that no two documents
 * deadlock (business/ledgers 2). Returns them by key. Like every lock here it leaves the keys free (`no key update`): a row that merely
 * comes to refer to a locked one does not wait for it, so that saving a draft never deadlocks with a posting.
 */
export async function lockPools(tx: Tx, orgId: number, places: readonly PoolPlace[]): Promise<Map<string, LockedPool>> {
  const keys = new Map(places.map((place) => [poolKey(place), place]))
  const wanted = [...keys.values()].sort((a, b) => a.warehouseId - b.warehouseId || a.partId - b.partId)
  const lock = () =>
    tx.query<PoolPlace & LockedPool>({
      name: 'lock-stock-cost',
      text: `select c.org_id, c.warehouse_id, c.part_id, c.qty, c.value, w.kind = 'transit' as is_transit
        from stock_cost c join warehouse w on w.group_id = c.group_id and w.id = c.warehouse_id
        where c.group_id = $1
          and (c.org_id, c.warehouse_id, c.part_id) in (select * from unnest($2::bigint[], $3::bigint[], $4::bigint[]))
        order by c.warehouse_id, c.part_id for no key update of c`,
      values: [
        tx.groupId,
        wanted.map((place) => place.orgId ?? orgId),
        wanted.map((place) => place.warehouseId),
        wanted.map((place) => place.partId),
      ],
    })
  let found = await lock()
  if (found.length < wanted.length) {
    await tx.insert(
      'stock_cost',
      ['group_id', 'org_id', 'warehouse_id', 'part_id'],
      wanted.map((place) => [tx.groupId, place.orgId ?? orgId, place.warehouseId, place.partId]),
      'on conflict do nothing',
    )
    found = await lock()
  }
  return new Map(
    found.map((row) => [poolKey(row), { orgId: row.orgId, qty: row.qty, value: row.value, isTransit: row.isTransit }]),
  )
}
