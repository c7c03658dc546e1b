import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ErrorKind } from '@chepu/contract/kernel/errors'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { Failure } from '../kernel/base/errors'

/** How long a connection that was answered its end may take to read it, in milliseconds. */
export const farewellMs = 2000
/** A body of which nothing comes for so long has no sender any more. */
const stallMs = 30_000

const tooSlow = '请求超时，请检查网络后重试'

/** Answers what no route gets to see in the shape of all answers, and ends the connection; also when nobody reads. */
export function answerRaw(socket: Duplex, kind: ErrorKind, msg: string, headers: readonly string[] = []): void {
  if (!socket.writable) return void socket.destroy()
  const { status, envelope } = new Failure(kind, msg)
  const body = JSON.stringify(envelope)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...headers,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), farewellMs).unref()
}

/** What cannot be read as HTTP, or does not come to its end. */
export function answerMalformed(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET') return void socket.destroy()
  if (error.code === 'HPE_HEADER_OVERFLOW') return answerRaw(socket, 'headersTooLarge', '请求头过长')
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return answerRaw(socket, 'tooSlow', tooSlow)
  answerRaw(socket, 'malformed', '请求格式不正确')
}

/** Answers requests that HTTP knows and this server does not. To be called before anything else sees a request. */
export function guardWire(http: FastifyInstance): void {
  // Node drops what follows line 2,000 of a head, be it the length of the body or a second host. Its bytes are limited anyway.
  http.server.maxHeadersCount = 0
  http.server.on('checkExpectation', ({ socket }: IncomingMessage) =>
    answerRaw(socket, 'expectation', '不支持请求头Expect的要求'),
  )
  http.server.on('connect', (_request, socket) => answerRaw(socket, 'wrongMethod', '不支持的请求方法'))
  http.addHook('onRequest', async ({ raw }, reply) => {
    if (hosts(raw) === 1 || (hosts(raw) === 0 && raw.httpVersion === '1.0')) return
    reply.header('connection', 'close')
    throw new Failure('malformed', '请求头应有且只有一个Host')
  })
}

const hosts = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length

/** Ends a request whose body has stopped coming. How long the answer takes is not limited. */
export function watchBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  // What the program asks itself, to fill in the demo company, comes over no line.
  if (!(socket instanceof Socket)) return
  request.setTimeout(stallMs, () => (response.headersSent ? socket.destroy() : answerRaw(socket, 'tooSlow', tooSlow)))
  // An answer that was faster than the body has left the connection a limit of its own.
  request.once('end', () => socket.timeout === stallMs && socket.setTimeout(0))
}

/**
 * The handshakes of web sockets, on a server of which only the events are used. A request that offers another protocol,
 * such as HTTP/2, is read anew without the offer: Node takes every offer for accepted once it is listened for.
 */
export function handshakesOf(server: Server): Server {
  const handshakes = createServer()
  const answers = new WeakMap<Duplex, ServerResponse>()
  server.on('request', ({ socket }, response) => answers.set(socket, response))
  server.on('upgrade', (request, socket, rest) => {
    // Who does not wait for the answer before it gets none to this: two answers cannot share a connection.
    if (answers.get(socket)?.writableFinished === false) return void socket.destroy()
    if (request.headers.upgrade?.toLowerCase() === 'websocket')
      return void handshakes.emit('upgrade', request, socket, rest)
    socket.unshift(Buffer.concat([withoutOffer(request), rest]))
    server.emit('connection', socket)
  })
  return handshakes
}

function withoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 1 || /^(upgrade|connection|http2-settings)$/i.test(name)
      ? []
      : `${name}:${rawHeaders[index + 1]}\r\n`,
  )
  return Buffer.from(`${method} ${url} HTTP/${httpVersion}\r\n${lines.join('')}\r\n`, 'latin1')
}
