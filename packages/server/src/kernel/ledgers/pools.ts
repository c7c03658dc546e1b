import { groupBy } from '../base/group-by'
import type { Tx } from '../db/tx'
import type { Pool } from './cost-pool'

/** Where a pool is. */
export interface PoolPlace {
  /** Whose warehouse it is, when not the document's. */
  orgId?: number
  warehouseId: number
  partId: number
}

/** A pool and where it is. */
export interface LockedPool extends Pool, Required<PoolPlace> {
  /** The count that keeps its goods where they are. */
  frozenBy: number | null
}

/** A warehouse is one organisation's, so that it and the part name the pool. */
export const poolKey = (at: PoolPlace): string => `${at.warehouseId}:${at.partId}`

/** What lies in pools or is held of them, by the key of the pool: of thousands of lines each looks at its own. */
export const byPool = <At extends PoolPlace>(all: readonly At[]): Map<string, At[]> => groupBy(all, poolKey)

/** Where pools are, as parallel arrays of organisation, warehouse and part for `unnest`. */
export type PoolColumns = [orgIds: number[], warehouseIds: number[], partIds: number[]]

const columnsOf = (orgId: number, places: readonly PoolPlace[]): PoolColumns => [
  places.map((place) => place.orgId ?? orgId),
  places.map((place) => place.warehouseId),
  places.map((place) => place.partId),
]

/**
 * Creates missing pools and locks all touched ones in the order warehouse, part, whosever they are, so that no two documents
 * deadlock (business/ledgers 2). Returns them by key, in that order. Like every lock here it leaves the keys free (`no key update`): a row
 * that merely comes to refer to a locked one does not wait for it, so that saving a draft never deadlocks with a posting.
 */
export const lockPools = async (
  tx: Tx,
  orgId: number,
  places: readonly PoolPlace[],
): Promise<Map<string, LockedPool>> => (await lockPoolsAnd(tx, orgId, places, async () => undefined)).pools

/** The same with what lies in them and is held of them: `read` is asked behind the lock, in the same packet. */
export async function lockPoolsAnd<Found>(
  tx: Tx,
  orgId: number,
  places: readonly PoolPlace[],
  read: (columns: PoolColumns) => Promise<Found>,
): Promise<{ pools: Map<string, LockedPool>; found: Found }> {
  const wanted = [...new Map(places.map((place) => [poolKey(place), place])).values()].sort(
    (a, b) => a.warehouseId - b.warehouseId || a.partId - b.partId,
  )
  const columns = columnsOf(orgId, wanted)
  for (;;) {
    const [pools, found] = await Promise.all([lock(tx, columns), read(columns)])
    if (pools.length === wanted.length) return { pools: new Map(pools.map((pool) => [poolKey(pool), pool])), found }
    tx.sendInsert(
      'stock_cost',
      ['group_id', 'org_id', 'warehouse_id', 'part_id'],
      wanted.map((place) => [tx.groupId, place.orgId ?? orgId, place.warehouseId, place.partId]),
      'on conflict do nothing',
    )
    tradeParts(tx, orgId, wanted)
  }
}

/** A part of which goods come to lie with an organisation for the first time is a product of it from then on (business/basics 4.1). */
function tradeParts(tx: Tx, orgId: number, places: readonly PoolPlace[]): void {
  const traded = new Map(
    places.map((at) => [`${at.orgId ?? orgId}:${at.partId}`, [at.orgId ?? orgId, at.partId] as const]),
  )
  tx.sendInsert(
    'product',
    ['group_id', 'org_id', 'part_id'],
    [...traded.values()].sort(([a, one], [b, other]) => a - b || one - other).map((each) => [tx.groupId, ...each]),
    'on conflict (group_id, org_id, part_id) do nothing',
  )
}

const lock = (tx: Tx, columns: PoolColumns) =>
  tx.query<LockedPool>({
    name: 'lock-stock-cost',
    text: `select c.org_id, c.warehouse_id, c.part_id, c.qty, c.value, w.kind = 'transit' as is_transit, c.frozen_by
      from stock_cost c join warehouse w on w.group_id = c.group_id and w.id = c.warehouse_id
      where c.group_id = $1
        and (c.org_id, c.warehouse_id, c.part_id) in (select * from unnest($2::bigint[], $3::bigint[], $4::bigint[]))
      order by c.warehouse_id, c.part_id for no key update of c`,
    values: [tx.groupId, ...columns],
  })
