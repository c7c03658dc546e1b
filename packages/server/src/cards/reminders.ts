// 待办 of packages that end soon (business/cards 8).
import { button } from '@chepu/contract/access/catalogue'
import { endingDays } from '@chepu/contract/cards/card'
import { addDays } from '../kernel/base/calendar'
import type { Tx } from '../kernel/db/tx'
import { addDatedTasks, wakeBells } from '../kernel/notify/dated-tasks'
import { usersWith } from '../kernel/notify/notify'

const source = 'card_package'

interface Due {
  cardId: number
  orgId: number
  dueOn: string
  names: string
  plate: string
  /** Who looks after the customer where the package was sold. */
  userId: number | null
}

/**
 * Once a day: who looks after the customer in the shop that sold a package, else those who take cars in there, learn what of it ends within 30 days. One task a card and
 * day; what was used up, paid back or has expired leaves the bells.
 */
export async function remindOfPackages(tx: Tx, day: string): Promise<void> {
  await closeOver(tx)
  const due = await duePackages(tx, day)
  const advisers = new Map<number, number[]>()
  for (const orgId of new Set(due.filter(({ userId }) => userId === null).map((each) => each.orgId)))
    advisers.set(orgId, await usersWith(tx, orgId, button('reception', 'add')))
  const tasks = due.flatMap(({ cardId, orgId, dueOn, names, plate, userId }) =>
    (userId === null ? (advisers.get(orgId) ?? []) : [userId]).map((id) => ({
      orgId,
      userId: id,
      source,
      sourceId: cardId,
      dueOn,
      message: `套餐 ${names} ${dueOn} 到期`,
      carNum: plate,
      goshop: plate === '' ? null : 1,
      screen: 'card',
      params: JSON.stringify({ id: cardId, ending: 'true' }),
    })),
  )
  await addDatedTasks(tx, tasks)
}

/** What somebody has followed up already is not told anew. */
const duePackages = (tx: Tx, day: string): Promise<Due[]> =>
  tx.query<Due>({
    text: `select i.card_id, i.org_id, i.valid_until as due_on, string_agg(distinct i.package_name, '、') as names,
        coalesce(max(v.plate), '') as plate, max(e.user_id) as user_id
      from card_item i
      join card c on c.group_id = i.group_id and c.id = i.card_id and c.state <> 'closed'
      left join vehicle v on v.group_id = i.group_id and v.id = coalesce(i.vehicle_id, c.vehicle_id)
      left join partner_org po on po.group_id = i.group_id and po.org_id = i.org_id and po.partner_id = c.partner_id
      left join employee e on e.group_id = i.group_id and e.id = po.salesperson_id and e.left_on is null
      where i.group_id = $1 and i.times_left > 0 and i.valid_until between $2 and $3
        and not exists (select from agency_task d where d.group_id = i.group_id and d.source = $4 and d.source_id = i.card_id
          and d.due_on = i.valid_until and d.outcome is not null)
      group by i.card_id, i.org_id, i.valid_until order by i.card_id, i.valid_until`,
    values: [tx.groupId, day, addDays(day, endingDays), source],
  })

async function closeOver(tx: Tx): Promise<void> {
  const rows = await tx.query<{ userId: number }>({
    text: `update agency_task t set done_at = now() where t.group_id = $1 and t.done_at is null and t.source = $2
        and not exists (select from card_item i where i.group_id = t.group_id and i.card_id = t.source_id and i.valid_until = t.due_on and i.times_left > 0)
      returning user_id`,
    values: [tx.groupId, source],
  })
  wakeBells(tx, rows)
}
