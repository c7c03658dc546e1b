import type { CallerTx } from '../../kernel/db/db'

/** Number of an advance payment for the order that is neither void nor reversed, or undefined. */
export async function livePrepayment(tx: CallerTx, orderId: number): Promise<string | undefined> {
  const row = await tx.one<{ billNo: string }>({
    name: 'live-prepayment',
    text: `select bill_no from money_slip where group_id = $1 and org_id = $2 and kind = 'payment'
      and source_kind = 'purchase_order' and source_id = $3 and state not in ('voided', 'reversed') and not is_red limit 1`,
    values: [tx.groupId, tx.caller.orgId, orderId],
  })
  return row?.billNo
}

/** Number of a receipt of the order that is approved and not yet confirmed by the warehouse, or undefined. */
export async function waitingReceipt(tx: CallerTx, orderId: number): Promise<string | undefined> {
  const row = await tx.one<{ billNo: string }>({
    name: 'waiting-receipt',
    text: `select d.bill_no from goods_document_line own
      join goods_document_line l on l.group_id = own.group_id and l.source_line_id = own.id
      join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      where own.group_id = $1 and own.document_id = $2 and d.state = 'approved' limit 1`,
    values: [tx.groupId, orderId],
  })
  return row?.billNo
}

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
