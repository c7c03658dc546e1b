import type { OrderContent } from '@chepu/contract/repair/order-link'
import { workOrder } from '@chepu/contract/repair/work-order'
import type { Tx } from '../../kernel/db/tx'

const last = `select max(id) from inspection where group_id = $1 and work_order_id = $2 and state = 'done'`

/** What the last finished report of an order says, for the customer: faults first, the worst on top (business/repair 12.3). */
export const findingsOf = (tx: Tx, orderId: number): Promise<OrderContent['findings']> =>
  tx.query({
    name: 'findings-by-link',
    text: `select part_of_car, name, level, value, unit, remark, photo_ids from inspection_point
      where group_id = $1 and inspection_id = (${last})
      order by array_position(array['red', 'yellow', 'green', 'na'], level), line_no`,
    values: [tx.groupId, orderId],
  })

/** The file of a photo that this report names. */
export const photoOf = (tx: Tx, orderId: number, id: number) =>
  tx.one<{ storedAs: string; contentType: string }>({
    text: `select a.stored_as, a.content_type from attachment a
      where a.group_id = $1 and a.owner_kind = $4 and a.owner_id = $2 and a.id = $3 and a.stored_as is not null
        and a.content_type like 'image/%' and exists (
          select from inspection_point p where p.group_id = $1 and p.inspection_id = (${last}) and p.photo_ids @> array[$3::bigint]
        )`,
    values: [tx.groupId, orderId, id, workOrder.kind],
  })
