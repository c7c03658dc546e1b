// A second server on the database of a test's shop, whose connections a test can stop or cut.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { bindAreas } from '../src/app/areas'
import { createApp } from '../src/app/http'
import { bindKept } from '../src/app/kept'
import { Database } from '../src/kernel/db/db'
import type { Shop } from './shop'

/** Another server on the shop's database, which it reaches through a proxy. */
export async function openSecondServer(shop: Shop) {
  const proxy = await openProxy(shop.appUrl)
  const db = new Database(proxy.url, { max: 4 })
  const app = await createApp(db, { trustProxy: ['loopback'] })
  bindKept(app.http, db)
  bindAreas(app)
  const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  return {
    origin,
    proxy,
    db,
    async close() {
      await app.http.close()
      await db.close()
      await proxy.close()
    },
  }
}
export type SecondServer = Awaited<ReturnType<typeof openSecondServer>>

/** Passes connections on to a database. */
async function openProxy(databaseUrl: string) {
  const { host, port } = new pg.Client(databaseUrl)
  const listening = new Set<Socket>()
  const working = new Set<Socket>()
  let isFrozen = false
  let packets = 0
  const cut = (sockets: Set<Socket>) => sockets.forEach((socket) => socket.destroy())
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    near.on('error', () => undefined).on('close', () => far.destroy())
    far.on('error', () => undefined).on('close', () => near.destroy())
    // A connection says in its first packet what it is for.
    near.once('data', (first) => {
      const own = first.includes('chepu-listen') ? listening : working
      own.add(near)
      near.once('close', () => own.delete(near))
      far.write(first)
      near.pipe(far)
      near.on('data', () => {
        packets -= 1
        if (packets === 0) cut(working)
      })
      far.on('data', (data) => near.write(data))
      if (own === listening && isFrozen) near.cork()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  url.search = ''
  return {
    url: url.toString(),
    listening,
    /** Listening connections stay open, and nothing comes from the database any more; nor on new ones. */
    freezeListening() {
      isFrozen = true
      for (const near of listening) near.cork()
    },
    thawListening() {
      isFrozen = false
      for (const near of listening) near.uncork()
    },
    cutListening: () => cut(listening),
    /** Breaks all others. */
    cutWorking: () => cut(working),
    /** Breaks them after so many packets more of theirs, the last of which the database still gets: what it answers is lost. */
    cutAfter(count: number) {
      packets = count
    },
    async close() {
      cut(listening)
      cut(working)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
