import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'
import { loadDemo } from '../../../../db/demo/load'
import { demoPassword, users } from '../../../../db/demo/people'
import { oneTimePassword } from '../access/one-time-password'
import { appointKeeper } from '../access/keeper'
import { grantNewButtons } from '../access/new-buttons'
import { assignUser, createGroup, createOrg, createUser } from '../access/provision'
import { createFirstPlaces, createStandardMasters } from '../access/standard-masters'
import { addDays, shanghaiDay } from '../kernel/base/calendar'
import type { Database } from '../kernel/db/db'
import { periodOf } from '../kernel/ledgers/types'
import { passwordFits } from '../shell/sign-in/passwords'
import { bindAreas } from './areas'
import { isLoopback } from './config'
import { createApp } from './http'

/** Lines for the person who started the program: who may sign in. */
export type Notice = string[]

interface FirstStart {
  notice: Notice
  /** Somebody signs in with the password that everybody can read. */
  hasDemoPassword: boolean
  /** One-time password of the administrator who was just made. */
  password?: string
}

/** Guards the first filling, so that of two servers starting on one empty database the second waits and finds it made. */
const fillingLock = 7420002

/**
 * Makes an empty database usable: the demo company, or one administrator with a one-time password. A database that
 * somebody works in is left alone.
 */
export function firstStart(db: Database, ownerUrl: string, demo: boolean): Promise<FirstStart> {
  return asOwner(ownerUrl, async (owner) => {
    // The lock belongs to the connection, so a server that dies while filling frees it.
    await owner.query('select pg_advisory_lock($1)', [fillingLock])
    await dropUnready(owner)
    // Before the first filling, which gives its roles what it likes.
    await grantNewButtons(owner)
    const [group] = await db.shared<{ id: number }>({ text: 'select id from shared.tenant_group limit 1' })
    if (group) return workedIn(db, owner)
    const start = demo ? await fillDemo(db) : { ...startOf([]), password: await createAdministrator(db) }
    await db.shared({ text: 'update shared.tenant_group set is_ready = true' })
    await owner.query('analyze')
    return start
  })
}

/** What a database that somebody works in needs after an upgrade or a restore. */
async function workedIn(db: Database, owner: pg.Client): Promise<FirstStart> {
  await analyseRestored(owner)
  const keeper = await appointKeeper(owner)
  const start = startOf(await openDemoLogins(db))
  return keeper ? { ...start, notice: [...start.notice, keeperNotice(keeper)] } : start
}

const keeperNotice = (username: string) =>
  `平台管理员此前没有人担任，现由 ${username} 担任（系统权限、地区、企业注册、站点配置、短信发件箱）。`

/** A restored table has rows and no statistics, without which the planner guesses one row for every group. */
async function analyseRestored(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ tables: string | null }>(
    `select string_agg(format('%I.%I', t.schemaname, t.tablename), ', ') as tables from pg_tables t
      where t.schemaname in ('public', 'shared') and pg_relation_size(format('%I.%I', t.schemaname, t.tablename)) > 0
        and not exists (select from pg_stats s where s.schemaname = t.schemaname and s.tablename = t.tablename)`,
  )
  if (rows[0]?.tables) await owner.query(`analyze ${rows[0].tables}`)
}

const startOf = (demoLogins: readonly string[]): FirstStart => ({
  notice: demoLogins.length > 0 ? demoNotice(demoLogins) : [],
  hasDemoPassword: demoLogins.length > 0,
})

async function fillDemo(db: Database): Promise<FirstStart> {
  process.stdout.write('正在建立演示企业，约需一至三分钟……\n')
  // A private edge that listens nowhere: the demo's people work through the same calls as everybody.
  const app = await createApp(db)
  bindAreas(app)
  await loadDemo(db, app.http)
  await app.http.close()
  return startOf(users.map((user) => user.username))
}

