import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

/** Tables that the application may add to but never change. */
const appendOnly = ['audit_log', 'stock_ledger', 'partner_ledger', 'write_off_line', 'account_ledger', 'pnl_ledger']

/**
 * Brings the database up to date under an advisory lock, and returns the address of the least-privileged role that
 * the application runs as: it owns nothing and row-level security holds for it (DESIGN 3).
 */
export async function migrate(ownerUrl: string, migrations: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => read(migrations) },
      migrationTableSchema: 'public',
    })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    return await locked(pool, (client) => applicationRole(client, ownerUrl))
  } finally {
    await db.destroy()
  }
}

async function read(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, file), 'utf8')
    return [file.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
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
  const role = await secret(client, 'app_role', `chepu_app_${randomBytes(4).toString('hex')}`)
  const password = await secret(client, 'app_password', randomBytes(24).toString('hex'))
  const exists = await client.query('select 1 from pg_roles where rolname = $1', [role])
  if (exists.rowCount === 0)
    await client.query(`create role ${role} login nosuperuser nobypassrls password '${password}'`)
  await client.query(`
    grant connect, temporary on database "${database}" to ${role};
    grant usage on schema public, shared to ${role};
    grant select, insert, update, delete on all tables in schema public, shared to ${role};
    grant usage on all sequences in schema public, shared to ${role};
    revoke all on shared.secret from ${role};
    revoke update, delete on ${appendOnly.join(', ')} from ${role};
    revoke all on kysely_migration, kysely_migration_lock from ${role};`)
  const url = new URL(ownerUrl)
  url.username = role
  url.password = password
  return url.toString()
}

/** A secret of this database, made at its first start. Only the owner reads the table. */
async function secret(client: pg.ClientBase, name: string, fresh: string): Promise<string> {
  await client.query('insert into shared.secret (name, value) values ($1, $2) on conflict do nothing', [name, fresh])
  const { rows } = await client.query<{ value: string }>('select value from shared.secret where name = $1', [name])
  return rows[0]?.value as string
}
