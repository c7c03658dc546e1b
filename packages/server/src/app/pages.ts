import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../kernel/errors'

/** Protections of a page, which its scripts, styles and pictures need not repeat. */
const pageHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** The built web application: hashed assets for ever, the page itself always fresh; unknown paths get the page. */
export async function servePages(http: FastifyInstance, folder: string): Promise<void> {
  await http.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(folder, 'assets'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (isHashed) for (const name of pageHeaders) reply.removeHeader(name)
    },
  })
  http.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || request.url.startsWith('/api')) {
      throw new Failure('notFound', '接口不存在')
    }
    return reply.sendFile('index.html')
  })
}
