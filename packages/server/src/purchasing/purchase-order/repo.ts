import type { CallerTx } from '../../kernel/db/tx'

/** 关闭剩余: what has not come is not expected any more; it leaves the ordered quantity in transit. */
export async function closeRemainder(tx: CallerTx, orderId: number): Promise<void> {
  await tx.query({
    name: 'close-order-remainder',
    text: `update goods_document_line set closed_qty = greatest(qty - executed_qty, 0)
      where group_id = $1 and document_id = $2`,
    values: [tx.groupId, orderId],
  })
}

/** 反关闭: the remainder is expected again. */
export async function reopenRemainder(tx: CallerTx, orderId: number): Promise<void> {
  await tx.query({
    name: 'reopen-order-remainder',
    text: 'update goods_document_line set closed_qty = 0 where group_id = $1 and document_id = $2',
    values: [tx.groupId, orderId],
  })
}

/** Notes which sales order a new order was made for. Saving keeps it; a copy is saved anew and has none. */
export async function setBoughtFor(tx: CallerTx, orderId: number, salesOrderId: number): Promise<void> {
  await tx.query({
    name: 'set-bought-for',
    text: 'update goods_document set bought_for = $3 where group_id = $1 and id = $2',
    values: [tx.groupId, orderId, salesOrderId],
  })
}
