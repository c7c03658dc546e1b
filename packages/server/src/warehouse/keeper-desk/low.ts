import { deskRows, type KeeperDesk } from '@chepu/contract/warehouse/keeper-desk'
import { sql } from 'kysely'
import { warehousesWith } from '../../kernel/caller/caller'
import { isAnyOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { placeOf } from '../desk'
import { productsBeyond, urgency } from '../limits'

type Low = NonNullable<KeeperDesk['low']>

/** What has fallen below its lower limit, the most urgent first, as 低于下限 of 库存预警 lists it. */
export async function lowProducts(tx: CallerTx, { warehouseId }: { warehouseId?: number | undefined }): Promise<Low> {
  const seen = warehousesWith(tx.caller, 'view')
  const at = isAnyOf('c.warehouse_id', warehouseId ? seen.filter((id) => id === warehouseId) : seen)
  const rows = await tx.select(sql<Low['rows'][number] & { count: number }>`
    select p.id as part_id, p.code as part_code, p.name as part_name,
      (select u.name from unit u where u.group_id = p.group_id and u.id = p.unit_id) as unit_name,
      coalesce(st.qty, 0.0000) as on_hand, pr.min_stock, count(*) over () as count
    ${productsBeyond(tx, 'low', at)} order by ${urgency}, p.code limit ${deskRows}`)
  const count = rows[0]?.count ?? 0
  const params = { tab: 'low', ...placeOf({ warehouseId }) }
  return {
    count,
    rows: rows.map(({ count: _, ...row }) => row),
    place: { title: '低于下限', count, screen: 'InventoryWarning', params },
  }
}
