import type { FastifyRequest } from 'fastify'
import { invalid } from '../base/errors'

export interface Upload {
  content: Buffer
  /** At most the last 100 characters. */
  fileName: string
}

/** The file of a multipart call; `what` it is stands in the refusal of a call without one, e.g. 图片. */
export async function uploadOf(request: FastifyRequest, what: string): Promise<Upload> {
  const upload = request.isMultipart() ? await whole(request.file()) : undefined
  if (!upload) invalid([{ path: 'file', message: `请选择${what}` }])
  return { content: await whole(upload.toBuffer()), fileName: upload.filename.slice(-100) }
}

/** What is cut off or no form is refused; the framework's own errors say what was too much. */
const whole = <Result>(reading: Promise<Result>): Promise<Result> =>
  reading.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')) throw error
    invalid([{ path: 'file', message: '文件没有完整上传，请重新选择' }])
  })
