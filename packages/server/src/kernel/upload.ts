import type { FastifyRequest } from 'fastify'
import { invalid } from './errors'

export interface Upload {
  content: Buffer
  /** At most the last 100 characters. */
  fileName: string
}

/** The file of a multipart call; `what` it is stands in the refusal of a call without one, e.g. 图片. */
export async function uploadOf(request: FastifyRequest, what: string): Promise<Upload> {
  const upload = request.isMultipart() ? await request.file() : undefined
  if (!upload) invalid([{ path: 'file', message: `请选择${what}` }])
  return { content: await upload.toBuffer(), fileName: upload.filename.slice(-100) }
}
