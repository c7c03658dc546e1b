import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A long answer that is made once and sent often, ready in both ways of sending it. */
export interface Packed {
  type: string
  tag: string
  plain: Buffer
  brotli: Buffer
}

/** Makes a text of a media type ready, off the event loop. */
export async function pack(type: string, text: string): Promise<Packed> {
  const plain = Buffer.from(text)
  const brotli = await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  return { type, tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`, plain, brotli }
}

/** Sends it; who has it already is told so (304). */
export async function sendPacked(packed: Packed, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { type, tag, plain, brotli } = packed
  reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === tag) {
    await reply.status(304).send()
    return
  }
  const packs = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  if (packs) reply.header('content-encoding', 'br')
  await reply.type(type).send(packs ? brotli : plain)
}
