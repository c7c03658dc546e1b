import type { CallerTx } from '../../kernel/db'
import { forbidden } from '../../kernel/errors'
import type { GoodsDocument } from '../../kernel/goods-document/kind'

/** Who confirms goods out works in that warehouse (DOMAIN 10.3). */
export function assertMayShip(tx: CallerTx, doc: GoodsDocument): void {
  if (!tx.caller.warehouses.get(doc.warehouseId)?.has('out')) forbidden('您没有该仓库的出库权限')
}
