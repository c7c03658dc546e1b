import type { Tx } from '../db'
import type { Pool } from './cost-pool'

/** Where a pool is, within one org. */
export interface PoolPlace {
  warehouseId: number
  partId: number
}

export const poolKey = (at: PoolPlace): string => `${at.warehouseId}:${at.partId}`

export function placeOfKey(key: string): PoolPlace {
  const [warehouseId, partId] = key.split(':').map((part) => Number.parseInt(part, 10))
  return { warehouseId: warehouseId as number, partId: partId as number }
}

/**
 * Creates missing pools and locks all touched ones in the order warehouse, part, so that no two documents deadlock
 * (DOMAIN 5.2). Returns them by key. Like every lock here it leaves the keys free (`no key update`): a row that merely
 * comes to refer to a locked one does not wait for it, so that saving a draft never deadlocks with a posting.
 */
export async function lockPools(tx: Tx, orgId: number, places: readonly PoolPlace[]): Promise<Map<string, Pool>> {
  const keys = new Map(places.map((place) => [poolKey(place), place]))
  const wanted = [...keys.values()].sort((a, b) => a.warehouseId - b.warehouseId || a.partId - b.partId)
  const lock = () =>
    tx.query<PoolPlace & Pool>({
      name: 'lock-stock-cost',
      text: `select warehouse_id, part_id, qty, value from stock_cost
        where group_id = $1 and org_id = $2
          and (warehouse_id, part_id) in (select * from unnest($3::bigint[], $4::bigint[]))
        order by warehouse_id, part_id for no key update`,
      values: [tx.groupId, orgId, wanted.map((place) => place.warehouseId), wanted.map((place) => place.partId)],
    })
  let found = await lock()
  if (found.length < wanted.length) {
    await tx.insert(
      'stock_cost',
      ['group_id', 'org_id', 'warehouse_id', 'part_id'],
      wanted.map((place) => [tx.groupId, orgId, place.warehouseId, place.partId]),
      'on conflict do nothing',
    )
    found = await lock()
  }
  return new Map(found.map((row) => [poolKey(row), { qty: row.qty, value: row.value }]))
}
