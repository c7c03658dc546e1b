// 施工照片: what who works on a line has taken of it, and which of them the customer sees (business/repair 6.7).
import type { DataOf } from '@chepu/contract/kernel/route'
import type { linePhotoRoutes } from '@chepu/contract/repair/line-photo'
import { workOrder } from '@chepu/contract/repair/work-order'
import { invalid, notFound } from '../../kernel/base/errors'
import { assertOwn } from '../../kernel/caller/scope'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { visible } from '../../kernel/document/view'
import type { BodyOf } from '../../kernel/http/bind'
import { repairDocuments } from '../../kernel/repair/repo'
import { linesOf, openWork, ownRows } from './work'

type Rows = DataOf<typeof linePhotoRoutes.list>['rows']

/** The photos of an order, line by line, the oldest first. Throws Failure notFound when the caller does not see the order. */
export async function photosOf(tx: CallerTx, orderId: number): Promise<Rows> {
  await visible(tx, repairDocuments, workOrder, orderId)
  return tx.query<Rows[number]>({
    text: `select a.id, l.id as line_id, l.name as line_name, x.is_shown, a.created_at, u.real_name as creator_name
      from repair_line l
      join line_photo x on x.group_id = l.group_id and x.line_id = l.id
      join attachment a on a.group_id = x.group_id and a.id = x.file_id
      join app_user u on u.group_id = a.group_id and u.id = a.created_by
      where l.group_id = $1 and l.document_id = $2 order by l.line_no, a.id`,
    values: [tx.groupId, orderId],
  })
}

/** Notes on which line a picture was taken, by who works on it or dispatches; of one that he has attached to the order himself. Done again, nothing changes. */
export async function addPhoto(tx: CallerTx, body: BodyOf<typeof linePhotoRoutes.add>): Promise<{ id: number }> {
  const { orderId, lineId, fileId } = body
  const work = await openWork(tx, orderId)
  for (const line of linesOf(work, [lineId], () => 'lineId')) ownRows(tx, work, line)
  const file = await tx.one({
    text: `select id from attachment where group_id = $1 and id = $2 and owner_kind = $3 and owner_id = $4 and created_by = $5
      and stored_as is not null and content_type like 'image/%' and not is_signature`,
    values: [tx.groupId, fileId, workOrder.kind, orderId, tx.caller.userId],
  })
  if (!file) invalid([{ path: 'fileId', message: '照片不属于本工单，或已删除' }])
  tx.send({
    name: 'add-line-photo',
    text: 'insert into line_photo (group_id, file_id, line_id) values ($1, $2, $3) on conflict do nothing',
    values: [tx.groupId, fileId, lineId],
  })
  return { id: fileId }
}

/** Shows a photo to the customer behind his link, or no more. Nothing that was taken in the workshop goes to him by itself. */
export async function showPhoto(tx: CallerTx, id: number, isShown: boolean): Promise<{ id: number }> {
  const photo = await tx.one<{ orderId: number; lineName: string }>({
    text: `select l.document_id as order_id, l.name as line_name from line_photo x
      join repair_line l on l.group_id = x.group_id and l.id = x.line_id
      where x.group_id = $1 and x.file_id = $2 for no key update of x`,
    values: [tx.groupId, id],
  })
  if (!photo) notFound('施工照片')
  assertOwn(tx.caller, await visible(tx, repairDocuments, workOrder, photo.orderId))
  tx.send({
    name: 'show-line-photo',
    text: 'update line_photo set is_shown = $3 where group_id = $1 and file_id = $2',
    values: [tx.groupId, id, isShown],
  })
  const detail = { fileId: id, line: photo.lineName }
  await audit(tx, {
    entity: workOrder.kind,
    entityId: photo.orderId,
    action: isShown ? 'show-photo' : 'hide-photo',
    detail,
  })
  return { id }
}
