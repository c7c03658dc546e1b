import { button } from '@chepu/contract/access/catalogue'
import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../kernel/db/tx'
import { notify, usersWith } from '../../kernel/notify/notify'
import { goodsForSale, isBeyond } from '../../warehouse/public'

/** So many parts are named in the message. */
const named = 3

/** Event 3 of business/notifications 4: buyers and keepers of each organisation learn once a day what has fallen below its limit. */
export async function remindOfLowStock(tx: Tx, day: string): Promise<void> {
  const orgs = await tx.select(sql<{ orgId: number; count: number; names: string[] }>`
    select pr.org_id, count(*) as count, (array_agg(p.name order by p.code))[1:${sql.lit(named)}] as names
    from product pr
    join org o on o.group_id = pr.group_id and o.id = pr.org_id and o.status = 'active'
    join part p on p.group_id = pr.group_id and p.id = pr.part_id
    ${goodsForSale(tx, sql<SqlBool>`true`)}
    where pr.group_id = ${tx.groupId} and ${isBeyond.low}
    group by pr.org_id order by pr.org_id`)
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
