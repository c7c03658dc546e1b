import { addDays } from '@chepu/contract/kernel/calendar'
import { bookedStates, reservation } from '@chepu/contract/repair/reservation'
import type { ReservationDayRow, reservationConflicts } from '@chepu/contract/repair/reservation-day'
import { sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { repairScope } from '../../kernel/repair/scope'
import { reservationTraits } from './traits'

/** Midnight in Shanghai, with which the day begins. */
export const begin = (day: string): string => `${day}T00:00:00+08:00`

/** Appointments of the organisation on a day in Shanghai, within the caller's scope, by time (business/arrivals 1.2). */
export const reservationsOf = (tx: CallerTx, day: string): Promise<ReservationDayRow[]> =>
  tx.select(
    sql<ReservationDayRow>`select d.id, d.version, d.bill_no, d.state, d.expected_at, d.minutes, d.bay_id, b.name as bay_name,
        d.salesperson_id, e.name as salesperson_name, coalesce(nullif(v.plate, ''), v.vin) as plate, p.name as partner_name,
        d.contact_name, coalesce(${reservationTraits.columns?.items}, '') as items
      from repair_document d
      join partner p on p.group_id = d.group_id and p.id = d.partner_id
      join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      left join bay b on b.group_id = d.group_id and b.id = d.bay_id
      left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id
      where d.group_id = ${tx.groupId} and d.kind = ${reservation.kind} and d.org_id = ${tx.caller.orgId}
        and d.expected_at >= ${begin(day)} and d.expected_at < ${begin(addDays(day, 1))} and d.state <> 'cancelled'
        and ${repairScope(tx.caller, reservation.area)}
      order by d.expected_at, d.id`,
  )

interface Conflict {
  id: number
  billNo: string
  expectedAt: string
  minutes: number
  plate: string
  partnerName: string
  takes: ('bay' | 'adviser')[]
}

/** What has the bay or the adviser while the asked appointment would last (business/arrivals 1.3); whoever's it is, for a bay is taken for all. */
export async function conflictsOf(tx: CallerTx, asked: QueryOf<typeof reservationConflicts>): Promise<Conflict[]> {
  const { expectedAt, minutes, bayId = null, salespersonId = null, except = null } = asked
  if (bayId === null && salespersonId === null) return []
  return tx.select(
    sql<Conflict>`select d.id, d.bill_no, d.expected_at, d.minutes, coalesce(nullif(v.plate, ''), v.vin) as plate, p.name as partner_name,
        array_remove(array[case when d.bay_id = ${bayId}::bigint then 'bay' end,
          case when d.salesperson_id = ${salespersonId}::bigint then 'adviser' end], null) as takes
      from repair_document d
      join partner p on p.group_id = d.group_id and p.id = d.partner_id
      join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      where d.group_id = ${tx.groupId} and d.kind = ${reservation.kind} and d.org_id = ${tx.caller.orgId}
        and d.state = any (${[...bookedStates]}) and d.id is distinct from ${except}::bigint
        and (d.bay_id = ${bayId}::bigint or d.salesperson_id = ${salespersonId}::bigint)
        and d.expected_at < ${expectedAt}::timestamptz + make_interval(mins => ${minutes}::int)
        and d.expected_at + make_interval(mins => d.minutes) > ${expectedAt}::timestamptz
        and d.expected_at > ${expectedAt}::timestamptz - interval '1 day'
      order by d.expected_at, d.id limit 20`,
  )
}
