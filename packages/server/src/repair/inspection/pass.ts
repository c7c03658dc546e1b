import { reception } from '@chepu/contract/repair/reception'
import { workOrder } from '@chepu/contract/repair/work-order'
import type { CallerTx } from '../../kernel/db/tx'

/** Reports that were begun at a reception go along with the order that is made of it, with the photos that they show (business/repair 12.3). */
export function passInspections(tx: CallerTx, receptionId: number, orderId: number): void {
  tx.send({
    name: 'pass-inspections',
    text: 'update inspection set work_order_id = $3 where group_id = $1 and reception_id = $2 and work_order_id is null',
    values: [tx.groupId, receptionId, orderId],
  })
  tx.send({
    name: 'pass-inspection-photos',
    text: `update attachment a set owner_kind = $4, owner_id = $3
      from inspection n join inspection_point p on p.group_id = n.group_id and p.inspection_id = n.id
      where a.group_id = $1 and n.group_id = $1 and n.reception_id = $2 and a.owner_kind = $5 and a.owner_id = $2 and a.id = any (p.photo_ids)`,
    values: [tx.groupId, receptionId, orderId, workOrder.kind, reception.kind],
  })
}
