import { deskRows, type KeeperDesk } from '@chepu/contract/warehouse/keeper-desk'
import { sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { placeOf } from '../desk'
import { productsBeyond, sightOf, urgency } from '../limits'

type Low = NonNullable<KeeperDesk['low']>

/** What has fallen below its lower limit, the most urgent first, as 低于下限 of 库存预警 lists it. */
export async function lowProducts(tx: CallerTx, { warehouseId }: { warehouseId?: number | undefined }): Promise<Low> {
  const rows = await tx.select(sql<Low['rows'][number] & { count: number }>`
    select p.id as part_id, p.code as part_code, p.name as part_name,
      (select u.name from unit u where u.group_id = p.group_id and u.id = p.unit_id) as unit_name,
      st.qty as on_hand, lm.min_stock, lm.warehouse_id,
      (select w.name from warehouse w where w.group_id = lm.group_id and w.id = lm.warehouse_id) as warehouse_name, count(*) over () as count
    ${productsBeyond(tx, 'low', sightOf(tx, { warehouseId }))} order by ${urgency}, p.code, lm.warehouse_id limit ${deskRows}`)
  const count = rows[0]?.count ?? 0
  const params = { tab: 'low', ...placeOf({ warehouseId }) }
  return {
    count,
    rows: rows.map(({ count: _, ...row }) => row),
    place: { title: '低于下限', count, screen: 'InventoryWarning', params },
  }
}
