import { pushPath } from '@chepu/contract/shell/bell'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '../../kernel/db'
import { listen } from '../../kernel/listen'
import { type Signal, wakeChannel } from '../../kernel/wake'
import { Sockets } from './sockets'

/** A heartbeat has less than a hundred bytes. */
const maxPayload = 1024
const sweepMs = 10_000
/** How long a client may take to answer the closing of its socket when the server stops. */
const farewellMs = 300

export interface Push {
  sockets: Sockets
}

/** Serves the push socket (DOMAIN 11.4). To be called before the areas are bound; ends with the HTTP server. */
export async function bindPush(http: FastifyInstance, db: Database, now: () => number = Date.now): Promise<Push> {
  const sockets = new Sockets(db, http.log, now)
  await http.register(websocket, {
    options: { maxPayload },
    errorHandler: (error, socket, request) => {
      request.log.debug({ err: error }, 'push socket failed')
      socket.close(1011)
    },
    preClose(done) {
      for (const socket of this.websocketServer.clients) socket.close(1001, 'server stops')
      setTimeout(() => this.websocketServer.clients.forEach((socket) => socket.terminate()), farewellMs).unref()
      this.websocketServer.close(() => done())
    },
  })
  http.get<{ Querystring: { token: string } }>(
    pushPath,
    {
      websocket: true,
      // The address carries the token, which must not stand in the log.
      logLevel: 'warn',
      schema: { querystring: z.object({ token: z.string().max(200).default('') }) },
      preValidation: async (request, reply) => {
        if (!isOwnPage(request)) await reply.status(403).send()
        else if (sockets.isShut(request.ip)) await reply.status(429).send()
      },
    },
    (socket, request) => sockets.open(socket, request.query.token, request.ip),
  )
  const ear = listen(db, wakeChannel, {
    onStart: () => sockets.refresh(),
    onMessage: (payload) => sockets.heed(JSON.parse(payload) as Signal),
    onLost: (error) => http.log.warn(`listening for messages was interrupted: ${error.message}`),
  })
  const sweeper = setInterval(() => sockets.sweep(), sweepMs).unref()
  http.addHook('onClose', async () => {
    clearInterval(sweeper)
    await ear.stop()
  })
  return { sockets }
}

/** Browsers name the page that opens a socket; another site's page gets none. */
function isOwnPage({ headers }: FastifyRequest): boolean {
  const { origin } = headers
  if (origin === undefined) return true
  const hosts = [headers.host, headers['x-forwarded-host']].flat()
  return URL.canParse(origin) && hosts.includes(new URL(origin).host)
}
