import type { CallerTx } from '../../kernel/db'
import { forbidden } from '../../kernel/errors'
import type { GoodsDocument } from '../../kernel/goods-document/kind'

/** Who confirms goods in works in that warehouse (DOMAIN 10.3). */
export function assertMayReceive(tx: CallerTx, receipt: GoodsDocument): void {
  if (!tx.caller.warehouses.get(receipt.warehouseId)?.has('in')) forbidden('您没有该仓库的入库权限')
}
