import type { CallerTx } from '../../kernel/db/tx'
import { forbidden } from '../../kernel/base/errors'
import type { GoodsDocument } from '../../kernel/goods/types'

/** Who confirms goods out works in that warehouse (business/access 6). */
export function assertMayShip(tx: CallerTx, doc: GoodsDocument): void {
  if (!tx.caller.warehouses.get(doc.warehouseId)?.has('out')) forbidden('您没有该仓库的出库权限')
}
