import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Config } from './config'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once that is settled. */
    userId?: number
    /** When the request came, by the clock of the process. */
    since: number
  }
}

/** The address without what was asked for: mobiles, names and tokens stand in queries. The names of the fields stay. */
const withoutValues = (url: string): string => {
  const [path = '', query] = url.split('?', 2)
  if (query === undefined) return path
  return `${path}?${query
    .split('&')
    .map((field) => field.split('=', 1)[0])
    .join('&')}`
}

/** What libraries say of a request holds no values either. */
const serializers = {
  req: ({ method, url }: FastifyRequest) => ({ method, path: withoutValues(url) }),
}

/** One line of JSON an event. */
export const createLog = (level: Config['logLevel'], stream: { write(line: string): void } = process.stdout) =>
  fastify({ logger: { level, serializers, base: null, stream } }).log as FastifyBaseLogger

/** One line a request, when it is over. One whose client went away before has the status 499. */
export function logRequests(http: FastifyInstance): void {
  const line = (request: FastifyRequest, status: number) => {
    const { method, url, ip, userId, since } = request
    const ms = Math.round(performance.now() - since)
    request.log.info({ method, path: withoutValues(url), status, ms, ip, userId }, 'request')
  }
  http.addHook('onRequest', async (request) => void (request.since = performance.now()))
  http.addHook('onResponse', async (request, reply) => line(request, reply.statusCode))
  http.addHook('onRequestAbort', async (request) => line(request, 499))
}
