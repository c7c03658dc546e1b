import { addDays } from '@chepu/contract/kernel/calendar'
import { bookedStates, reservation } from '@chepu/contract/repair/reservation'
import type {
  ReservationDayRow,
  reservationConflicts,
  reservationDay,
  reservationWeek,
} from '@chepu/contract/repair/reservation-day'
import { type Booking, takenTwice } from '@chepu/contract/repair/bookings'
import type { DataOf } from '@chepu/contract/kernel/route'
import { type SqlBool, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { repairScope } from '../../kernel/repair/scope'
import { advisersOf } from './tell'
import { reservationTraits } from './traits'

/** Midnight in Shanghai, with which the day begins. */
export const begin = (day: string): string => `${day}T00:00:00+08:00`

/** Appointments `d` that the calendar shows: of the organisation, within the caller's scope, but for those that were cancelled (business/arrivals 1.2). */
const shownOf = ({ groupId, caller }: CallerTx) =>
  sql<SqlBool>`d.group_id = ${groupId} and d.kind = ${reservation.kind} and d.org_id = ${caller.orgId} and d.state <> 'cancelled'
    and ${repairScope(caller, reservation.area)}`

/** Those of a day in Shanghai, by time. */
const reservationsOf = (tx: CallerTx, day: string): Promise<ReservationDayRow[]> =>
  tx.select(
    sql<ReservationDayRow>`select d.id, d.version, d.bill_no, d.state, d.expected_at, d.minutes, d.bay_id, b.name as bay_name,
        d.salesperson_id, e.name as salesperson_name, coalesce(nullif(v.plate, ''), v.vin) as plate, p.name as partner_name,
        d.contact_name, coalesce(${reservationTraits.columns?.items}, '') as items
      from repair_document d
      join partner p on p.group_id = d.group_id and p.id = d.partner_id
      join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      left join bay b on b.group_id = d.group_id and b.id = d.bay_id
      left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id
      where ${shownOf(tx)} and d.expected_at >= ${begin(day)} and d.expected_at < ${begin(addDays(day, 1))}
      order by d.expected_at, d.id`,
  )

/** Employees whose users take cars in here, by number. */
async function advisersHere(tx: CallerTx): Promise<{ id: number; name: string }[]> {
  const users = await advisersOf(tx, tx.caller.orgId)
  return tx.query({
    name: 'advisers-here',
    text: `select id, name from employee where group_id = $1 and org_id = $2 and user_id = any ($3::bigint[]) and left_on is null
      order by emp_no, id`,
    values: [tx.groupId, tx.caller.orgId, users],
  })
}

/** The day as the calendar draws it. */
export async function calendarDay(tx: CallerTx, day: string): Promise<DataOf<typeof reservationDay>> {
  const [rows, advisers, org] = await Promise.all([
    reservationsOf(tx, day),
    advisersHere(tx),
    tx.one<{ businessHours: string }>({
      name: 'business-hours',
      text: 'select business_hours from org where group_id = $1 and id = $2',
      values: [tx.groupId, tx.caller.orgId],
    }),
  ])
  return { rows, advisers, businessHours: org?.businessHours ?? '' }
}

/** How many appointments the calendar shows on each of seven days. */
export async function calendarWeek(tx: CallerTx, from: string): Promise<DataOf<typeof reservationWeek>> {
  const found = await tx.select(
    sql<{ day: string; count: number }>`select d.biz_date as day, count(*)::int as count from repair_document d
      where ${shownOf(tx)} and d.expected_at >= ${begin(from)} and d.expected_at < ${begin(addDays(from, 7))}
      group by d.biz_date`,
  )
  const counts = new Map(found.map(({ day, count }) => [day, count]))
  const days = Array.from({ length: 7 }, (_, i) => addDays(from, i))
  return { days: days.map((day) => ({ day, count: counts.get(day) ?? 0 })) }
}

type Conflict = DataOf<typeof reservationConflicts>['rows'][number]

/** What has the bay or the adviser while the asked appointment would last (business/arrivals 1.3); whoever's it is, for a bay is taken for all. */
export async function conflictsOf(tx: CallerTx, query: QueryOf<typeof reservationConflicts>): Promise<Conflict[]> {
  const { expectedAt, minutes, bayId = null, salespersonId = null, except = null } = query
  if (bayId === null && salespersonId === null) return []
  const asked = { expectedAt, minutes, bayId, salespersonId }
  const near = await tx.select(
    sql<Conflict & Booking>`select d.id, d.bill_no, d.expected_at, d.minutes, d.bay_id, d.salesperson_id,
        coalesce(nullif(v.plate, ''), v.vin) as plate, p.name as partner_name
      from repair_document d
      join partner p on p.group_id = d.group_id and p.id = d.partner_id
      join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      where d.group_id = ${tx.groupId} and d.kind = ${reservation.kind} and d.org_id = ${tx.caller.orgId}
        and d.state = any (${[...bookedStates]}) and d.id is distinct from ${except}::bigint
        and (d.bay_id = ${bayId}::bigint or d.salesperson_id = ${salespersonId}::bigint)
        and d.expected_at > ${expectedAt}::timestamptz - interval '1 day'
        and d.expected_at < ${expectedAt}::timestamptz + interval '1 day'
      order by d.expected_at, d.id limit 1000`,
  )
  return near.flatMap(({ bayId: bay, salespersonId: adviser, ...row }) => {
    const takes = takenTwice(asked, { ...row, bayId: bay, salespersonId: adviser })
    return takes.length > 0 ? [{ ...row, takes }] : []
  })
}
