import type { carOffers as route, DeclinedLine, GuaranteedLine } from '@chepu/contract/repair/car-offers'
import { guaranteeText } from '@chepu/contract/repair/quality'
import { type RawBuilder, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { repairScope } from '../../kernel/repair/scope'
import { stillDeclined } from './declined'
import { guaranteedKm, guaranteedUntil, isGuaranteed, qualityJoins } from './guarantee'

/** At most so many lines are offered; a car has few. */
const most = 50

/** What of a car's earlier orders is still answered for, and what its customer did without (business/repair 9.1). */
export async function carOffers(tx: CallerTx, { vehicleId, mileage }: QueryOf<typeof route>) {
  const [guaranteed, declined] = await Promise.all([
    guaranteedLines(tx, { vehicleId, mileage, day: shanghaiDay() }),
    tx.select(declinedLines(tx, vehicleId)),
  ])
  return { guaranteed, declined }
}

/** Orders `d` of a car in the caller's organisation, as far as he sees them. */
export const ofCar = (tx: CallerTx, vehicleId: number) => sql`
  d.group_id = ${tx.groupId} and d.kind = 'work_order' and d.vehicle_id = ${vehicleId} and d.org_id = ${tx.caller.orgId}
  and ${repairScope(tx.caller, 'repair')}`

/** What a new line takes of one of an earlier order. */
const formerColumns =
  sql.raw(`l.id, d.bill_no, d.biz_date, l.service_item_id, l.name, l.worker_type_id, wt.name as worker_type_name,
  l.pricing_mode, l.std_hours, l.part_id, p.code as part_code, p.name as part_name, b.name as brand_name, p.spec, u.name as unit_name, l.qty`)
const formerTables = sql.raw(`from repair_document d
  join repair_line l on l.group_id = d.group_id and l.document_id = d.id
  left join worker_type wt on wt.group_id = l.group_id and wt.id = l.worker_type_id
  left join part p on p.group_id = l.group_id and p.id = l.part_id
  left join brand b on b.group_id = p.group_id and b.id = p.brand_id
  left join unit u on u.group_id = p.group_id and u.id = p.unit_id`)

/** Lines of a car's earlier orders that are answered for on a day, by what its meter shows, else by what was read of it last (business/repair-settlement 9). */
export async function guaranteedLines(
  tx: CallerTx,
  { vehicleId, mileage, day: today }: { vehicleId: number; mileage: string | undefined; day: string },
): Promise<GuaranteedLine[]> {
  const shown = mileage ? sql`${mileage}::numeric` : sql`nullif(v.mileage, 0)`
  const rows = await tx.select(
    sql<Omit<GuaranteedLine, 'until'> & { day: string | null; km: string | null }>`
      select ${formerColumns}, d.id as order_id, l.section, ${guaranteedUntil} as day, ${guaranteedKm} as km
      ${formerTables}
      join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      ${qualityJoins}
      where ${ofCar(tx, vehicleId)} and d.state in ('settled', 'delivered') and l.agreement = 'agreed' and not l.is_consumable
        and ${isGuaranteed(today, shown)}
      order by d.biz_date desc, d.id desc, l.section, l.line_no limit ${most}`,
  )
  return rows.map(({ day, km, ...line }) => ({ ...line, until: guaranteeText({ until: day, untilKm: km }) }))
}

/** What was declined and has not been written on an order since. */
function declinedLines(tx: CallerTx, vehicleId: number): RawBuilder<DeclinedLine> {
  const price = sees(tx.caller, 'doc_price') ? sql`, l.price` : sql``
  return sql<DeclinedLine>`
    select ${formerColumns}, l.declined_reason as reason, l.section ${price}, l.tax_rate, l.is_consumable
    ${formerTables}
    where ${ofCar(tx, vehicleId)} and ${stillDeclined}
    order by d.biz_date desc, d.id desc, l.section, l.line_no limit ${most}`
}
