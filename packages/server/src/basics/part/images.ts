import { createHash } from 'node:crypto'
import { maxImages, partImage } from '@chepu/contract/basics/part'
import { fileTooLarge } from '@chepu/contract/kernel/file-limit'
import type { FastifyReply } from 'fastify'
import type { Caller } from '../../kernel/caller/caller'
import { audit } from '../../kernel/db/audit'
import type { Database } from '../../kernel/db/db'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid, notFound, refuse } from '../../kernel/base/errors'
import { dropFileAfter, type EarlyFile, keepFile, keptFile } from '../../kernel/base/file-store'
import { imageType } from '../../kernel/base/image-type'
import { once } from '../../kernel/http/idempotency'
import { lockMaster } from '../../kernel/master/master'
import type { Upload } from '../../kernel/http/upload'
import { partMaster } from './save'

const kind = 'part-image'

/** Who asks, where, and under which idempotency key. */
interface Asking {
  db: Database
  caller: Caller
  key: string | undefined
}

/**
 * Keeps one picture of a part: PNG, JPEG or WebP, at most 5 MB, five a part (business/basics 3). A repeat under the same key
 * answers what the first one did.
 */
export async function addImage({ db, caller, key }: Asking, partId: number, { content, fileName }: Upload) {
  const type = imageType(content)
  if (type === undefined) invalid([{ path: 'file', message: '只支持PNG、JPG、WebP图片' }])
  if (content.length > partImage.maxBytes) invalid([{ path: 'file', message: fileTooLarge(partImage) }])
  const sha256 = createHash('sha256').update(content).digest('hex')
  return keepFile([caller.groupId, kind], content, (file) => {
    const work = (tx: CallerTx) => addRow(tx, partId, { fileName, type, byteCount: content.length, file })
    return key === undefined ? db.as(caller, work) : once(db, caller, { key, request: { partId, image: sha256 } }, work)
  })
}

interface NewImage {
  fileName: string
  type: string
  byteCount: number
  file: EarlyFile
}

async function addRow(tx: CallerTx, partId: number, { fileName, type, byteCount, file }: NewImage) {
  await lockMaster(tx, partMaster, partId)
  const [count] = await tx.query<{ count: number }>({
    text: 'select count(*) as count from part_image where group_id = $1 and part_id = $2',
    values: [tx.groupId, partId],
  })
  if ((count?.count ?? 0) >= maxImages) refuse(`每个配件最多${maxImages}张图片`)
  const [image] = await tx.insert<{ id: number }>(
    'part_image',
    ['group_id', 'part_id', 'file_name', 'content_type', 'byte_count', 'stored_as'],
    [[tx.groupId, partId, fileName, type, byteCount, file.nameIn(tx)]],
    'returning id',
  )
  await audit(tx, { entity: 'part', entityId: partId, action: 'add-image', detail: { fileName } })
  return { id: image?.id as number, fileName }
}

export async function removeImage(tx: CallerTx, id: number): Promise<{ id: number }> {
  const image = await tx.one<{ partId: number; fileName: string; storedAs: string }>({
    text: 'delete from part_image where group_id = $1 and id = $2 returning part_id, file_name, stored_as',
    values: [tx.groupId, id],
  })
  if (!image) notFound('图片')
  await audit(tx, {
    entity: 'part',
    entityId: image.partId,
    action: 'remove-image',
    detail: { fileName: image.fileName },
  })
  dropFileAfter(tx, kind, image.storedAs)
  return { id }
}

/** Sends a picture as it is; only within its group, and not from within a transaction: a slow store holds no connection. */
export async function sendImage(db: Database, caller: Caller, id: number, reply: FastifyReply): Promise<void> {
  const image = await db.as(caller, (tx) =>
    tx.one<{ contentType: string; storedAs: string }>({
      text: 'select content_type, stored_as from part_image where group_id = $1 and id = $2',
      values: [tx.groupId, id],
    }),
  )
  const content = image && (await keptFile(caller.groupId, kind, image.storedAs))
  if (!image || !content) notFound('图片')
  await reply.header('content-type', image.contentType).header('cache-control', 'private, max-age=86400').send(content)
}
