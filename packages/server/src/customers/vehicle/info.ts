import { type carInfoRoute, type CarInfo } from '@chepu/contract/customers/car-info'
import { plainPlate } from '@chepu/contract/customers/plate'
import { vinText } from '@chepu/contract/kernel/vin'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { mobileColumn } from '../../kernel/caller/mobile'
import { vehicleScope } from '../../kernel/caller/partner-scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { refuse } from '../../kernel/base/errors'
import { pageOf } from '../../kernel/query/page'
import { carName, isWholeCar, namesVehicle, readMileage, vehicleTables } from './rows'

/** Cars that a picker or a document asks for; what it may not see of a stranger's is left out (business/customers 6.3). */
export async function carInfo(
  tx: CallerTx,
  query: QueryOf<typeof carInfoRoute>,
): Promise<{ rows: CarInfo[]; more: boolean }> {
  const seen = vehicleScope(tx.caller)
  const ofSeen = (column: RawBuilder<string>) => sql`case when ${seen} then ${column} else '' end`
  return pageOf(
    tx,
    sql<CarInfo>`select v.id, v.version, v.plate, v.vin, v.engine_no, ${carName} as car_name, v.series_id, v.model_id, v.car_type_id,
      t.name as car_type_name, c.name as color_name, v.usage, v.partner_id, p.name as partner_name,
      ${ofSeen(mobileColumn(tx.caller, 'p.mobile'))} as partner_mobile, v.driver_name,
      ${ofSeen(mobileColumn(tx.caller, 'v.driver_mobile'))} as driver_mobile, ${readMileage} as mileage, v.mileage_on, v.avg_daily_km, v.invoiced_on,
      v.insurer_id, v.compulsory_expires_on, v.commercial_expires_on, v.inspection_expires_on, v.next_maintenance_on,
      v.next_maintenance_km, v.remark, v.is_active
    ${vehicleTables} where v.group_id = ${tx.groupId} and ${asked(tx, query)}
    order by ${closeness(query.q ?? '')}, v.plate, v.vin, v.id`,
    { page: 1, rows: query.rows },
  )
}

/** What is asked for: one car whatever its state, or those in use that a text names. */
function asked(tx: CallerTx, { id, plate, vin, partnerId, q }: QueryOf<typeof carInfoRoute>): RawBuilder<SqlBool> {
  const seen = vehicleScope(tx.caller)
  if (id !== undefined) return sql<SqlBool>`v.id = ${id} and ${seen}`
  if (plate !== undefined) return sql<SqlBool>`v.is_active and v.plate <> '' and v.plate = ${plainPlate(plate)}`
  if (vin !== undefined) return sql<SqlBool>`v.is_active and v.vin <> '' and v.vin = ${vinText(vin)}`
  if (partnerId !== undefined) return sql<SqlBool>`v.is_active and v.partner_id = ${partnerId} and ${seen}`
  if (q === undefined) refuse('请输入车牌、VIN或车主')
  if (q === '') return sql<SqlBool>`v.is_active and ${seen}`
  return sql<SqlBool>`v.is_active and (${isWholeCar(q)} or ${seen} and ${namesVehicle(tx.caller, q)})`
}

/** The very one first, then those whose plate ends so, then the others. */
const closeness = (text: string): RawBuilder<unknown> =>
  sql`case when ${isWholeCar(text)} then 0 when right(v.plate, ${[...plainPlate(text)].length}) = ${plainPlate(text)} then 1 else 2 end`
