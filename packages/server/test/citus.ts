// The tests' databases on a Citus cluster, when CITUS_URL names one (docs/scaling.md): every database stands on all nodes under one name.
import pg from 'pg'
import { applySettings, distribute } from '../../../tools/distribute'
import { migrate } from '../src/app/migrate'

/** Addresses of the cluster's nodes in their database postgres, the coordinator first. */
export async function nodesOf(citusUrl: string): Promise<string[]> {
  const { rows } = await onNode<{ host: string; port: number }>(
    citusUrl,
    'select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid',
  )
  return rows.map(({ host, port }) => {
    const url = new URL(citusUrl)
    url.host = `${host}:${port}`
    url.pathname = '/postgres'
    return url.toString()
  })
}

/** Makes a distributed database with all migrations, to be cloned, and closes it to everybody; answers its coordinator's address. */
export async function distributedTemplate(nodes: readonly string[], name: string, migrations: string): Promise<string> {
  const coordinator = await clusterDatabase(nodes, name)
  await migrate(coordinator, migrations)
  await distribute(coordinator)
  // The maintenance of a distributed database is connected to it, and a database that is in use cannot be cloned.
  await onNodes(nodes, `alter database ${name} allow_connections false`)
  await onNodes(nodes, `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`)
  return coordinator
}

/** Makes an empty database on all nodes, which know each other in it; answers its coordinator's address. */
export async function clusterDatabase(nodes: readonly string[], name: string): Promise<string> {
  await onNodes(nodes, `create database ${name}`)
  const places = nodes.map((node) => inDatabase(node, name))
  await onNodes(places, 'create extension citus')
  const [coordinator = '', ...workers] = places
  await onNode(coordinator, 'select citus_set_coordinator_host($1, $2)', hostOf(coordinator))
  for (const worker of workers) await onNode(coordinator, 'select citus_add_node($1, $2)', hostOf(worker))
  // Few shards: what goes to two of them is noticed, and a clone is made of fewer files.
  await onNode(coordinator, `alter database ${name} set citus.shard_count = 4`)
  return coordinator
}

/** A database's own entry among what its nodes have in common. */
const knowClone = `update pg_dist_object set objid = (select oid from pg_database where datname = current_database())
  where classid = 'pg_database'::regclass`

/** Clones a distributed database on all nodes; settings of a database and of a role within it are not cloned, but made on all of them again. */
export async function cloneDistributed(nodes: readonly string[], name: string, template: string): Promise<void> {
  await onNodes(nodes, `create database ${name} template ${template}`)
  const client = new pg.Client({ connectionString: inDatabase(nodes[0] as string, name) })
  await client.connect()
  await client.query(knowClone)
  await applySettings(client)
  await client.end()
}

/** A statement of the program that asks several shards fails instead of being slow, and the nodes count what was asked. */
export async function beStrict(ownerUrl: string, appUrl: string): Promise<void> {
  const [database, role] = [new URL(ownerUrl).pathname.slice(1), new URL(appUrl).username]
  await onNode(ownerUrl, `alter role ${role} in database ${database} set citus.multi_task_query_log_level = 'error'`)
  await onNode(ownerUrl, `alter database ${database} set citus.enable_stat_counters = on`)
}

/** Runs a statement without parameters on every node. */
export async function onNodes(nodes: readonly string[], text: string): Promise<void> {
  await Promise.all(nodes.map((node) => onNode(node, text)))
}

async function onNode<Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await client.query<Row>(text, values)
  } finally {
    await client.end()
  }
}

function inDatabase(node: string, name: string): string {
  const url = new URL(node)
  url.pathname = `/${name}`
  return url.toString()
}

function hostOf(node: string): [string, number] {
  const { hostname, port } = new URL(node)
  return [hostname, Number.parseInt(port, 10)]
}
