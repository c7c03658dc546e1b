/**
 * Distributes the database of DATABASE_URL by group over the workers of a Citus cluster (docs/scaling.md, ADR 0138). It reads the
 * catalogue alone, so a new table needs no line here; it may run again at any time, and takes what came since. Apart from the
 * settings it is one transaction: it is done, or nothing was touched.
 *
 *   DATABASE_URL=postgres://… npx tsx tools/distribute.ts
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { isDistributed, waitsForCluster } from '../packages/server/src/app/distributed'
import { migrate } from '../packages/server/src/app/migrate'
import { clusterStatements } from './cluster-statements'

/** Why a database is not distributed; nothing was changed. */
export class NotDistributable extends Error {
  override name = 'NotDistributable'
}

/** What was done this time; all is 0 when nothing was left to do. */
interface Done {
  distributed: number
  reference: number
  policies: number
  triggersDropped: number
}

/** Distributes what is not distributed yet; see above. `ownerUrl` is the address of the coordinator's database as its owner. */
export async function distribute(ownerUrl: string): Promise<Done> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await assertCluster(client)
    await applySettings(client)
    await client.query('begin')
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    await client.query(`set local citus.enable_unsafe_triggers = on`)
    // Tables that stand in nobody's way wait for nothing; a busy program makes this give up instead of standing still.
    await client.query(`set local lock_timeout = '10s'`)
    const { moved, ...done } = await distributeTables(client)
    await client.query('commit')
    // What was copied to the nodes still fills the coordinator's disk.
    for (const table of moved)
      await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [table])
    return done
  } finally {
    // An open transaction ends with its connection.
    await client.end()
  }
}

/**
 * What a distributed database asks of every connection: SET LOCAL reaches the workers; a statement is planned for its group
 * each time, since the plan names the shard. The owner's changes of many shards go one after the other. What the program's connections
 * ask of the planner (`kernel/db/db.ts`) reaches the coordinator alone, so the database of every node says it, too.
 */
export async function applySettings(client: pg.Client): Promise<void> {
  await client.query(`do $$ begin
    execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database());
    execute format('alter database %I set plan_cache_mode = ''force_custom_plan''', current_database());
    execute format('alter database %I set random_page_cost = 1.1', current_database());
    execute format('alter database %I set jit = off', current_database());
    execute format('alter role %I in database %I set citus.multi_shard_modify_mode = ''sequential''', current_user, current_database());
    execute format('alter role %I in database %I set citus.enable_unsafe_triggers = on', current_user, current_database());
  end $$`)
}

async function distributeTables(client: pg.Client): Promise<Done & { moved: string[] }> {
  const waiting = await waitingTables(client)
  const reasons = waiting.flatMap(reasonsAgainst)
  if (reasons.length > 0) throw new NotDistributable(reasons.join('\n'))
  const triggersDropped = await dropTellingTriggers(client)
  const policies = await rewritePolicies(client)
  const keys = await dropForeignKeys(client, waiting)
  const reference = waiting.filter(isShared)
  const own = waiting.filter((table) => !isShared(table))
  for (const { name } of reference) await client.query('select create_reference_table($1::regclass)', [name])
  const first = await firstDistributed(client)
  for (const { name } of own) {
    const sample = first ?? own[0]?.name
    const beside = name === sample ? 'default' : sample
    await client.query(`select create_distributed_table($1::regclass, 'group_id', colocate_with => $2)`, [name, beside])
  }
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  const moved = waiting.map(({ name }) => name)
  return { distributed: own.length, reference: reference.length, policies, triggersDropped, moved }
}

async function assertCluster(client: pg.Client): Promise<void> {
  const extension = await client.query(`select 1 from pg_extension where extname = 'citus'`)
  if (extension.rowCount === 0)
    throw new NotDistributable('the database has no extension citus: create it on every node')
  const { rows } = await client.query<{ workers: number; isCoordinator: boolean }>(
    `select (select count(*)::int from pg_dist_node where isactive and shouldhaveshards) as workers,
      (select groupid = 0 from pg_dist_local_group) as "isCoordinator"`,
  )
  if (!rows[0]?.isCoordinator) throw new NotDistributable('this is a worker: connect to the coordinator')
  if (rows[0].workers === 0) throw new NotDistributable('no active node takes shards: add workers by citus_add_node')
}

