import { z } from 'zod'
import { idParam, route } from './route'
import { id } from './scalars'
import { oneOf } from './labelled'

/** States of an export (business/finance 6); a file is kept for 7 days. */
export const exportStates = {
  queued: '排队',
  running: '处理中',
  done: '完成',
  failed: '失败',
  expired: '过期',
} as const

/** An export as its owner sees it. */
export const exportJob = z.object({
  id,
  title: z.string(),
  fileName: z.string(),
  state: oneOf(exportStates),
  rowCount: z.number().int().nullable(),
  /** Bytes. */
  fileSize: z.number().int().nullable(),
  /** Why it failed, in Chinese; empty otherwise. */
  error: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
})
export type ExportJob = z.output<typeof exportJob>

/** State of one export of the caller; another user's answers 404. */
export const readExport = route({
  method: 'GET',
  path: '/api/web/export/:id',
  access: 'signedIn',
  summary: '导出任务状态',
  params: idParam,
  data: exportJob,
})

/** The finished file, sent as it is and not in an envelope; only to its owner. */
export const exportFile = route({
  method: 'GET',
  path: '/api/web/export/:id/file',
  access: 'signedIn',
  summary: '下载导出文件',
  params: idParam,
  download: 'export',
})
