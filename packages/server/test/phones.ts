import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { SmsGateway } from '../src/kernel/base/integrations'

const patienceMs = 10_000

/** An SMS gateway on this machine, and the phones that it sends to; GET /<mobile> reads the next message of a phone. */
export class Phones {
  private readonly unread = new Map<string, string[]>()
  private readonly waiting = new Map<string, (code: string) => void>()
  private readonly server: Server = createServer((request, response) => {
    const done =
      request.method === 'POST'
        ? this.take(request)
        : this.code(new URL(request.url ?? '', this.gateway.url).pathname.slice(1))
    done.then(
      (code) => response.writeHead(200).end(code ?? ''),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  gateway: SmsGateway = { url: '', token: 'gateway-token' }

  static async start(port = 0): Promise<Phones> {
    const phones = new Phones()
    await new Promise<void>((resolve) => phones.server.listen(port, '127.0.0.1', resolve))
    const address = phones.server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    phones.gateway = { ...phones.gateway, url: `http://127.0.0.1:${address.port}` }
    return phones
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  /** Keeps a message as the gateway is asked to send it. */
  async take(request: IncomingMessage): Promise<undefined> {
    if (request.headers.authorization !== `Bearer ${this.gateway.token}`) throw new Error('not the gateway’s token')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { mobile, code } = JSON.parse(Buffer.concat(chunks).toString()) as { mobile: string; code: string }
    const waiter = this.waiting.get(mobile)
    this.waiting.delete(mobile)
    if (waiter) waiter(code)
    else this.unread.set(mobile, [...(this.unread.get(mobile) ?? []), code])
    return undefined
  }

  /** Whether a message lies unread on the phone. */
  rang(mobile: string): boolean {
    return (this.unread.get(mobile) ?? []).length > 0
  }

  /** The next code that nobody has read on this phone; waits for one that is under way. */
  async code(mobile: string): Promise<string> {
    const [first, ...rest] = this.unread.get(mobile) ?? []
    this.unread.set(mobile, rest)
    if (first !== undefined) return first
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`nothing was sent to ${mobile}`)), patienceMs)
      this.waiting.set(mobile, (code) => {
        clearTimeout(late)
        resolve(code)
      })
    })
  }
}
