import type { CallerTx } from '../../kernel/db/tx'
import { forbidden } from '../../kernel/base/errors'
import type { GoodsDocument } from '../../kernel/goods/types'

/** Who confirms goods in works in that warehouse (business/access 6). */
export function assertMayReceive(tx: CallerTx, receipt: GoodsDocument): void {
  if (!tx.caller.warehouses.get(receipt.warehouseId)?.has('in')) forbidden('您没有该仓库的入库权限')
}
