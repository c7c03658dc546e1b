import { maxImages, partImage } from '@chepu/contract/basics/part'
import { fileTooLarge } from '@chepu/contract/kernel/file-limit'
import type { FastifyReply } from 'fastify'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid, notFound, refuse } from '../../kernel/base/errors'
import { dropFileAfter, keepFile, keptFile } from '../../kernel/base/file-store'
import { imageType } from '../../kernel/base/image-type'
import { lockMaster } from '../../kernel/master/master'
import type { Upload } from '../../kernel/http/upload'
import { partMaster } from './save'

const kind = 'part-image'

/** Keeps one picture of a part: PNG, JPEG or WebP, at most 5 MB, five a part (business/basics 3). */
export async function addImage(tx: CallerTx, partId: number, { content, fileName }: Upload) {
  const type = imageType(content)
  if (type === undefined) invalid([{ path: 'file', message: '只支持PNG、JPG、WebP图片' }])
  if (content.length > partImage.maxBytes) invalid([{ path: 'file', message: fileTooLarge(partImage) }])
  await lockMaster(tx, partMaster, partId)
  const [count] = await tx.query<{ count: number }>({
    text: 'select count(*) as count from part_image where group_id = $1 and part_id = $2',
    values: [tx.groupId, partId],
  })
  if ((count?.count ?? 0) >= maxImages) refuse(`每个配件最多${maxImages}张图片`)
  const [image] = await tx.insert<{ id: number }>(
    'part_image',
    ['group_id', 'part_id', 'file_name', 'content_type', 'byte_count'],
    [[tx.groupId, partId, fileName, type, content.length]],
    'returning id',
  )
  const id = image?.id as number
  await keepFile(tx.groupId, kind, id, content)
  await audit(tx, { entity: 'part', entityId: partId, action: 'add-image', detail: { fileName } })
  return { id, fileName }
}

export async function removeImage(tx: CallerTx, id: number): Promise<{ id: number }> {
  const image = await tx.one<{ partId: number; fileName: string }>({
    text: 'delete from part_image where group_id = $1 and id = $2 returning part_id, file_name',
    values: [tx.groupId, id],
  })
  if (!image) notFound('图片')
  await audit(tx, {
    entity: 'part',
    entityId: image.partId,
    action: 'remove-image',
    detail: { fileName: image.fileName },
  })
  dropFileAfter(tx, kind, id)
  return { id }
}

/** Sends a picture as it is; only within its group. */
export async function sendImage(tx: CallerTx, id: number, reply: FastifyReply): Promise<void> {
  const image = await tx.one<{ contentType: string }>({
    text: 'select content_type from part_image where group_id = $1 and id = $2',
    values: [tx.groupId, id],
  })
  const content = image && (await keptFile(tx.groupId, kind, id))
  if (!image || !content) notFound('图片')
  await reply.header('content-type', image.contentType).header('cache-control', 'private, max-age=86400').send(content)
}
