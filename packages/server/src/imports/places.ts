import type { CallerTx } from '../kernel/db/tx'
import { finderOf } from '../kernel/master/spelling'

interface Warehouse {
  id: number
  code: string
  name: string
  isActive: boolean
}

interface Spot {
  warehouseId: number | null
  locationId: number | null
}
type Place = Spot | { column: string; message: string }

/** Names of the columns that a fault stands under. */
interface PlaceTitles {
  warehouse: string
  location: string
}

/** Warehouses of the caller's org by name or code, and their locations by code. */
export async function orgPlaces(
  tx: CallerTx,
  titles: PlaceTitles,
): Promise<{ find(warehouse: string | null, location: string | null, present?: Spot): Place }> {
  const warehouses = await tx.query<Warehouse>({
    text: `select id, code, name, is_active from warehouse where group_id = $1 and org_id = $2 and kind <> 'transit'`,
    values: [tx.groupId, tx.caller.orgId],
  })
  const locations = await tx.query<{ id: number; warehouseId: number; code: string; isActive: boolean }>({
    text: 'select id, warehouse_id, code, is_active from location where group_id = $1 and warehouse_id = any ($2::bigint[])',
    values: [tx.groupId, warehouses.map(({ id }) => id)],
  })
  const warehousesNamed = finderOf(
    warehouses,
    ({ code }) => code,
    ({ name }) => name,
  )
  const spotsNamed = finderOf(locations, ({ warehouseId, code }) => `${warehouseId}/${code}`)
  return {
    /** `present` is where it is now: there it stays, also when that is stopped, and there a location without a typed warehouse is. */
    find(warehouse, location, present) {
      const [named, other] = warehouse === null ? [] : warehousesNamed(warehouse)
      if (named && other)
        return {
          column: titles.warehouse,
          message: `“${warehouse}”对应多个仓库：${named.code} ${named.name}、${other.code} ${other.name}，请改填编码`,
        }
      if (warehouse !== null && !named) return { column: titles.warehouse, message: `仓库“${warehouse}”不存在` }
      if (named && !named.isActive && named.id !== present?.warehouseId)
        return { column: titles.warehouse, message: `仓库“${warehouse}”已停用` }
      const warehouseId = named?.id ?? (location === null ? null : (present?.warehouseId ?? null))
      if (location === null) return { warehouseId, locationId: null }
      if (warehouseId === null) return { column: titles.warehouse, message: '填写货位时请同时填写仓库' }
      const [spot, twin] = spotsNamed(`${warehouseId}/${location}`)
      if (spot && twin)
        return {
          column: titles.location,
          message: `“${location}”对应多个货位：${spot.code}、${twin.code}，请区分大小写`,
        }
      if (!spot || (!spot.isActive && spot.id !== present?.locationId))
        return { column: titles.location, message: `货位“${location}”不存在、已停用或不属于该仓库` }
      return { warehouseId, locationId: spot.id }
    },
  }
}

/** A warehouse of the caller's org and one of its locations, for the examples of a template; both blank where there is none. */
export async function placeExample(tx: CallerTx): Promise<{ warehouse: string; location: string }> {
  const [place] = await tx.query<{ warehouse: string; location: string }>({
    text: `select w.name as warehouse, coalesce((select l.code from location l where l.group_id = $1 and l.warehouse_id = w.id
          and l.is_active order by l.id limit 1), '') as location
      from warehouse w where w.group_id = $1 and w.org_id = $2 and w.is_active and w.kind <> 'transit' order by w.is_default desc, w.id limit 1`,
    values: [tx.groupId, tx.caller.orgId],
  })
  return place ?? { warehouse: '', location: '' }
}
