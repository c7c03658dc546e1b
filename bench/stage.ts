import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import pg from 'pg'
import { assignUser, createGroup, createUser } from '../packages/server/src/access/provision'
import { freePort } from '../packages/server/src/app/free-port'
import { migrate } from '../packages/server/src/app/migrate'
import { shanghaiDay } from '../packages/server/src/kernel/base/calendar'
import { Database } from '../packages/server/src/kernel/db/db'
import { post } from '../packages/server/test/desk'
import type { Ground } from '../packages/server/test/gestures'
import { type Client, signIn, stockShop } from '../packages/server/test/stage'
import { parentOf } from './processes'

const root = join(import.meta.dirname, '..')

/** User name and password for the browser. */
export const login = { username: 'bench01', password: 'Bench_01' }

/** The built program in a process of its own, on its own database with full durability, and a shop with many parts. */
export interface Stage {
  origin: string
  groupId: number
  shop: Awaited<ReturnType<typeof stockShop>>
  /** Parts of the shop in the order of their codes. */
  parts: number[]
  client: Client
  db: Database
  /** Runs SQL as the owner of the database. */
  owner: pg.Client
  appUrl: string
  serverPid: number
  postgresPid: number
  /** Whether the program has started the database itself, which then is among its children. */
  isEmbedded: boolean
  close(): Promise<void>
}

/** A PostgreSQL of one's own on this machine, by the owner of an empty database; it is empty again afterwards. */
const outside = process.env['BENCH_DATABASE_URL'] || undefined

const clearing = 'drop schema if exists shared cascade; drop schema public cascade; create schema public'

/** Throws where somebody has data: the bench clears what it has made. */
async function assertEmpty(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ tables: number }>(
    `select count(*)::int as tables from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  await client.end()
  if (rows[0]?.tables !== 0) throw new Error('BENCH_DATABASE_URL must name an empty database')
}

/** The owner's address of the database that the program has started, over the socket that the program takes. */
async function embeddedUrl(dataDir: string): Promise<string> {
  const [, , , port, socketDir] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  const socket = socketDir ? `?host=${encodeURIComponent(socketDir)}` : ''
  return `postgres://chepu_owner:${password}@127.0.0.1:${port}/chepu${socket}`
}

/** The server behind a connection. Throws where it runs on another machine, whose processor nobody here can read. */
async function postgresOf(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  const name = await readFile(`/proc/${rows[0]?.pid}/comm`, 'utf8').catch(() => '')
  if (!name.startsWith('postgres'))
    throw new Error('the database runs on another machine: its processor cannot be read')
  return parentOf(rows[0]?.pid as number)
}

export async function openStage({ parts: partCount = 200 } = {}): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chepu-bench-'))
  const port = await freePort()
  if (outside) await assertEmpty(outside)
  const server = await startProgram(dataDir, port)
  const ownerUrl = outside ?? (await embeddedUrl(dataDir))
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  const appUrl = await migrate(ownerUrl, join(root, 'db/migrations'))
  const db = new Database(appUrl)
  const origin = `http://127.0.0.1:${port}`
  const groupId = await createGroup(db, '测量集团')
  const shop = await db.tenant(groupId, (tx) => stockShop(tx, { creditCheck: true }))
  const parts = await createParts(owner, groupId, shop.parts.filter, partCount)
  const client = await signIn({ db, origin, groupId }, shop.orgId, 'owner')
  const userId = await createUser(db, groupId, { ...login, realName: '测量员' })
  await db.tenant(groupId, (tx) => assignUser(tx, { userId, orgId: shop.orgId, roles: ['owner'], isDefault: true }))
  return {
    origin,
    groupId,
    shop,
    parts,
    client,
    db,
    owner,
    appUrl,
    serverPid: server.pid as number,
    postgresPid: await postgresOf(owner),
    isEmbedded: !outside,
    async close() {
      await db.close()
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      if (outside) await ended.then(() => owner.query(clearing))
      await owner.end()
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Who trades in the shop of the stage. */
export const groundOf = ({ client, shop, parts }: Stage): Ground => ({ ...shop, client, parts })

/** Of each part more than any measurement sells. */
export const fillStock = (stage: Stage): Promise<number> => stockUp(groundOf(stage))

/** The same for whoever trades; answers the id of the receipt. */
export async function stockUp({ client, warehouseId, supplierId, parts }: Ground): Promise<number> {
  const { id } = await post(client, goodsReceipt.routes, {
    header: { bizDate: shanghaiDay(), warehouseId, partnerId: supplierId },
    lines: parts.map((partId) => ({ partId, qty: '90000', price: '10' })),
  })
  return id
}

async function startProgram(dataDir: string, port: number): Promise<ChildProcess> {
  const program = join(root, 'dist/server/main.js')
  if (!existsSync(program)) throw new Error('npm run build first: the built program is measured')
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    DEMO: '0',
    LOG_LEVEL: 'error',
    DATABASE_URL: outside ?? '',
  }
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'], env })
  const started = await Promise.race([
    once(child.stdout.setEncoding('utf8'), 'data').then(() => true),
    once(child, 'exit').then(() => false),
  ])
  if (!started) throw new Error('the program did not start')
  child.stdout.resume()
  return child
}

/** Parts like the given one, copied as the owner; each is a product of the org. */
export async function createParts(
  owner: pg.Client,
  groupId: number,
  likePart: number,
  count: number,
): Promise<number[]> {
  await owner.query(
    `insert into part (group_id, code, name, brand_id, category_id, unit_id, tax_rate_id, search_text)
      select group_id, 'B' || lpad(n::text, 6, '0'), name || n, brand_id, category_id, unit_id, tax_rate_id, lower('B' || lpad(n::text, 6, '0')) || ' ' || search_text
      from part, generate_series(1, $3) n where group_id = $1 and id = $2 order by n`,
    [groupId, likePart, count],
  )
  // A database at work has done so within a minute.
  await owner.query('analyze part')
  const { rows } = await owner.query<{ id: number }>(
    `select id from part where group_id = $1 and code like 'B%' order by code`,
    [groupId],
  )
  return rows.map((row) => row.id)
}
