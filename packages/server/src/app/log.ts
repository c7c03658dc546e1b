import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from './config'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once that is settled. */
    userId?: number
    /** When the request came, by the clock of the process. */
    since: number
  }
}

/**
 * The path of a request. What stands in it under an address that is none may be anything, and only its beginning is kept; so of a page,
 * whose addresses the server does not know. Nothing behind a semicolon is part of an address of ours.
 */
function pathOf({ url, routeOptions }: FastifyRequest): string {
  const [path = ''] = url.split(/[?;#]/, 1)
  // Who holds the token of a link is let in by it alone.
  if (routeOptions.url?.includes('/:token')) return routeOptions.url
  const isKnown = (routeOptions.url && !routeOptions.url.includes('*')) || path.startsWith('/assets/')
  if (isKnown) return path
  const [start = '/'] = /^\/[^/]*/.exec(path) ?? []
  return start.length === path.length ? path : `${start}/…`
}

/** What libraries say of a request holds no values either. */
const serializers = { req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request) }) }

/** One line of JSON an event. */
export const createLog = (level: Config['logLevel'], stream: { write(line: string): void } = process.stdout) =>
  fastify({ logger: { level, serializers, base: null, stream } }).log as FastifyBaseLogger

/**
 * One line a request, when it is over. One whose client went away before has the status 499. Mobiles, names and tokens stand in queries:
 * only the names of fields that some call knows are said.
 */
export function logRequests(http: FastifyInstance): void {
  const known = new Set<string>()
  http.addHook('onRoute', ({ schema }) => {
    if (schema?.querystring instanceof z.ZodObject)
      for (const name of Object.keys(schema.querystring.shape)) known.add(name)
  })
  const asked = (url: string) => {
    const [, query] = url.split('?', 2)
    const names = query?.split('&').map((field) => field.split('=', 1)[0] ?? '')
    return names ? `?${names.map((name) => (known.has(name) ? name : '…')).join('&')}` : ''
  }
  const line = (request: FastifyRequest, status: number) => {
    const { method, url, ip, userId, since } = request
    const ms = Math.round(performance.now() - since)
    request.log.info({ method, path: pathOf(request) + asked(url), status, ms, ip, userId }, 'request')
  }
  http.addHook('onRequest', async (request) => void (request.since = performance.now()))
  http.addHook('onResponse', async (request, reply) => line(request, reply.statusCode))
  http.addHook('onRequestAbort', async (request) => line(request, 499))
}
