import { brandRoutes } from '@chepu/contract/basics/brand'
import { type ErrorKind, errorKinds } from '@chepu/contract/kernel/errors'
import { bodyLimit, route } from '@chepu/contract/kernel/route'
import { endOtherSessions, passwordInfo, pwdLogin } from '@chepu/contract/shell/session'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Client, openShop, type Shop } from '../../test/shop'
import { Database } from '../kernel/db/db'
import { bindAreas } from './areas'
import { createApp } from './http'
import { bindMetrics } from './metrics'
import { openSession } from '../shell/sign-in/session'

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

interface Sent {
  method?: string
  token?: string | undefined
  body?: string
  key?: string
  origin?: string
}

/** What comes as a failure: its status and its two words. */
async function failing(path: string, { method, token = owner.token, body, key, origin = shop.origin }: Sent = {}) {
  const headers = {
    token,
    'x-forwarded-for': '10.7.7.7',
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const answer = await fetch(origin + path, { headers, ...(method && { method }), ...(body !== undefined && { body }) })
  const { code, reason } = (await answer.json()) as { code: number; reason: string }
  return { status: answer.status, code, reason }
}

/** The same of bytes that no client of HTTP would send. */
async function shouting(head: string) {
  const socket = connect(Number.parseInt(new URL(shop.origin).port, 10), '127.0.0.1')
  socket.write(head)
  const answer = await text(socket)
  const { code, reason } = JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as { code: number; reason: string }
  return { status: Number.parseInt(answer.split(' ')[1] ?? '', 10), code, reason }
}

const metricsToken = 'figures'

/** A server whose database is not there, or at another port, with a call that is out of order. */
async function broken<Result>(work: (origin: string) => Promise<Result>, port = 1): Promise<Result> {
  const db = new Database(`postgres://nobody@127.0.0.1:${port}/none`)
  const app = await createApp(db)
  bindAreas(app)
  const data = z.object({})
  app.bindOpen(route({ method: 'GET', path: '/api/fault', access: 'public', summary: '', data }), async () => {
    throw new TypeError('this is a fault')
  })
  bindMetrics(app.http, { db, sockets: new Set(), backups: undefined }, metricsToken)
  const result = await work(await app.http.listen({ port: 0, host: '127.0.0.1' }))
  await app.http.close()
  await db.close()
  return result
}

/** A server with a call whose statement takes longer than one may. */
async function slow<Result>(work: (origin: string) => Promise<Result>): Promise<Result> {
  const app = await createApp(shop.db)
  const data = z.object({})
  app.bindOpen(route({ method: 'GET', path: '/api/slow', access: 'public', summary: '', data }), ({ db }) =>
    db.tenant(shop.groupId, async (tx) => {
      await tx.query({ text: `set local statement_timeout = '50ms'` })
      await tx.query({ text: 'select pg_sleep(60)' })
      return {}
    }),
  )
  const result = await work(await app.http.listen({ port: 0, host: '127.0.0.1' }))
  await app.http.close()
  return result
}

/** A port at which somebody takes every connection and says nothing. */
async function silent<Result>(work: (port: number) => Promise<Result>): Promise<Result> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const result = await work((server.address() as AddressInfo).port)
  server.close()
  return result
}

describe('a failed answer', () => {
  const brand = brandRoutes.save.path
  const save = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })
  const signIn = (password: string) => failing(pwdLogin.path, save({ username: 'nobody_1', password }))
  // Bodies that come too slowly or too often are tried with the intake.
  const ways: Record<Exclude<ErrorKind, 'tooSlow' | 'tooMany'>, () => Promise<unknown>> = {
    signIn: () => signIn('wrong_1'),
    refusal: async () => {
      await owner.call(brandRoutes.save, { body: { name: '同名牌' } })
      return failing(brand, save({ name: '同名牌' }))
    },
    keyReused: async () => {
      const sent = (name: string) => failing(brand, { ...save({ name }), key: 'one-of-two' })
      await sent('头一个牌')
      return sent('又一个牌')
    },
    invalid: () => failing(brand, save({ name: '' })),
    malformed: () => failing(brand, { method: 'POST', body: '{"name":' }),
    signedOut: () => failing(brand, { token: 'nobody' }),
    forbidden: async () => failing(brand, { ...save({ name: '新牌' }), token: (await shop.signIn([])).token }),
    notFound: () => failing('/api/web/goods-receipt/999999'),
    wrongMethod: () => shouting('CONNECT shop:443 HTTP/1.1\r\nhost: shop:443\r\n\r\n'),
    stale: async () => {
      const { id } = await owner.call(brandRoutes.save, { body: { name: '旧版牌' } })
      return failing(brand, save({ id, version: 7, name: '旧版牌' }))
    },
    tooLarge: () => failing(brand, save({ name: 'x'.repeat(bodyLimit(brandRoutes.save)) })),
    expectation: () => shouting('GET /api/site HTTP/1.1\r\nhost: shop\r\nexpect: more\r\n\r\n'),
    headersTooLarge: () => shouting(`GET /api/site HTTP/1.1\r\nhost: shop\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`),
    bug: () => broken((origin) => failing('/api/fault', { origin })),
    tooLong: () => slow((origin) => failing('/api/slow', { origin })),
    unavailable: () => broken((origin) => failing(brand, { origin })),
    kicked: async () => {
      const client = await shop.signIn([])
      const { user } = await client.call(passwordInfo)
      const session = { loginId: user.userid, groupId: shop.groupId, orgId: shop.orgId, deviceId: 'b', ip: '10.7.7.8' }
      const token = await openSession(shop.db, session)
      await client.call(endOtherSessions)
      return failing(brand, { token })
    },
  }

  it.each(Object.entries(ways))('says that it is %s', async (kind, fail) => {
    const { code, status } = errorKinds[kind as ErrorKind]
    expect(await fail()).toEqual({ status, code, reason: kind })
  })
})

describe('the figures', () => {
  const figures = async (origin: string) => {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const response = await fetch(`${origin}/metrics`, { headers, signal: AbortSignal.timeout(8000) })
    return { status: response.status, text: await response.text() }
  }
  const expectOwn = ({ status, text: told }: Awaited<ReturnType<typeof figures>>) => {
    expect(status).toBe(200)
    expect(told).toMatch(/^chepu_build_info\{version="[\d.]+"\} 1$/m)
    expect(told).toMatch(/^chepu_database_connections\{state="waiting"\} \d+$/m)
    expect(told).not.toMatch(/^chepu_exports\{/m)
  }

  it('are told without those of the database while it is away', () =>
    broken(async (origin) => expectOwn(await figures(origin))))

  it('do not wait for a database that says nothing', () =>
    silent((port) => broken(async (origin) => expectOwn(await figures(origin)), port)))
})
