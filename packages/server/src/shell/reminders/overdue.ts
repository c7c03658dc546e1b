import { button } from '@chepu/contract/access/catalogue'
import type { Tx } from '../../kernel/db/tx'
import { isOverdueOn } from '../../kernel/query/overdue'
import { notify, usersWith } from '../../kernel/notify/notify'

interface Overdue {
  orgId: number
  /** User of the salesperson whose customers they are; null for all of the organisation. */
  sellerId: number | null
  partners: number
  items: number
}

/**
 * Event 5 of business/notifications 4: once a day those who collect learn how many customers are overdue, and every salesperson how
 * many of his. No amounts: not everybody told may see them.
 */
export async function remindOfOverdue(tx: Tx, day: string): Promise<void> {
  const found = await tx.query<Overdue>({
    text: `select i.org_id, e.user_id as seller_id, count(distinct i.partner_id) as partners, count(*) as items
      from open_item i
      join org o on o.group_id = i.group_id and o.id = i.org_id and o.status = 'active'
      left join partner_org po on po.group_id = i.group_id and po.org_id = i.org_id and po.partner_id = i.partner_id
      left join employee e on e.group_id = po.group_id and e.id = po.salesperson_id
      where i.group_id = $1 and i.side = 'AR' and ${isOverdueOn} $2
      group by grouping sets ((i.org_id), (i.org_id, e.user_id))
      having grouping(e.user_id) = 1 or e.user_id is not null
      order by i.org_id, grouping(e.user_id), e.user_id`,
    values: [tx.groupId, day],
  })
  for (const { orgId, sellerId, partners, items } of found) {
    const users = sellerId === null ? await usersWith(tx, orgId, button('collection', 'add')) : [sellerId]
    const whose = sellerId === null ? '' : '您的'
    notify(tx, {
      users,
      kind: 'news',
      msgType: 5,
      message: `${whose}${partners}个客户应收逾期，共${items}笔`,
      orgId,
      screen: 'receivableAccount',
      params: { overdue: 'true' },
      eventKey: `overdue:${sellerId === null ? 'all' : 'own'}:${orgId}:${day}`,
    })
  }
}
