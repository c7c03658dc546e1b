// What who runs the program sees of it: its log, its health and its figures.
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../src/kernel/db/db'
import { freshDatabase, type TestDatabase } from './database'
import { scratchFolder } from './memory'
import { startProgram } from './own-program'
import type { Program } from './program'
import { PushClient } from './push'
import { type Client, signIn } from './stage'

const metricsToken = 'figures-for-who-watches'

let dataDir: string
let database: TestDatabase
let db: Database
let owner: pg.Client
let program: Program
let client: Client
beforeAll(async () => {
  dataDir = await mkdtemp(join(scratchFolder(), 'chepu-operations-'))
  database = await freshDatabase()
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl, METRICS_TOKEN: metricsToken }
  program = await startProgram(env)
  db = new Database(database.appUrl)
  const [group] = await db.shared<{ id: number }>({ text: 'select id from shared.tenant_group' })
  const groupId = group?.id as number
  const org = await db.tenant(groupId, (tx) =>
    tx.one<{ id: number }>({ text: 'select id from org where group_id = $1 limit 1', values: [groupId] }),
  )
  client = await signIn({ db, origin: program.origin, groupId }, org?.id as number, 'owner')
})
afterAll(async () => {
  await program.kill()
  await owner.end()
  await db.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${program.origin}${path}`, { headers })

async function answerOf(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await get(path)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** The log's lines of requests whose path begins so. */
const requests = (path: string) =>
  program.log.filter((line) => line.msg === 'request' && String(line.path).startsWith(path))

/** Sends bytes and breaks the connection off once the server has read them. */
async function breakOff(bytes: string): Promise<void> {
  const socket = connect(Number.parseInt(new URL(program.origin).port, 10), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  // Its answer comes after what was sent before it.
  await get('/healthz')
  socket.resetAndDestroy()
  await once(socket, 'close')
}

describe('the log', () => {
  it('has one line a request, without the values of its query', async () => {
    const secrets = { code: 'SECRET1', state: 'SECRET2', ticket: 'SECRET3' }
    await get(`/auth-redirect?${new URLSearchParams(secrets)}`)
    await get('/api/web/brand?page=1&q=SECRET4', { token: client.token })
    await expect.poll(() => requests('/api/web/brand')).toHaveLength(1)
    const { userId, ...line } = requests('/api/web/brand')[0] ?? { level: 0, msg: '' }
    expect(userId).toEqual(expect.any(Number))
    expect(line).toMatchObject({ level: 30, method: 'GET', path: '/api/web/brand?page&q', status: 200 })
    expect(line).toMatchObject({ ip: '127.0.0.1', ms: expect.any(Number), reqId: expect.any(String) })
    expect(requests('/auth-redirect')).toHaveLength(1)
    expect(program.output).not.toContain('SECRET')
    expect(program.output).not.toContain(client.token)
  })

  it('is not alarmed by clients that go away', async () => {
    const post = `POST /api/web/brand HTTP/1.1\r\nhost: x\r\ntoken: ${client.token}\r\n`
    await breakOff(`${post}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"name":`)
    const upload = `POST /api/web/import/part/check HTTP/1.1\r\nhost: x\r\ntoken: ${client.token}\r\n`
    const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nhalf'
    await breakOff(`${upload}content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000\r\n\r\n${part}`)
    const read = `GET /api/docs/openapi.json HTTP/1.1\r\nhost: x\r\ntoken: ${client.token}\r\n\r\n`
    await breakOff(read.repeat(5))
    const statuses = () =>
      ['/api/web/brand', '/api/web/import/part/check', '/api/docs/openapi.json'].map(
        (path) => requests(path).at(-1)?.status,
      )
    await expect.poll(statuses, { timeout: 10_000 }).toEqual([499, 499, 499])
    expect(program.log.filter(({ level }) => level >= 40)).toEqual([])
  })

  it('does not hold the one-time password, which lies in a file of its own', async () => {
    const file = join(dataDir, 'admin01-password')
    const password = (await readFile(file, 'utf8')).trim()
    expect(password).toMatch(/^\w{12}$/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(program.output).toContain(`管理员账号 admin01，一次性密码写在 ${file}`)
    expect(program.output).not.toContain(password)
  })
})

describe('the health', () => {
  it('is told without a session, and does not fill the log', async () => {
    expect(await answerOf('/healthz')).toEqual({ status: 200, body: { status: 'ok', version: '3.0.0' } })
    const ready = { status: 'ready', database: 'ok', migrations: 'ok', version: '3.0.0' }
    expect(await answerOf('/readyz')).toEqual({ status: 200, body: ready })
    expect(requests('/healthz')).toEqual([])
  })

  it('says what is missing', async () => {
    const [newest] = (
      await owner.query<{ name: string; timestamp: string }>(
        'delete from kysely_migration where name = (select max(name) from kysely_migration) returning *',
      )
    ).rows
    const missing = { status: 'not ready', migrations: `missing: ${newest?.name}` }
    await expect.poll(() => answerOf('/readyz')).toMatchObject({ status: 503, body: missing })
    await owner.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
      newest?.name,
      newest?.timestamp,
    ])
    await owner.query(`insert into kysely_migration (name, timestamp) values ('9999_later', '')`)
    const newer = { migrations: 'newer: 9999_later' }
    await expect.poll(() => answerOf('/readyz')).toMatchObject({ status: 503, body: newer })
    await owner.query(`delete from kysely_migration where name = '9999_later'`)
    await owner.query('begin')
    await owner.query('lock table kysely_migration in access exclusive mode')
    const away = { status: 'not ready', database: 'away' }
    await expect.poll(() => answerOf('/readyz'), { timeout: 20_000 }).toMatchObject({ status: 503, body: away })
    expect((await answerOf('/healthz')).status).toBe(200)
    // Whoever asks meanwhile starts no further look, which would hold one more connection.
    for (let each = 0; each < 2; each += 1) expect(await answerOf('/readyz')).toMatchObject({ status: 503, body: away })
    const looks = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%from public.kysely_migration%'`
    expect(await db.shared({ text: looks })).toHaveLength(1)
    await owner.query('rollback')
    await expect.poll(() => answerOf('/readyz')).toMatchObject({ status: 200 })
  })
})

