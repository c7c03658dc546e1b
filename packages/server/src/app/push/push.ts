import { pushPath } from '@chepu/contract/shell/bell'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '../../kernel/db/db'
import { Failure } from '../../kernel/base/errors'
import { listen } from '../../kernel/notify/listen'
import { type Signal, wakeChannel } from '../../kernel/notify/wake'
import { tokenOf } from '../../shell/sign-in/session'
import { answerRaw, farewellMs, handshakesOf } from '../wire'
import { Sockets } from './sockets'

/** A heartbeat has less than a hundred bytes. */
const maxPayload = 1024
const sweepMs = 10_000
/** How long a client may take to answer the closing of its socket when the server stops. */
const lastFarewellMs = 300

export interface Push {
  sockets: Sockets
}

/** Serves the push socket (business/notifications 5). To be called before the areas are bound; ends with the HTTP server. */
export async function bindPush(http: FastifyInstance, db: Database, now: () => number = Date.now): Promise<Push> {
  const sockets = new Sockets(db, http.log, now)
  // A client that takes no notice of the closing of its socket does not keep it; the types do not know this option yet.
  const options = { maxPayload, closeTimeout: farewellMs, server: handshakesOf(http.server) }
  await http.register(websocket, {
    options,
    errorHandler: (error, socket, request) => {
      request.log.debug({ err: error }, 'push socket failed')
      socket.close(1011)
    },
    preClose(done) {
      for (const socket of this.websocketServer.clients) socket.close(1001, 'server stops')
      setTimeout(() => this.websocketServer.clients.forEach((socket) => socket.terminate()), lastFarewellMs).unref()
      this.websocketServer.close(() => done())
    },
  })
  http.websocketServer.on('wsClientError', (_error, socket) =>
    answerRaw(socket, 'malformed', 'WebSocket握手不正确', ['sec-websocket-version: 13']),
  )
  http.addHook('onRequest', async (request) => {
    if (request.ws !== (request.routeOptions.url === pushPath)) throw new Failure('notFound', '接口不存在')
  })
  http.get<{ Querystring: { token: string } }>(
    pushPath,
    {
      websocket: true,
      // The address carries the token, which must not stand in the log.
      logLevel: 'warn',
      schema: { querystring: z.object({ token: z.string().max(200).default('') }) },
      preValidation: async (request) => {
        if (!isOwnPage(request)) throw new Failure('forbidden', '只有本系统的页面可以接收消息')
        if (sockets.isShut(request.ip)) throw new Failure('tooMany', '连接过于频繁，请稍后再试')
      },
    },
    // A program may name its key as in every other call; a browser cannot.
    (socket, request) => sockets.open(socket, tokenOf(request) ?? request.query.token, request.ip),
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
