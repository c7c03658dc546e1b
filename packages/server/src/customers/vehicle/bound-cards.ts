import { button } from '@chepu/contract/access/catalogue'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { Tx } from '../../kernel/db/tx'
import { notify, usersWith } from '../../kernel/notify/notify'

/** Event of cards (business/notifications 4). */
const msgType = 9

/** Tells who binds cards to cars, in the shops that issued them, of cards that are good for a car alone which their holder has no more (business/cards 8). Whoever did it is told too: he did not see the cards. */
export async function tellOfBoundCards(
  tx: Tx,
  { id, plate, vin }: { id: number; plate: string; vin: string },
  what: '过户' | '停用',
): Promise<void> {
  const cards = await tx.query<{ id: number; orgId: number; cardNo: string }>({
    name: 'cards-of-car',
    text: `select c.id, c.org_id, c.card_no from card c join vehicle v on v.group_id = c.group_id and v.id = c.vehicle_id
      where c.group_id = $1 and c.vehicle_id = $2 and c.state <> 'closed' and (c.partner_id <> v.partner_id or not v.is_active) order by c.id`,
    values: [tx.groupId, id],
  })
  for (const card of cards)
    notify(tx, {
      users: await usersWith(tx, card.orgId, button('card', 'replace')),
      kind: 'news',
      msgType,
      message: `会员卡 ${card.cardNo} 绑定的车辆 ${plate || vin} 已${what}，不能再使用，请办理改绑车辆`,
      orgId: card.orgId,
      screen: 'card',
      params: { id: card.id },
      eventKey: `card-car:${card.id}:${id}:${shanghaiDay()}`,
    })
}
