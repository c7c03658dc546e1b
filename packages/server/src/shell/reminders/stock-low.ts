import { button } from '@chepu/contract/access/catalogue'
import type { Tx } from '../../kernel/db/tx'
import { notify, usersWith } from '../../kernel/notify/notify'

/** So many parts are named in the message. */
const named = 3

/** Event 3 of business/notifications 4: buyers and keepers of each organisation learn once a day what has fallen below its limit. */
export async function remindOfLowStock(tx: Tx, day: string): Promise<void> {
  const orgs = await tx.query<{ orgId: number; count: number; names: string[] }>({
    text: `select pr.org_id, count(*) as count, (array_agg(p.name order by p.code))[1:${named}] as names
      from product pr
      join org o on o.group_id = pr.group_id and o.id = pr.org_id and o.status = 'active'
      join part p on p.group_id = pr.group_id and p.id = pr.part_id and p.is_active
      left join (select group_id, org_id, part_id, sum(qty) as qty from stock_cost where group_id = $1
        group by group_id, org_id, part_id) s on s.group_id = pr.group_id and s.org_id = pr.org_id and s.part_id = pr.part_id
      where pr.group_id = $1 and pr.on_shelf and pr.min_stock is not null and coalesce(s.qty, 0) < pr.min_stock
      group by pr.org_id order by pr.org_id`,
    values: [tx.groupId],
  })
  for (const { orgId, count, names } of orgs) {
    const [buyers, keepers] = [
      await usersWith(tx, orgId, button('purchase_order', 'add')),
      await usersWith(tx, orgId, button('inbound', 'post')),
    ]
    notify(tx, {
      users: [...buyers, ...keepers],
      kind: 'news',
      msgType: 3,
      message: `${count}种配件低于库存下限：${names.join('、')}${count > named ? '等' : ''}`,
      orgId,
      screen: 'InventoryWarning',
      eventKey: `stock_low:${orgId}:${day}`,
    })
  }
}
