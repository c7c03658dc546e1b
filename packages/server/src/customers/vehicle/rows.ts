// The tables of a car, how it is called, whose cars a caller sees, and what text names one.
import { plainPlate } from '@chepu/contract/customers/plate'
import { vinText } from '@chepu/contract/kernel/vin'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../kernel/caller/caller'
import { startingWith } from '../../kernel/caller/scope'
import { namesPartner } from '../partner/search'

/** What cars `v` are: brand `b`, series `s` and model `m`, where the library has them. */
export const carJoins = sql`left join car_series s on s.group_id = v.group_id and s.id = v.series_id
  left join brand b on b.group_id = s.group_id and b.id = s.brand_id
  left join car_model m on m.group_id = v.group_id and m.id = v.model_id`

/** Cars `v` with their owners `p` and what they are. */
export const vehicleTables = sql`from vehicle v
  join partner p on p.group_id = v.group_id and p.id = v.partner_id
  ${carJoins}
  left join car_type t on t.group_id = v.group_id and t.id = v.car_type_id
  left join car_color c on c.group_id = v.group_id and c.id = v.color_id
  left join partner i on i.group_id = v.group_id and i.id = v.insurer_id`

/** Brand, series and model as the library has them now, else the words that were typed. */
export const carName = sql<string>`case when v.series_id is null then v.model_text else concat_ws(' ', b.name, s.name, m.name) end`

/** Kilometres of the latest reading; null while there is none. */
export const readMileage = sql<string | null>`case when v.mileage_on is null then null else v.mileage end`

/** Signs of a plate and of a VIN that tell cars apart. */
const plateTail = 3
const vinTail = 4

const tail = (text: string) => startingWith([...text].toReversed().join(''))

/** Cars `v` whose plate or VIN the text ends, or is (business/lists 2.10). */
export function namesCar(text: string): RawBuilder<SqlBool>[] {
  const plate = plainPlate(text)
  const whole = vinText(text)
  const isVin = /^[A-HJ-NPR-Z0-9]+$/.test(whole) && whole.length >= vinTail
  return [
    ...(plate.length >= plateTail ? [sql<SqlBool>`reverse(v.plate) like ${tail(plate)}`] : []),
    ...(isVin ? [sql<SqlBool>`v.vin <> '' and reverse(v.vin) like ${tail(whole)}`] : []),
  ]
}

/** Cars that the text names by themselves or by their owner. */
export const namesVehicle = (caller: Caller, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join([namesPartner(caller, text), ...namesCar(text).map((way) => sql`(${way})`)], sql` or `)})`

/** Cars `v` whose whole plate or VIN the text is. */
export const isWholeCar = (text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(v.plate <> '' and v.plate = ${plainPlate(text)} or v.vin <> '' and v.vin = ${vinText(text)})`

/** Partners `p` one of whose cars the text names whole: who says that has it before him (business/customers 6.3). */
export const ownsWholeCar = ({ groupId }: Caller, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`p.id in (select v.partner_id from vehicle v where v.group_id = ${groupId} and v.is_active and ${isWholeCar(text)})`

/** Partners `p` one of whose cars the text names. */
export function ownsCarNamed(caller: Caller, text: string): RawBuilder<SqlBool>[] {
  const ways = namesCar(text)
  if (ways.length === 0) return []
  return [
    sql<SqlBool>`p.id in (select v.partner_id from vehicle v where v.group_id = ${caller.groupId} and v.is_active
      and (${sql.join(ways, sql` or `)}))`,
  ]
}
