// 派工调度: who there is, what waits for technicians, and what they have (business/repair 6.5).
import { add, div, isZero, min, mul, round } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import {
  type BoardTechnician,
  dayHours,
  type DispatchBoard,
  type DispatchView,
  type WorkCard,
} from '@chepu/contract/repair/dispatch'
import { sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { inWorkshop, workCards } from './cards'

/** The board of a day. What is planned for no time counts for today. */
export async function dispatchBoardOf(tx: CallerTx, day: string): Promise<DispatchBoard> {
  const [technicians, bays, cards] = await Promise.all([
    techniciansOf(tx),
    baysOf(tx),
    workCards(tx, sql`${inWorkshop} and l.work_state <> 'passed'`),
  ])
  const hours = loadOf(cards, day)
  return {
    technicians: technicians.map((each) => ({ ...each, hours: round(hours.get(each.employeeId) ?? '0') })),
    bays,
    cards,
  }
}

/** Hours that lines ask of technicians on a day, as far as they are not done. */
function loadOf(cards: readonly WorkCard[], day: string): Map<number, string> {
  const hours = new Map<number, string>()
  const isOn = ({ plannedStart }: DispatchView) =>
    (plannedStart ? shanghaiDay(new Date(plannedStart)) : shanghaiDay()) === day
  for (const { technicians, hours: whole } of cards)
    for (const row of technicians.filter((each) => each.finishedAt === null && !isZero(each.share) && isOn(each)))
      hours.set(row.employeeId, add(hours.get(row.employeeId) ?? '0', mul(hoursOf(whole, row), row.share)))
  return hours
}

/** Hours of a line; where it has none, as one at a fixed price may, the time that is planned for it, of several days one. */
function hoursOf(whole: string, { plannedStart, plannedEnd }: DispatchView): string {
  if (!isZero(whole) || plannedStart === null || plannedEnd === null) return whole
  const minutes = Math.round((Date.parse(plannedEnd) - Date.parse(plannedStart)) / 60_000)
  return min(dayHours, div(String(minutes), '60'))
}

/** Technicians who work in the caller's organisation today, with team and trades. */
const techniciansOf = (tx: CallerTx): Promise<Omit<BoardTechnician, 'hours'>[]> =>
  tx.query({
    name: 'board-technicians',
    text: `select e.id as employee_id, e.name, m.id as team_id, m.name as team_name, coalesce(s.ids, '{}') as worker_type_ids,
        coalesce(s.names, '') as worker_type_names
      from technician t
      join employee e on e.group_id = t.group_id and e.id = t.employee_id
      left join team m on m.group_id = e.group_id and m.id = e.team_id
      left join (
        select k.technician_id, array_agg(w.id order by w.sort_no, w.id) as ids, string_agg(w.name, '、' order by w.sort_no, w.id) as names
        from technician_skill k join worker_type w on w.group_id = k.group_id and w.id = k.worker_type_id
        where k.group_id = $1 group by k.technician_id
      ) s on s.technician_id = t.id
      where t.group_id = $1 and e.org_id = $2 and t.is_active and (e.left_on is null or e.left_on > $3)
      order by m.name nulls last, e.emp_no, t.id`,
    values: [tx.groupId, tx.caller.orgId, shanghaiDay()],
  })

const baysOf = (tx: CallerTx): Promise<{ id: number; name: string }[]> =>
  tx.query({
    name: 'board-bays',
    text: 'select id, name from bay where group_id = $1 and org_id = $2 and is_active order by sort_no, id',
    values: [tx.groupId, tx.caller.orgId],
  })
