import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { assignUser, createGroup, createUser } from '../packages/server/src/access/provision'
import { freePort } from '../packages/server/src/app/free-port'
import { migrate } from '../packages/server/src/app/migrate'
import { Database } from '../packages/server/src/kernel/db/db'
import { type Client, signIn, stockShop } from '../packages/server/test/stage'

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
  close(): Promise<void>
}

export async function openStage({ parts: partCount = 200 } = {}): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chepu-bench-'))
  const port = await freePort()
  const server = await startProgram(dataDir, port)
  const lock = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  const ownerUrl = `postgres://chepu_owner:${password}@127.0.0.1:${lock[3]}/chepu`
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
    postgresPid: Number.parseInt(lock[0] as string, 10),
    async close() {
      await db.close()
      await owner.end()
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
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
async function createParts(owner: pg.Client, groupId: number, likePart: number, count: number): Promise<number[]> {
  await owner.query(
    `insert into part (group_id, code, name, brand_id, category_id, unit_id, tax_rate_id, search_text)
      select group_id, 'B' || lpad(n::text, 6, '0'), name || n, brand_id, category_id, unit_id, tax_rate_id, lower('B' || lpad(n::text, 6, '0')) || ' ' || search_text
      from part, generate_series(1, $3) n where group_id = $1 and id = $2 order by n`,
    [groupId, likePart, count],
  )
  const { rows } = await owner.query<{ id: number }>(
    `select id from part where group_id = $1 and code like 'B%' order by code`,
    [groupId],
  )
  return rows.map((row) => row.id)
}
