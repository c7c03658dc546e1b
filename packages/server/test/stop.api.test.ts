// The program stops within its time, whatever its clients and its database do.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createGroup } from '../src/access/provision'
import { Database } from '../src/kernel/db/db'
import { freshDatabase, type TestDatabase } from './database'
import { scratchFolder } from './memory'
import { startProgram } from './own-program'
import type { Program } from './program'
import { PushClient } from './push'
import { type Client, signIn, stockShop } from './stage'

/** What a stop may take altogether, and what it takes when nobody holds it up, with a busy machine in mind. */
const [longestMs, quickMs] = [15_000, 4000]

let dataDir: string
let database: TestDatabase
let owner: pg.Client
let db: Database
let orgId: number
let groupId: number
const cleanups: (() => unknown)[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(scratchFolder(), 'chepu-stop-'))
  database = await freshDatabase()
  db = new Database(database.appUrl)
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  groupId = await createGroup(db, '测试集团')
  ;({ orgId } = await db.tenant(groupId, (tx) => stockShop(tx, {})))
  await db.shared({ text: 'update shared.tenant_group set is_ready = true' })
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})
afterAll(async () => {
  await owner.end()
  await db.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}): Promise<Program> {
  const program = await startProgram({ DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl, ...env })
  cleanups.push(() => program.kill())
  return program
}

const signedIn = ({ origin }: Program): Promise<Client> => signIn({ db, origin, groupId }, orgId, 'owner')

/** A connection that has sent these bytes and does nothing more. */
async function held({ origin }: Program, bytes = ''): Promise<Socket> {
  const socket = connect(Number.parseInt(new URL(origin).port, 10), '127.0.0.1').on('error', () => undefined)
  cleanups.push(() => socket.destroy())
  await once(socket, 'connect')
  if (bytes) socket.write(bytes)
  return socket
}

const listOf = ({ origin }: Program, { token }: Client) =>
  fetch(`${origin}/api/web/brand`, { headers: { token } }).then(({ status }) => status)

/** Keeps every statement on brands waiting until the answer is called. */
async function holdBrands(): Promise<() => Promise<unknown>> {
  await owner.query('begin')
  await owner.query('lock table brand in access exclusive mode')
  const release = () => owner.query('rollback')
  cleanups.push(release)
  return release
}

/** How many lists of brands wait; the program's own work behind the requests may wait for brands, too. Within a transaction the texts would stay those of its first look. */
const waitingForBrands = async () =>
  (
    await db.shared({
      text: `select 1 as wait from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%from brand b%'`,
    })
  ).length

/** Passes the bytes of a database on until it is told to be silent. */
async function silencable(url: string): Promise<{ url: string; silence: () => void }> {
  const { hostname, port } = new URL(url)
  const ends = new Set<Socket>()
  let isSilent = false
  const proxy: Server = createServer((near) => {
    const far = connect(Number.parseInt(port, 10), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from.on('error', () => undefined).on('close', () => to.destroy()))
      from.on('data', (bytes) => isSilent || to.write(bytes))
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  cleanups.push(() => {
    for (const end of ends) end.destroy()
    proxy.close()
  })
  const address = new URL(url)
  // Not over the socket: what is silenced is the network.
  address.searchParams.delete('host')
  address.port = String((proxy.address() as { port: number }).port)
  return { url: address.toString(), silence: () => (isSilent = true) }
}

it('at once, when browsers only hold connections open', async () => {
  const program = await start()
  await held(program)
  const asked = await held(program, 'GET /api/site HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(asked, 'data')
  const { code, ms } = await program.stop()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(quickMs)
  expect(program.log.filter(({ level }) => level >= 40)).toEqual([])
})

it('with half a head, half a body, a push socket and an answer that nobody reads', async () => {
  const program = await start()
  const client = await signedIn(program)
  await held(program, 'GET /api/site HTTP/1.1\r\nhost: x\r\n')
  const head = `POST /api/web/brand HTTP/1.1\r\nhost: x\r\ntoken: ${client.token}\r\ncontent-type: application/json\r\n`
  await held(program, `${head}content-length: 100\r\n\r\n{"name":`)
  await PushClient.open(program.origin, client.token)
  const description = `GET /api/docs/openapi.json HTTP/1.1\r\nhost: x\r\ntoken: ${client.token}\r\n\r\n`
  const reader = await held(program, description.repeat(100))
  await once(reader, 'readable')
  const { code, ms } = await program.stop()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(longestMs)
  expect(program.log.filter(({ level }) => level >= 40)).toEqual([])
})

it('after a running request has its answer, and takes no other', async () => {
  const program = await start()
  const client = await signedIn(program)
  const release = await holdBrands()
  const running = listOf(program, client)
  await expect.poll(waitingForBrands).toBe(1)
  const stopped = program.stop()
  await program.says('正在停止')
  await expect.poll(() => fetch(`${program.origin}/healthz`).catch(() => 'refused')).toBe('refused')
  await release()
  expect(await running).toBe(200)
  const { code, ms } = await stopped
  expect([code, ms < quickMs]).toEqual([0, true])
})

it('without a statement that does not end; it is cancelled', async () => {
  const program = await start()
  const client = await signedIn(program)
  await holdBrands()
  const running = listOf(program, client).catch(() => 'cut')
  await expect.poll(waitingForBrands).toBe(1)
  const { code, ms } = await program.stop()
  expect(await running).toBe('cut')
  expect(code).toBe(0)
  expect(ms).toBeLessThan(longestMs)
  expect(await waitingForBrands()).toBe(0)
  expect(program.log.filter(({ level }) => level >= 40)).toEqual([])
})

it('when its database has fallen silent, and says what is left', async () => {
  const { url, silence } = await silencable(database.ownerUrl)
  const program = await start({ DATABASE_URL: url })
  const client = await signedIn(program)
  await holdBrands()
  const running = listOf(program, client).catch(() => 'cut')
  await expect.poll(waitingForBrands).toBe(1)
  silence()
  const { code, ms } = await program.stop()
  expect(await running).toBe('cut')
  expect(code).toBe(1)
  expect(ms).toBeLessThan(longestMs)
  expect(program.output).toMatch(/没有等到全部结束：.*数据库连接/)
})

it('at once on a second Ctrl-C, as the first one says', async () => {
  const program = await start()
  const client = await signedIn(program)
  await holdBrands()
  const running = listOf(program, client).catch(() => 'cut')
  await expect.poll(waitingForBrands).toBe(1)
  program.process.kill('SIGINT')
  await program.says('正在停止，最多 15 秒；再按一次 Ctrl-C 立即结束')
  // npm hands the terminal's signal on: two that come together are one key.
  program.process.kill('SIGINT')
  await expect.poll(() => fetch(`${program.origin}/healthz`).catch(() => 'refused')).toBe('refused')
  expect(program.process.exitCode).toBe(null)
  const since = performance.now()
  await expect.poll(() => program.process.kill('SIGINT') && program.process.exitCode, { interval: 300 }).not.toBe(null)
  expect(performance.now() - since).toBeLessThan(quickMs)
  expect([await program.ended, await running]).toEqual([130, 'cut'])
})