/** The demo logins that still have the published password. */
async function openDemoLogins(db: Database): Promise<string[]> {
  const logins = await db.shared<{ username: string; passwordHash: string | null }>({
    text: `select username, password_hash from shared.login where username = any ($1::text[]) and is_active
      order by array_position($1::text[], username)`,
    values: [users.map((user) => user.username)],
  })
  const open = await Promise.all(logins.map(({ passwordHash }) => passwordFits(passwordHash, demoPassword)))
  return logins.map(({ username }) => username).filter((_, i) => open[i])
}

/** Whether the server lets the network in, with logins whose password everybody can read. */
export const standsOpen = ({ hasDemoPassword }: FirstStart, host: string): boolean =>
  hasDemoPassword && !isLoopback(host)

/** Told to the person who started a server that `standsOpen`. DEMO counts for an empty database only. */
export const demoWarning = (host: string): string =>
  `注意：演示账号使用公开的密码，而本机监听 ${host}，同一网络的人都能登录；只在本机试用请设 HOST=127.0.0.1，正式使用请换一个空的 DATA_DIR 并设 DEMO=0。`

/**
 * Tells the one-time password to whoever started the program: on the terminal, or, where the output goes into a journal that
 * others read, in a file of `dataDir` that only he may open.
 */
export async function passwordNotice(password: string, dataDir: string, isTerminal: boolean): Promise<string> {
  if (isTerminal) return `管理员账号 admin01，一次性密码 ${password}（首次登录后请修改）`
  const file = resolve(dataDir, 'admin01-password')
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  return `管理员账号 admin01，一次性密码写在 ${file}（首次登录后请修改密码并删除此文件）`
}

/** Told where the program runs its own PostgreSQL. */
export const embeddedNotice =
  '数据库：内置 PostgreSQL，适合试用和单店；多店或长期使用请用 DATABASE_URL 连接自己维护的 PostgreSQL（见 README）。'

const demoNotice = (logins: readonly string[]): Notice => [
  `演示账号（密码 ${demoPassword}）：${logins.join(' ')}`,
  ...(logins.includes('boss01') ? ['老板 boss01 可以做全部业务；其他账号各按岗位授权。'] : []),
]

/** Makes `admin01` and the group, the shop and the rights that he begins with; returns his one-time password. */
async function createAdministrator(db: Database): Promise<string> {
  const password = oneTimePassword()
  const today = shanghaiDay()
  const groupId = await createGroup(db, '我的集团')
  const orgId = await db.tenant(groupId, async (tx) => {
    await createStandardMasters(tx)
    const id = await createOrg(tx, {
      code: '01',
      name: '我的企业',
      shortName: '我的企业',
      orgType: 'parts_trade',
      taxpayerKind: 'general',
      startMonth: periodOf(today),
    })
    await createFirstPlaces(tx, id, addDays(`${today.slice(0, 7)}-01`, -1))
    return id
  })
  const userId = await createUser(db, groupId, {
    username: 'admin01',
    realName: '管理员',
    password,
    mustChangePassword: true,
    isPlatform: true,
  })
  await db.tenant(groupId, async (tx) => {
    await assignUser(tx, { userId, orgId, roles: ['owner', 'admin'], isDefault: true })
    await tx.query({
      text: 'update org set admin_user_id = $3 where group_id = $1 and id = $2',
      values: [groupId, orgId, userId],
    })
  })
  return password
}

/**
 * Empties a database whose first filling was cut short. Nobody can have worked in it: the server listens only after
 * the filling is complete.
 */
async function dropUnready(owner: pg.Client): Promise<void> {
  const groups = await owner.query<{ isReady: boolean }>('select is_ready as "isReady" from shared.tenant_group')
  if (groups.rows.length === 0 || groups.rows.some((group) => group.isReady)) return
  await owner.query(`do $$ declare names text; begin
    select string_agg(format('%I.%I', schemaname, tablename), ', ') into names from pg_tables
    where (schemaname = 'public' and tablename not like 'kysely_%')
      or (schemaname = 'shared' and tablename in ('login', 'session', 'tenant_group'));
    execute 'truncate ' || names || ' restart identity cascade';
  end $$`)
}

/** Works as the owner of the tables, over a connection of its own. */
export async function asOwner<Result>(ownerUrl: string, work: (owner: pg.Client) => Promise<Result>): Promise<Result> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
