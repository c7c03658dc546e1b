import { z } from 'zod'
import { megabyte } from '../kernel/file-limit'
import { idParam, route } from '../kernel/route'
import { id, addressedId } from '../kernel/scalars'

/** A file of a document, and how many it may have. */
export const attachedFile = { label: '附件', maxBytes: 10 * megabyte }
export const maxFiles = 20

const owner = { kind: z.string().max(40), ownerId: addressedId }

/** A file of a document. */
const resource = z.object({
  id,
  fileName: z.string(),
  contentType: z.string(),
  byteCount: z.number().int(),
  createdAt: z.string(),
  creatorName: z.string(),
})
export type Resource = z.output<typeof resource>

const path = '/api/web/resource'

/** 附件 of documents (business/basics 9): who may see the document sees its files, who may change it adds and removes them; none goes that proves what the document says (ADR 0314). */
export const resourceRoutes = {
  list: route({
    method: 'GET',
    path,
    access: 'signedIn',
    summary: '附件',
    query: z.object(owner),
    data: z.object({ rows: z.array(resource), mayChange: z.boolean(), mayRemove: z.boolean() }),
  }),
  /** A ticket for one file, good for ten minutes; its content goes to `upload`. */
  ticket: route({
    method: 'POST',
    path: `${path}/ticket`,
    access: 'signedIn',
    summary: '附件上传凭证',
    body: z.object({ ...owner, fileName: z.string().trim().min(1, '请选择文件').max(200) }),
    data: z.object({ id }),
  }),
  /** Multipart with one file: PNG, JPEG, WebP or PDF, at most 10 MB. */
  upload: route({
    method: 'POST',
    path: `${path}/:id/file`,
    access: 'signedIn',
    repeats: true,
    summary: '上传附件',
    params: idParam,
    data: z.object({ id }),
    upload: '文件',
  }),
  file: route({
    method: 'GET',
    path: `${path}/:id/file`,
    access: 'signedIn',
    summary: '下载附件',
    params: idParam,
    download: 'any',
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'signedIn',
    summary: '删除附件',
    params: idParam,
    data: z.object({ id }),
  }),
}
