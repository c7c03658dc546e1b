import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Shorter answers fit one packet as they are. */
const leastLength = 1024

const brotli = promisify(brotliCompress)
const pack = {
  // Quality 4 makes a list smaller than gzip does at its best, in the same time; quality 5 takes twice as long.
  br: (content: Buffer) =>
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: promisify<Buffer, Buffer>(gzip),
}

/** Whether `Accept-Encoding` names the coding without refusing it by `q=0`. */
function accepts(header: string, coding: string): boolean {
  return header.split(',').some((each) => {
    const [name, weight = '1'] = each.trim().split(/\s*;\s*q=/)
    return name === coding && !/^0(\.0*)?$/.test(weight)
  })
}

/**
 * Hook of a route whose answers are text: sends them compressed to who asks for it, off the event loop. Files pass as
 * they are. Not for calls that answer tokens: beside input of a stranger, the length of a compressed answer betrays them.
 */
export async function compressed(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < leastLength) return payload
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const coding = (['br', 'gzip'] as const).find((each) => accepts(accepted, each))
  reply.header('vary', 'accept-encoding')
  if (!coding) return payload
  const packed = await pack[coding](Buffer.from(payload))
  reply.header('content-encoding', coding).header('content-length', packed.length)
  return packed
}
