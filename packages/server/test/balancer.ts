import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Stands before several servers as a proxy does. */
export interface Balancer {
  origin: string
  close(): Promise<void>
}

/**
 * Hands one request to the first server, the next to the second, and so on; sockets too. A server that nobody reaches is passed over. One that
 * breaks off is answered as 502: only the client knows whether it may ask again.
 */
export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  let turn = 0
  const next = (): URL => new URL(origins[turn++ % origins.length] as string)
  const server = createServer((incoming, outgoing) => {
    void buffer(incoming).then((body) => pass({ incoming, outgoing, body, next, left: origins.length - 1 }))
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket) => {
    const { hostname, port } = next()
    const there = connect(Number.parseInt(port, 10), hostname)
    there.write(headOf(incoming))
    there.pipe(socket).pipe(there)
    for (const end of [socket, there]) end.on('error', () => [socket, there].forEach((each) => each.destroy()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface Passing {
  incoming: IncomingMessage
  outgoing: ServerResponse
  body: Buffer
  next: () => URL
  /** How many servers may still be tried. */
  left: number
}

function pass({ incoming, outgoing, body, next, left }: Passing): void {
  const { method, headers, url = '/' } = incoming
  const passed = request(new URL(url, next()), { method, headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('error', () => outgoing.destroy()).pipe(outgoing)
  })
  passed.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED' && left > 0) return pass({ incoming, outgoing, body, next, left: left - 1 })
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502, { 'content-type': 'application/json' }).end('{"code":502,"msg":"the server is gone"}')
  })
  passed.end(body)
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1]}`] : []))
  return [`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}
