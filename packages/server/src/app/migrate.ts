import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { StartupError } from './startup-error'

/** Tables that the application may add to but never change. */
const appendOnly = [
  'audit_log',
  'stock_ledger',
  'wip_ledger',
  'partner_ledger',
  'write_off_line',
  'account_ledger',
  'pnl_ledger',
  'commission_entry',
  'price_history',
]

const oldestServer = 15

const asWritten = (statement: string): string[] => [statement]

/**
 * Brings the database up to date under an advisory lock, and returns the address of the least-privileged role that
 * the application runs as: it owns nothing and row-level security holds for it (ADR 0006). `write` says which statements a statement of a
 * migration becomes, where the database takes it in other words.
 */
export async function migrate(ownerUrl: string, migrations: string, write = asWritten): Promise<string> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2, connectionTimeoutMillis: 10_000 })
  // A connection that the server drops while it is idle must not end the program; the next statement reports it.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await assertServer(pool)
    const files = await read(migrations, write)
    await assertNotNewer(pool, files)
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve(files) },
      migrationTableSchema: 'public',
      // Numbers below those in use arrived late more than once: what a database lacks is run, in whatever order (ADR 0099).
      allowUnorderedMigrations: true,
    })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    return await locked(pool, (client) => applicationRole(client, ownerUrl))
  } finally {
    await db.destroy()
  }
}

async function assertServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string }>(`select current_setting('server_version') as version`)
  const version = rows[0]?.version ?? ''
  if (Number.parseInt(version, 10) >= oldestServer) return
  throw new StartupError(
    `DATABASE_URL 指向的 PostgreSQL 版本为 ${version}，需要 ${oldestServer} 以上（PostgreSQL is too old）`,
  )
}

/** A database that ran what this program does not know belongs to a newer one, which alone knows what stands in it. */
async function assertNotNewer(pool: pg.Pool, files: Record<string, Migration>): Promise<void> {
  const table = await pool.query<{ exists: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as exists`,
  )
  if (!table.rows[0]?.exists) return
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name')
  const unknown = rows.map(({ name }) => name).filter((name) => !(name in files))
  if (unknown.length === 0) return
  throw new StartupError(
    `数据库由更新的版本使用过，请启动不低于该版本的程序，或恢复升级前的备份（database is newer: ${unknown.at(-1)}）`,
  )
}

/** The names of the migrations in a folder, as the database notes them. */
export const migrationNames = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((file) => file.endsWith('.sql')).map((file) => file.replace(/\.sql$/, ''))

async function read(folder: string, write: typeof asWritten): Promise<Record<string, Migration>> {
  const names = (await migrationNames(folder)).sort()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, `${name}.sql`), 'utf8')
    // Most have been run long ago, and nobody asks for their statements.
    const up: Migration['up'] = async (db) => {
      for (const statement of statementsOf(text).flatMap(write)) await sql.raw(statement).execute(db)
    }
    return [name, { up }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Comments, quoted text and bodies of functions, within which a semicolon ends nothing; or the semicolon itself. */
const quotedOrEnd = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;/g

/** The statements of a migration: a distributed database takes changes of its tables one at a time. */
export function statementsOf(text: string): string[] {
  const ends = [...text.matchAll(quotedOrEnd)].filter(([found]) => found === ';').map(({ index }) => index + 1)
  const cuts = [0, ...ends, text.length]
  return cuts
    .slice(1)
    .map((end, i) => text.slice(cuts[i], end).trim())
    .filter((statement) => /^[^-\s]/m.test(statement))
}

/** Several servers may start on one database at once; catalogue rows must not be changed by two of them together. */
async function locked<Result>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(7420001)')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function applicationRole(client: pg.ClientBase, ownerUrl: string): Promise<string> {
  const database = (await client.query<{ name: string }>('select current_database() as name')).rows[0]?.name as string
  const role = await secret(client, 'app_role', () => `chepu_app_${randomBytes(4).toString('hex')}`)
  const password = await secret(client, 'app_password', () => randomBytes(24).toString('hex'))
  const exists = await client.query('select 1 from pg_roles where rolname = $1', [role])
  if (exists.rowCount === 0)
    await client.query(`create role ${role} login nosuperuser nobypassrls password '${password}'`)
  // A folder of older migrations has not made all of them yet.
  const { rows: standing } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as t (name) where to_regclass(name) is not null',
    [appendOnly],
  )
  await client.query(`
    grant connect, temporary on database "${database}" to ${role};
    grant usage on schema public, shared to ${role};
    grant select, insert, update, delete on all tables in schema public, shared to ${role};
    grant usage on all sequences in schema public, shared to ${role};
    revoke all on shared.secret from ${role};
    revoke update, delete on ${standing.map(({ name }) => name).join(', ')} from ${role};
    revoke insert, update, delete on kysely_migration from ${role};
    revoke all on kysely_migration_lock from ${role};`)
  const url = new URL(ownerUrl)
  url.username = role
  url.password = password
  return url.toString()
}

/** A secret of this database, which all servers on it share: the first one's `fresh` stays. Only the owner reads the table. */
export async function secret(client: pg.ClientBase, name: string, fresh: () => string): Promise<string> {
  const kept = await keptSecret(client, name)
  if (kept !== undefined) return kept
  // Another server may be faster, and its secret is the one that stays.
  await client.query('insert into shared.secret (name, value) values ($1, $2) on conflict do nothing', [name, fresh()])
  return (await keptSecret(client, name)) as string
}

async function keptSecret(client: pg.ClientBase, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>('select value from shared.secret where name = $1', [name])
  return rows[0]?.value
}
