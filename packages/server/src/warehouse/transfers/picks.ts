import { statesIn } from '@chepu/contract/kernel/states'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import type { DataOf } from '@chepu/contract/kernel/route'
import type { transferPicks } from '@chepu/contract/warehouse/transfer-desk'
import { notFound, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { visibleDocument } from '../../kernel/goods/view'
import { picksOf } from '../outbound/picks'
import { traits } from '../transfer-order/traits'

/**
 * Where the goods of an order lie that its source is to send. Its bins are nobody else's to see.
 * @throws Failure notFound to the other side, refused when the order does not wait to be sent
 */
export async function picksOfTransfer(tx: CallerTx, id: number): Promise<DataOf<typeof transferPicks>> {
  const order = await visibleDocument(tx, traits, id)
  if (order.orgId !== tx.caller.orgId || !tx.caller.warehouses.get(order.warehouseId)?.has('view')) notFound('单据')
  if (!statesIn(transferOrder, 'agreed').includes(order.state))
    refuse(`调拨单 ${order.billNo} 不在待发货，没有要拣的货`)
  return { rows: [...(await picksOf(tx, order))].map(([lineId, picks]) => ({ lineId, picks })) }
}
