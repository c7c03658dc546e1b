import type { LookupLocation, LookupWarehouse, StockRow } from '@chepu/contract/basics/lookups'
import { sql } from 'kysely'
import { warehousesWith } from '../../kernel/caller/caller'
import { isAnyOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { groupBy } from '../../kernel/base/group-by'
import { poolFigures } from '../../kernel/query/pool-figures'
import { askedWarehouses } from '../part-search/find'

/** Active warehouses of the caller's org that he may see, the default one first. */
export function usableWarehouses(tx: CallerTx): Promise<LookupWarehouse[]> {
  return tx.query({
    name: 'usable-warehouses',
    text: `select id, code, name, kind, is_default, allow_sale from warehouse
      where group_id = $1 and org_id = $2 and is_active and id = any ($3::bigint[]) order by is_default desc, code`,
    values: [tx.groupId, tx.caller.orgId, warehousesWith(tx.caller, 'view')],
  })
}

/** The same with their active locations, or one of them. */
export async function warehousesWithLocations(
  tx: CallerTx,
  warehouseId: number | undefined,
): Promise<(LookupWarehouse & { locations: LookupLocation[] })[]> {
  const warehouses = (await usableWarehouses(tx)).filter(({ id }) => warehouseId === undefined || id === warehouseId)
  const locations = await tx.query<LookupLocation & { warehouseId: number }>({
    name: 'usable-locations',
    text: `select id, warehouse_id, code, nullif(zone, '') as zone from location
      where group_id = $1 and warehouse_id = any ($2::bigint[]) and is_active order by pick_order, code`,
    values: [tx.groupId, warehouses.map(({ id }) => id)],
  })
  const byWarehouse = groupBy(locations, (location) => location.warehouseId)
  return warehouses.map((warehouse) => ({
    ...warehouse,
    locations: (byWarehouse.get(warehouse.id) ?? []).map(({ id, code, zone }) => ({ id, code, zone })),
  }))
}

interface GroupWarehouse {
  id: number
  orgId: number
  orgName: string
  code: string
  name: string
  kind: string
  isDefault: boolean
}

/** Active warehouses of the given orgs; of the caller's own org only those he may see (business/access 6). */
export function warehousesOfOrgs(tx: CallerTx, orgIds: readonly number[]): Promise<GroupWarehouse[]> {
  return tx.query({
    name: 'warehouses-of-orgs',
    text: `select w.id, w.org_id, o.name as org_name, w.code, w.name, w.kind, w.is_default
      from warehouse w join org o on o.group_id = w.group_id and o.id = w.org_id and o.status = 'active'
      where w.group_id = $1 and w.org_id = any ($2::bigint[]) and w.is_active and w.kind <> 'transit'
        and (w.org_id <> $3 or w.id = any ($4::bigint[]))
      order by o.code, w.is_default desc, w.code`,
    values: [tx.groupId, orgIds, tx.caller.orgId, warehousesWith(tx.caller, 'view')],
  })
}

/**
 * Stock of parts by warehouse, location and batch, in the warehouse that a document names or all that the caller may see. What is held or locked is so of
 * the warehouse, not of a location, so it is taken off the rows in their order, and what is available adds up to the warehouse's.
 */
export const stockByPlace = (
  tx: CallerTx,
  partIds: readonly number[],
  warehouseId: number | undefined,
): Promise<StockRow[]> =>
  tx.selectKept(sql<StockRow>`
    select s.part_id, s.warehouse_id, w.name as warehouse_name, s.location_id, l.code as location_code, s.batch_no, s.qty,
      s.qty - greatest(least(s.qty, pool.qty - pool.available - coalesce(sum(s.qty) over (
        partition by s.part_id, s.warehouse_id order by l.is_default desc, l.code, s.batch_no
        rows between unbounded preceding and 1 preceding), 0)), 0) as available
    from stock_balance s
    join warehouse w on w.group_id = s.group_id and w.id = s.warehouse_id
    join location l on l.group_id = s.group_id and l.id = s.location_id
    join ${poolFigures(tx.groupId, { takenFrom: warehouseId })} pool
      on pool.group_id = s.group_id and pool.org_id = s.org_id and pool.warehouse_id = s.warehouse_id and pool.part_id = s.part_id
    where s.group_id = ${tx.groupId} and s.org_id = ${tx.caller.orgId} and ${isAnyOf('s.part_id', partIds)} and s.qty > 0
      and ${isAnyOf('s.warehouse_id', askedWarehouses(tx, warehouseId))}
    order by s.part_id, w.is_default desc, w.code, l.code, s.batch_no`)
