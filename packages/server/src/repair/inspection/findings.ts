import type { OrderContent } from '@chepu/contract/repair/order-link'
import type { Tx } from '../../kernel/db/tx'

/** The order or the reception whose report a customer reads. */
interface Reported {
  kind: string
  id: number
}

/** The last finished report of `$2`, which is of the kind `$3`. */
const last = `select max(id) from inspection where group_id = $1 and state = 'done'
  and (work_order_id = $2 and $3 = 'work_order' or reception_id = $2 and work_order_id is null and $3 = 'reception')`

/** What the last finished report of an order or a reception says, for the customer: faults first, the worst on top (business/repair 12.3). */
export const findingsOf = (tx: Tx, { kind, id }: Reported): Promise<OrderContent['findings']> =>
  tx.query({
    name: 'findings-by-link',
    text: `select part_of_car, name, level, value, unit, remark, photo_ids from inspection_point
      where group_id = $1 and inspection_id = (${last})
      order by array_position(array['red', 'yellow', 'green', 'na'], level), line_no`,
    values: [tx.groupId, id, kind],
  })

/** Why a photo stays: a finished report shows it, which is held meanwhile (business/repair 12.3). */
export async function photoHeld(tx: Tx, file: { id: number; ownerId: number }): Promise<string | undefined> {
  const report = await tx.one({
    name: 'report-with-photo',
    text: `select n.id from inspection n
      where n.group_id = $1 and (n.work_order_id = $2 or n.reception_id = $2) and n.state = 'done'
        and exists (select from inspection_point p where p.group_id = n.group_id and p.inspection_id = n.id and p.photo_ids @> array[$3::bigint])
      limit 1 for no key update of n`,
    values: [tx.groupId, file.ownerId, file.id],
  })
  return report && '检车报告已完成，其中的照片不能删除，请先退回报告'
}

/** The file of a photo that this report names, or of the work on a line that the shop shows its customer. */
export const photoOf = (tx: Tx, { kind, id }: Reported, photoId: number) =>
  tx.one<{ storedAs: string; contentType: string }>({
    text: `select a.stored_as, a.content_type from attachment a
      where a.group_id = $1 and a.owner_kind = $3 and a.owner_id = $2 and a.id = $4 and a.stored_as is not null
        and a.content_type like 'image/%' and (exists (
          select from inspection_point p where p.group_id = $1 and p.inspection_id = (${last}) and p.photo_ids @> array[$4::bigint]
        ) or exists (
          select from line_photo x join repair_line l on l.group_id = x.group_id and l.id = x.line_id
          where x.group_id = $1 and x.file_id = $4 and x.is_shown and l.document_id = $2 and l.agreement <> 'declined'
        ))`,
    values: [tx.groupId, id, kind, photoId],
  })
