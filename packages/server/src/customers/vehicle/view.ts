import type { VehicleRow, vehicleRoutes } from '@chepu/contract/customers/vehicle'
import type { DataOf } from '@chepu/contract/kernel/route'
import { sql } from 'kysely'
import { notFound } from '../../kernel/base/errors'
import { vehicleScope } from '../../kernel/caller/partner-scope'
import type { CallerTx } from '../../kernel/db/tx'
import { vehicleRows } from './list'

type View = DataOf<typeof vehicleRoutes.read>

/** A car with its owners and what its meter showed, the latest first (business/customers 6.4, 6.5). */
export async function readVehicle(tx: CallerTx, id: number): Promise<View> {
  const [row] = await tx.select<VehicleRow>(vehicleRows(tx, sql<boolean>`v.id = ${id}`))
  if (!row) notFound('车辆')
  const owners = await tx.select(sql<View['owners'][number]>`select
      case when ${vehicleScope(tx.caller)} then p.name else '' end as partner_name, o.since, o.until
    from vehicle_owner o join partner p on p.group_id = o.group_id and p.id = o.partner_id
    where o.group_id = ${tx.groupId} and o.vehicle_id = ${id} order by o.until desc nulls first, o.id desc`)
  const mileages = await tx.query<View['mileages'][number]>({
    text: `select r.mileage, r.read_on, r.replaced_reason, r.doc_kind, r.doc_id, u.real_name as user_name
      from vehicle_mileage r join app_user u on u.group_id = r.group_id and u.id = r.user_id
      where r.group_id = $1 and r.vehicle_id = $2 order by r.read_on desc, r.id desc limit 50`,
    values: [tx.groupId, id],
  })
  return { ...row, owners, mileages }
}
