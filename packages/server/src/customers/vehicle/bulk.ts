// Cars by the hundred, for imports.
import { dailyKm } from '@chepu/contract/customers/mileage'
import { vinYear } from '@chepu/contract/kernel/vin'
import { shanghaiDay } from '../../kernel/base/calendar'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { auditMany, insertMany, selectMany, updateMany } from '../../kernel/master/bulk'
import { takenMeanwhile } from './check'

interface BulkFields {
  plate: string
  vin: string
  seriesId: number | null
  modelId: number | null
  modelText: string
  carTypeId: number | null
  purchasedOn: string | null
  compulsoryExpiresOn: string | null
  inspectionExpiresOn: string | null
}

/** A car as an import brings it; its importer has checked it in this transaction (business/basics 10). */
export interface BulkVehicle extends BulkFields {
  /** The car to overwrite; a new one without. */
  id?: number | undefined
  /** Of a new one; a standing one keeps its owner. */
  partnerId: number
  /** Kilometres of today; null where nothing new is said. */
  mileage: string | null
  /** The latest reading so far. */
  before: { mileage: string; readOn: string } | null
}

const columnTypes = {
  plate: 'text',
  vin: 'text',
  seriesId: 'bigint',
  modelId: 'bigint',
  modelText: 'text',
  carTypeId: 'bigint',
  purchasedOn: 'date',
  compulsoryExpiresOn: 'date',
  inspectionExpiresOn: 'date',
}

/** Writes cars, the beginnings of their owners' histories, and the readings of today, all or nothing. */
export const saveVehiclesBulk = (tx: CallerTx, vehicles: readonly BulkVehicle[]): Promise<void> =>
  onViolation(takenMeanwhile, async () => {
    const fresh = vehicles.filter(({ id }) => id === undefined)
    const added = await insertMany<{ id: number; plate: string; vin: string }>(
      tx,
      'vehicle',
      fresh.map((each) => ({ ...fieldsOf(each), partnerId: each.partnerId })),
      'returning id, plate, vin',
    )
    const ids = new Map(added.map(({ id, plate, vin }) => [`${plate}/${vin}`, id]))
    const idOf = ({ id, plate, vin }: BulkVehicle) => id ?? (ids.get(`${plate}/${vin}`) as number)
    await insertMany(
      tx,
      'vehicle_owner',
      fresh.map((each) => ({ vehicleId: idOf(each), partnerId: each.partnerId, since: shanghaiDay() })),
    )
    await updateMany(
      tx,
      'vehicle',
      columnTypes,
      vehicles.flatMap((each) => (each.id === undefined ? [] : [{ ...fieldsOf(each), id: each.id }])),
    )
    await writeReadings(
      tx,
      vehicles.map((each) => ({ ...each, vehicleId: idOf(each) })),
    )
    await auditMany(
      tx,
      vehicles.map((each) => ({
        entity: 'vehicle',
        entityId: idOf(each),
        action: each.id === undefined ? 'add' : 'update',
        detail: { import: true, plate: each.plate, vin: each.vin },
      })),
    )
  })

const fieldsOf = ({ id: _i, partnerId: _p, mileage: _m, before: _b, ...fields }: BulkVehicle): BulkFields => fields

async function writeReadings(tx: CallerTx, vehicles: readonly (BulkVehicle & { vehicleId: number })[]): Promise<void> {
  const readOn = shanghaiDay()
  const read = vehicles.flatMap(({ vehicleId, mileage, before }) =>
    mileage === null
      ? []
      : [{ id: vehicleId, mileage, readOn, daily: before ? dailyKm(before, { mileage, readOn }) : null }],
  )
  await insertMany(
    tx,
    'vehicle_mileage',
    read.map(({ id, mileage }) => ({ vehicleId: id, mileage, readOn, userId: tx.caller.userId })),
  )
  if (read.length === 0) return
  await tx.query({
    text: `update vehicle v set mileage = n.mileage, mileage_on = $3, avg_daily_km = coalesce(n.daily, v.avg_daily_km)
      from unnest($2::bigint[], $4::numeric[], $5::numeric[]) as n (id, mileage, daily) where v.group_id = $1 and v.id = n.id`,
    values: [
      tx.groupId,
      read.map(({ id }) => id),
      readOn,
      read.map(({ mileage }) => mileage),
      read.map(({ daily }) => daily),
    ],
  })
}

/** Series, and model where only one is left, that the rules know by each VIN, as for a single one (business/basics 5.2). */
export async function carsByVin(
  tx: CallerTx,
  vins: readonly string[],
): Promise<ReadonlyMap<string, { seriesId: number; modelId: number | null; name: string }>> {
  const thisYear = Number.parseInt(shanghaiDay().slice(0, 4), 10)
  const rows = await selectMany(vins, (slice) =>
    tx.query<{ vin: string; seriesId: number; modelId: number | null; name: string }>({
      text: `select distinct on (n.vin) n.vin, s.id as series_id, m.id as model_id, concat_ws(' ', b.name, s.name, m.name) as name
        from unnest($2::text[], $3::int[]) as n (vin, year)
        join vin_rule r on r.group_id = $1 and r.is_active and starts_with(n.vin, r.prefix)
        join car_series s on s.group_id = r.group_id and s.id = r.series_id and s.is_active
        join brand b on b.group_id = s.group_id and b.id = s.brand_id
        left join lateral (
          select min(o.id) filter (where o.year = n.year) as of_year, count(*) filter (where o.year = n.year) as years,
            min(o.id) as any_year, count(*) as all_years
          from car_model o where o.group_id = s.group_id and o.series_id = s.id and o.is_active
        ) left_over on true
        left join car_model m on m.group_id = s.group_id and m.series_id = s.id and m.id = coalesce(r.model_id,
          case when left_over.years = 1 then left_over.of_year when left_over.years = 0 and left_over.all_years = 1 then left_over.any_year end)
        order by n.vin, length(r.prefix) desc`,
      values: [tx.groupId, slice, slice.map((vin) => vinYear(vin, thisYear))],
    }),
  )
  return new Map(rows.map(({ vin, ...car }) => [vin, car]))
}