interface Table {
  schema: string
  /** With its schema, quoted where it must be. */
  name: string
  /** Columns of the primary key in order; none without one. */
  key: string[]
  /** Unique indexes that lack group_id. */
  groupless: string[]
  /** Foreign keys that a distributed table cannot have, with what they do. */
  foreign: string[]
  kind: string
}

const isShared = ({ schema }: Table): boolean => schema === 'shared'

/** Tables that are neither distributed nor the migrations' own notes. */
async function waitingTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.oid::regclass::text as name, c.relkind as kind,
      array(select a.attname::text from pg_index i, unnest(i.indkey::int2[]) with ordinality as k (no, at)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.no
        where i.indrelid = c.oid and i.indisprimary order by k.at) as key,
      array(select i.indexrelid::regclass::text from pg_index i
        where i.indrelid = c.oid and i.indisunique and not exists (select from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'group_id' and a.attnum = any (i.indkey::int2[]))) as groupless,
      array(select f.conname::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and (f.confdeltype in ('n', 'd') or f.confupdtype in ('n', 'd'))) as foreign
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where ${waitsForCluster}
    order by c.oid`)
  return rows
}

function reasonsAgainst(table: Table): string[] {
  const { name, schema, kind, key, groupless, foreign } = table
  if (kind !== 'r') return [`${name} is no plain table`]
  if (isShared(table)) return []
  if (schema !== 'public')
    return [`${name} stands in schema ${schema}: a table of a group belongs in public, any other in shared`]
  if (key[0] !== 'group_id') return [`${name} has no primary key that begins with group_id`]
  return [
    ...groupless.map((index) => `${name}: the unique index ${index} lacks group_id`),
    ...foreign.map((constraint) => `${name}: ${constraint} sets columns to null or default, group_id among them`),
  ]
}

/** The table beside which new ones are laid, so that the rows of a group stay on one node. */
async function firstDistributed(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::regclass::text as name from pg_dist_partition where partmethod = 'h' order by logicalrelid limit 1`,
  )
  return rows[0]?.name
}

/** The function that the policies ask; its source stands here alone. */
const groupInHand = `create or replace function shared.group_in_hand() returns bigint language sql immutable parallel safe
  as 'select current_setting(''app.group_id'')::bigint'`

const setting = `current_setting('app.group_id'`

/**
 * Row-level security names the group when a statement is planned, on every level of it: the function is called immutable, so
 * the planner folds it to a constant, and the whole statement goes to the one shard of the group (ADR 0138).
 */
async function rewritePolicies(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select polrelid::regclass::text as table, quote_ident(polname) as name from pg_policy
      where position($1 in pg_get_expr(polqual, polrelid)) > 0`,
    [setting],
  )
  if (rows.length > 0) await client.query(groupInHand)
  for (const { table, name } of rows)
    await client.query(`alter policy ${name} on ${table} using (group_id = shared.group_in_hand())`)
  return rows.length
}

/** A change of a shared table commits on all nodes together, which a NOTIFY within it forbids; the program tells it itself. */
async function dropTellingTriggers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as name from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      join pg_proc f on f.oid = t.tgfoid
      where c.relnamespace = 'shared'::regnamespace and not t.tgisinternal and f.prosrc ~* 'notify|shared\\.tell_access'`,
  )
  for (const { table, name } of rows) await client.query(`drop trigger ${name} on ${table}`)
  return rows.length
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Takes off the foreign keys of tables that wait, whichever way they point: they come back when both ends are distributed. */
async function dropForeignKeys(client: pg.Client, waiting: readonly Table[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and (conrelid = any ($1::regclass[]) or confrelid = any ($1::regclass[]))`,
    [waiting.map(({ name }) => name)],
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

async function isDivided(ownerUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return await isDistributed(client)
  } finally {
    await client.end()
  }
}

async function main(): Promise<void> {
  const { DATABASE_URL: ownerUrl } = process.env
  if (!ownerUrl) throw new NotDistributable('DATABASE_URL names no database')
  // What was distributed before an upgrade gets the new tables first, and the rest of what they need then.
  const write = (await isDivided(ownerUrl)) ? clusterStatements : undefined
  await migrate(ownerUrl, join(import.meta.dirname, '../db/migrations'), write)
  const done = await distribute(ownerUrl)
  console.log(
    `distributed ${done.distributed} tables, ${done.reference} for reference; ${done.policies} policies rewritten, ${done.triggersDropped} triggers dropped`,
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main().catch((error: unknown) => {
    console.error(error instanceof NotDistributable ? `not distributed:\n${error.message}` : error)
    process.exitCode = 1
  })
