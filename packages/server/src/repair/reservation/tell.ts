import { button } from '@chepu/contract/access/catalogue'
import { shanghaiTime } from '@chepu/contract/kernel/time'
import type { CallerTx, Tx } from '../../kernel/db/tx'
import { notify, usersWith } from '../../kernel/notify/notify'

/** Number of the event (business/notifications 4). */
const msgType = 0

/** Who takes cars in where an appointment names no adviser. */
export const advisersOf = (tx: Tx, orgId: number): Promise<number[]> =>
  usersWith(tx, orgId, button('reservation', 'arrive'))

/** An appointment as it is now. */
interface Told {
  id: number
  partnerId: number
  vehicleId: number | null
  salespersonId: number | null
  expectedAt: string
}

/**
 * Tells the adviser of an appointment, or, while it has none, all who take cars in here, what became of it (business/arrivals 1.5). Who did it
 * himself needs no telling.
 */
export async function tellAdvisers(tx: CallerTx, doc: Told, what: string): Promise<void> {
  const { orgId } = tx.caller
  const row = await tx.one<{ partnerName: string; plate: string; adviserId: number | null }>({
    name: 'told-of-reservation',
    text: `select p.name as partner_name, coalesce(nullif(v.plate, ''), v.vin) as plate, e.user_id as adviser_id
      from partner p
      join vehicle v on v.group_id = p.group_id and v.id = $3
      left join employee e on e.group_id = p.group_id and e.id = $4 and e.left_on is null
      where p.group_id = $1 and p.id = $2`,
    values: [tx.groupId, doc.partnerId, doc.vehicleId, doc.salespersonId],
  })
  // What names no car or customer is refused by the checks of the save.
  if (!row) return
  const users = row.adviserId === null ? await advisersOf(tx, orgId) : [row.adviserId]
  notify(tx, {
    users: users.filter((user) => user !== tx.caller.userId),
    kind: 'news',
    msgType,
    message: `${what}：${shanghaiTime(new Date(doc.expectedAt)).slice(5, 16)} ${row.partnerName} ${row.plate}`,
    orgId,
    screen: 'repairReservationDetail',
    params: { id: doc.id },
  })
}
