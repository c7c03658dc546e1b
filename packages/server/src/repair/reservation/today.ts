import { addDays } from '@chepu/contract/kernel/calendar'
import { reservation } from '@chepu/contract/repair/reservation'
import { shanghaiClock, shanghaiDay } from '@chepu/contract/kernel/time'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/tx'
import type { LiveTask } from '../../kernel/notify/live-tasks'
import { begin } from './day'
import { advisersOf } from './tell'
import { reservationTraits } from './traits'

/** Minutes before its time in which an appointment stands first, and how long after it, until the car is there. */
const soonMinutes = 30

interface Expected {
  id: number
  orgId: number
  expectedAt: string
  createdAt: string
  partnerName: string
  plate: string
  items: string
  adviserId: number | null
}

/** 今日到店 of these users: confirmed appointments of today, those that are about to arrive first (business/arrivals 1.5). */
export async function expectedToday(tx: Tx, users: readonly number[], now = new Date()): Promise<LiveTask[]> {
  const day = shanghaiDay(now)
  const rows = await tx.select(
    sql<Expected>`select d.id, d.org_id, d.expected_at, d.created_at, p.name as partner_name, coalesce(nullif(v.plate, ''), v.vin) as plate,
        coalesce(${reservationTraits.columns?.items}, '') as items, e.user_id as adviser_id
      from repair_document d
      join partner p on p.group_id = d.group_id and p.id = d.partner_id
      join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id and e.left_on is null
      where d.group_id = ${tx.groupId} and d.kind = ${reservation.kind} and d.state = 'confirmed'
        and d.expected_at >= ${begin(day)} and d.expected_at < ${begin(addDays(day, 1))}
      order by d.expected_at, d.id`,
  )
  const open = new Map<number, number[]>()
  for (const orgId of new Set(rows.filter(({ adviserId }) => adviserId === null).map((row) => row.orgId)))
    open.set(orgId, await advisersOf(tx, orgId))
  const isSoon = ({ expectedAt }: Expected) => {
    const away = Date.parse(expectedAt) - now.getTime()
    return away >= 0 && away <= soonMinutes * 60_000
  }
  const toldTo = ({ adviserId, orgId }: Expected) => (adviserId === null ? (open.get(orgId) ?? []) : [adviserId])
  const ordered = [...rows.filter(isSoon), ...rows.filter((row) => !isSoon(row))]
  return ordered.flatMap((row) => {
    const clock = shanghaiClock(new Date(row.expectedAt)).slice(0, 5)
    const message = isSoon(row) ? `即将到店 ${clock}` : `${clock} ${row.partnerName} ${row.items}`.trim()
    const task = {
      id: row.id,
      orgId: row.orgId,
      message,
      carNum: row.plate,
      goshop: 0 as const,
      createdAt: row.createdAt,
    }
    const opens = { screen: 'repairReservationDetail', params: { id: row.id } }
    return toldTo(row)
      .filter((userId) => users.includes(userId))
      .map((userId) => ({ ...task, ...opens, userId }))
  })
}