describe('the figures', () => {
  const figures = async () => (await get('/metrics', { authorization: `Bearer ${metricsToken}` })).text()

  it('are for who knows the token', async () => {
    expect((await get('/metrics')).status).toBe(401)
    expect((await get('/metrics', { authorization: 'Bearer guessed' })).status).toBe(401)
    const response = await get('/metrics', { authorization: `Bearer ${metricsToken}` })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
  })

  it('count requests by route, and tell pool, exports, sockets, loop and version', async () => {
    const push = await PushClient.open(program.origin, client.token)
    await get('/api/web/brand/987654321', { token: client.token })
    await get('/api/nothing-like-this/1')
    const text = await figures()
    expect(text).toMatch(/^chepu_http_requests_total\{method="GET",route="\/api\/web\/brand",status="200"\} \d+$/m)
    expect(text).toMatch(
      /^chepu_http_request_duration_seconds_bucket\{le="0.05",method="GET",route="\/api\/web\/brand"\} /m,
    )
    expect(text).toMatch(/^chepu_database_connections\{state="idle"\} \d+$/m)
    expect(text).toMatch(/^chepu_exports\{state="queued"\} 0$/m)
    expect(text).toMatch(/^chepu_push_sockets 1$/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect(text).toMatch(/^chepu_build_info\{version="3.0.0"\} 1$/m)
    expect(text).not.toMatch(/987654321|nothing-like-this/)
    await push.close()
  })
})

it('says that it stops to who still asks', async () => {
  await owner.query('begin')
  await owner.query('lock table brand in access exclusive mode')
  const socket = connect(Number.parseInt(new URL(program.origin).port, 10), '127.0.0.1').setEncoding('utf8')
  const list = `GET /api/web/brand HTTP/1.1\r\nhost: x\r\ntoken: ${client.token}\r\n\r\n`
  socket.write(list)
  const waiting = `select 1 as wait from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%from brand b%'`
  // Within the transaction the texts would stay those of its first look.
  await expect.poll(async () => (await db.shared({ text: waiting })).length).toBe(1)
  const stopped = program.stop()
  await program.says('正在停止')
  await expect.poll(() => get('/healthz').catch(() => 'refused')).toBe('refused')
  let text = ''
  socket.on('data', (part) => (text += part))
  socket.write('GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n')
  await owner.query('rollback')
  await once(socket, 'close')
  expect(text).toMatch(/^HTTP\/1.1 200 [^]*HTTP\/1.1 503 [^]*"status":"stopping"/)
  expect((await stopped).code).toBe(0)
  expect(program.log.filter(({ level }) => level >= 50)).toEqual([])
})
