import { button } from '@chepu/contract/access/catalogue'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/tx'
import { notify, usersWith } from '../../kernel/notify/notify'
import { everywhere, productsBeyond } from '../../warehouse/public'

/** So many parts are named in the message. */
const named = 3

/** Event 3 of business/notifications 4: who sets limits, as buyers do, and keepers of each organisation learn once a day what has fallen below one. */
export async function remindOfLowStock(tx: Tx, day: string): Promise<void> {
  const orgs = await tx.select(sql<{ orgId: number; count: number; names: string[] }>`
    select low.org_id, count(*) as count, (array_agg(low.name order by low.code))[1:${sql.lit(named)}] as names
    from (select distinct pr.group_id, pr.org_id, p.code, p.name ${productsBeyond(tx, 'low', everywhere)}) low
    join org o on o.group_id = low.group_id and o.id = low.org_id and o.status = 'active'
    group by low.org_id order by low.org_id`)
  for (const { orgId, count, names } of orgs) {
    const [buyers, keepers] = [
      await usersWith(tx, orgId, button('stock', 'set_limit')),
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
