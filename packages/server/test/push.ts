import { once } from 'node:events'
import { pushPath, type PushMessage } from '@chepu/contract/shell/bell'
import { WebSocket } from 'ws'

/** A push socket as a page holds it: keeps every message that has come, and how it was closed. */
export class PushClient {
  readonly messages: PushMessage[] = []
  readonly socket: WebSocket
  /** Close code, once the socket is closed. */
  readonly closed: Promise<number>
  private heard: () => void = () => undefined

  constructor(origin: string, token: string, options: { path?: string; headers?: Record<string, string> } = {}) {
    const address = origin.replace(/^http/, 'ws') + (options.path ?? `/api-main${pushPath}`)
    this.socket = new WebSocket(`${address}?token=${token}`, { headers: options.headers })
    this.socket.on('message', (data) => {
      this.messages.push(JSON.parse(String(data)) as PushMessage)
      this.heard()
    })
    this.closed = new Promise((resolve) => this.socket.once('close', (code) => resolve(code)))
    this.socket.on('error', () => undefined)
  }

  /** A socket that the server has admitted: its first message, the counts, is there. */
  static async open(origin: string, token: string): Promise<PushClient> {
    const client = new PushClient(origin, token)
    await client.next((message) => message.heartbeat_value === null)
    return client
  }

  /** The first message that fits, now or later; it and those before it are taken away. */
  async next(fits: (message: PushMessage) => boolean = () => true): Promise<PushMessage> {
    for (;;) {
      const at = this.messages.findIndex(fits)
      if (at >= 0) return this.messages.splice(0, at + 1)[at] as PushMessage
      await new Promise<void>((resolve) => (this.heard = resolve))
    }
  }

  /** Sends a heartbeat and waits for its echo. */
  async beat(value: string | number): Promise<PushMessage> {
    this.socket.send(JSON.stringify({ heartbeat_value: value }))
    return this.next((message) => message.heartbeat_value === value)
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return
    const gone = once(this.socket, 'close')
    this.socket.close()
    await gone
  }
}
