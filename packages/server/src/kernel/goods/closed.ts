import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../db/tx'

/** Notes what of each line of an order will not be executed. */
export function setClosed(tx: CallerTx, orderId: number, closed: readonly { id: number; qty: Decimal }[]): void {
  tx.send({
    name: 'set-closed-qty',
    text: `update goods_document_line l set closed_qty = n.qty from unnest($3::bigint[], $4::numeric[]) as n (id, qty)
      where l.group_id = $1 and l.document_id = $2 and l.id = n.id`,
    values: [tx.groupId, orderId, closed.map((line) => line.id), closed.map((line) => line.qty)],
  })
}
