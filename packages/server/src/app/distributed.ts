import pg from 'pg'
import { migrationNames } from './migrate'
import { StartupError } from './startup-error'

/** SQL: a table `c` of namespace `n` that a cluster has not divided or copied yet, and that is not the migrations' own notes. */
export const waitsForCluster = `c.relkind in ('r', 'p', 'f') and c.relpersistence = 'p' and c.relname not like 'kysely\\_%'
  and n.nspname not in ('information_schema', 'citus', 'citus_internal', 'columnar', 'columnar_internal') and n.nspname !~ '^pg_'
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)`

/**
 * Refuses a distributed database that `tools/distribute.ts` of this version has not brought up to date. A server that migrated it
 * would write rows to tables of the coordinator, where statements of the groups do not find them (ADR 0138). A database that is
 * not distributed is let through.
 */
export async function assertWhollyDistributed(ownerUrl: string, migrations: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    if (!(await isDistributed(client))) return
    const missing = await pending(client, migrations)
    if (missing[0] !== undefined) throw refusal(`本版本的 ${missing.length} 项升级尚未执行`, `pending: ${missing[0]}`)
    const waiting = await waitingTables(client)
    if (waiting[0] !== undefined) throw refusal(`${waiting.length} 张表尚未分布`, `not distributed: ${waiting[0]}`)
  } finally {
    await client.end()
  }
}

const refusal = (what: string, cause: string): StartupError =>
  new StartupError(
    `数据库分布在 Citus 集群上，${what}，请停止所有服务并备份，再运行本版本的 npx tsx tools/distribute.ts（database is distributed, ${cause}）`,
  )

/** Whether any table of the database is divided over a cluster or copied to its nodes. */
export async function isDistributed(client: pg.Client): Promise<boolean> {
  const catalogue = await client.query<{ exists: boolean }>(
    `select to_regclass('pg_dist_partition') is not null as exists`,
  )
  if (!catalogue.rows[0]?.exists) return false
  return (await client.query('select 1 from pg_dist_partition limit 1')).rowCount === 1
}

/** Migrations of this version that the database has not run, the oldest first. */
async function pending(client: pg.Client, migrations: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration')
  const done = new Set(rows.map(({ name }) => name))
  return (await migrationNames(migrations)).filter((name) => !done.has(name)).sort()
}

async function waitingTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${waitsForCluster} and n.nspname in ('public', 'shared') order by c.oid`,
  )
  return rows.map(({ name }) => name)
}
