import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Bucket } from '../src/kernel/base/file-bucket'

/** A store that takes whatever it is sent and answers nothing. */
interface SilentStore {
  bucket: Bucket
  /** Waits until so many requests have reached it. */
  asked(count: number): Promise<void>
  /** Goes away: whoever waits learns that it is not there. */
  close(): Promise<void>
}

/** Starts one on a port of this machine. */
export async function startSilentStore(): Promise<SilentStore> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).resume())
    server.emit('asked')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    bucket: { url: `http://127.0.0.1:${port}/chepu`, region: 'us-east-1', accessKey: 'a', secretKey: 'b' },
    async asked(count) {
      while (sockets.size < count) await once(server, 'asked')
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
