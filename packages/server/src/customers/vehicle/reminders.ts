import { button } from '@chepu/contract/access/catalogue'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { addDays } from '../../kernel/base/calendar'
import type { Tx } from '../../kernel/db/tx'
import { addDatedTasks, wakeBells } from '../../kernel/notify/dated-tasks'
import { usersWith } from '../../kernel/notify/notify'

/** Days ahead that people are reminded of papers and of maintenance; what ran out longer ago than that is old news. */
const paperDays = 30
const maintenanceDays = 7

/** The day on which the way that is usually driven a day comes to the kilometres of the next maintenance. */
const reachedOn = `v.mileage_on + ceil((v.next_maintenance_km - v.mileage) / nullif(v.avg_daily_km, 0))::int`

/** What of cars `v` runs out, and when: one reminder a car, source and day. */
const dueDays = `(values ('vehicle_compulsory', '交强险', v.compulsory_expires_on, ${paperDays}),
  ('vehicle_commercial', '商业险', v.commercial_expires_on, ${paperDays}),
  ('vehicle_inspection', '年检', v.inspection_expires_on, ${paperDays}),
  ('vehicle_maintenance', '保养', least(v.next_maintenance_on, ${reachedOn}), ${maintenanceDays})) as k (source, title, due_on, ahead)`

interface Due {
  id: number
  plate: string
  vin: string
  partnerId: number
  source: string
  title: string
  dueOn: string
  km: string | null
}

interface Person {
  partnerId: number
  orgId: number
  userId: number | null
}

/**
 * Tasks 马上到期 of business/notifications 3, once a day: who looks after the owner in an organisation, else those who take cars in
 * there, learn what of his cars runs out. What was renewed, or belongs to a car that is switched off, leaves the bells.
 */
export async function remindOfVehicles(tx: Tx, day: string): Promise<void> {
  await closeRenewed(tx)
  const due = await dueCars(tx, day)
  if (due.length === 0) return
  const peopleOf = await whoIsTold(tx, [...new Set(due.map(({ partnerId }) => partnerId))])
  const tasks = due.flatMap((car) =>
    peopleOf(car.partnerId).map(({ orgId, userId }) => ({
      orgId,
      userId,
      source: car.source,
      sourceId: car.id,
      dueOn: car.dueOn,
      message: `${car.title} ${car.dueOn}${car.km === null ? '' : `/${trimZeros(car.km)}公里`} 到期`,
      carNum: car.plate || car.vin,
      goshop: 1,
      screen: 'customerEdit',
      params: JSON.stringify({ id: car.partnerId, role: 1 }),
    })),
  )
  await addDatedTasks(tx, tasks)
}

/** What somebody has followed up already is not told anew, whoever looks after the owner now. */
const dueCars = (tx: Tx, day: string): Promise<Due[]> =>
  tx.query<Due>({
    text: `select v.id, v.plate, v.vin, v.partner_id, k.source, k.title, k.due_on,
        case when k.source = 'vehicle_maintenance' then v.next_maintenance_km end as km
      from vehicle v cross join lateral ${dueDays}
      where v.group_id = $1 and v.is_active and k.due_on between $2 and $3::date + k.ahead
        and not exists (select from agency_task d where d.group_id = v.group_id and d.source = k.source and d.source_id = v.id
          and d.due_on = k.due_on and d.outcome is not null)
      order by v.id, k.source`,
    values: [tx.groupId, addDays(day, -paperDays), day],
  })

async function whoIsTold(
  tx: Tx,
  partnerIds: readonly number[],
): Promise<(partnerId: number) => { orgId: number; userId: number }[]> {
  const rows = await tx.query<Person>({
    text: `select po.partner_id, po.org_id, e.user_id from partner_org po
      join org o on o.group_id = po.group_id and o.id = po.org_id and o.status = 'active'
      left join employee e on e.group_id = po.group_id and e.id = po.salesperson_id and e.left_on is null
      where po.group_id = $1 and po.partner_id = any ($2::bigint[]) order by po.org_id`,
    values: [tx.groupId, partnerIds],
  })
  const advisers = new Map<number, number[]>()
  for (const orgId of new Set(rows.filter(({ userId }) => userId === null).map((row) => row.orgId)))
    advisers.set(orgId, await usersWith(tx, orgId, button('reception', 'add')))
  return (partnerId) =>
    rows
      .filter((row) => row.partnerId === partnerId)
      .flatMap(({ orgId, userId }) =>
        (userId === null ? (advisers.get(orgId) ?? []) : [userId]).map((id) => ({ orgId, userId: id })),
      )
}

async function closeRenewed(tx: Tx): Promise<void> {
  const over = await tx.query<{ id: number }>({
    text: `select t.id from agency_task t left join (
        select v.group_id, v.id, k.source, k.due_on from vehicle v cross join lateral ${dueDays} where v.group_id = $1 and v.is_active
      ) v on v.group_id = t.group_id and v.id = t.source_id and v.source = t.source and v.due_on = t.due_on
      where t.group_id = $1 and t.done_at is null and t.source like 'vehicle\\_%' and v.id is null`,
    values: [tx.groupId],
  })
  if (over.length === 0) return
  const rows = await tx.query<{ userId: number }>({
    text: 'update agency_task set done_at = now() where group_id = $1 and id = any ($2::bigint[]) returning user_id',
    values: [tx.groupId, over.map(({ id }) => id)],
  })
  wakeBells(tx, rows)
}
