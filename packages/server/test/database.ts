import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '../src/app/migrate'
import { beStrict, cloneDistributed, onNodes } from './citus'

export interface TestDatabase {
  ownerUrl: string
  appUrl: string
  drop(): Promise<void>
}

/**
 * A fresh database, cloned from the migrated template by its files, which takes half as long as by the log; on a cluster a
 * distributed one, where the program must ask one shard at a time.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  const nodes = inject('citusNodes')
  if (nodes.length > 0) return freshDistributed(nodes)
  const { ownerUrl, drop } = await newDatabase('template chepu_template strategy file_copy')
  return { ownerUrl, drop, appUrl: sameDatabase(inject('templateAppUrl'), ownerUrl) }
}

async function freshDistributed(nodes: readonly string[]): Promise<TestDatabase> {
  const name = freshName()
  await cloneDistributed(nodes, name, new URL(inject('templateUrl')).pathname.slice(1))
  const ownerUrl = databaseUrl(name)
  const appUrl = await migrate(ownerUrl, migrations)
  await beStrict(ownerUrl, appUrl)
  return { ownerUrl, appUrl, drop: () => onNodes(nodes, `drop database ${name} with (force)`) }
}

/** The migrations of the sources. */
export const migrations = join(import.meta.dirname, '../../../db/migrations')

/** A database of its own with nothing in it, or made as `options` of CREATE DATABASE say. */
export async function newDatabase(options = ''): Promise<Omit<TestDatabase, 'appUrl'>> {
  const name = freshName()
  const maintenance = databaseUrl('postgres')
  await runSql(maintenance, `create database ${name} ${options}`)
  return { ownerUrl: databaseUrl(name), drop: () => runSql(maintenance, `drop database ${name} with (force)`) }
}

const freshName = (): string => `t_${randomBytes(6).toString('hex')}`

/** The address `url` with the database of `of`: a clone is migrated, and its secrets name the template's role. */
function sameDatabase(url: string, of: string): string {
  const address = new URL(url)
  address.pathname = new URL(of).pathname
  return address.toString()
}

/** Owner's address of a database of the tests' cluster. */
export function databaseUrl(name: string): string {
  const url = new URL(inject('templateUrl'))
  url.pathname = `/${name}`
  return url.toString()
}

/** SQL: processes `pid` of the database that wait for a lock; on a cluster they may wait for it on a worker. */
export const lockWaiters = (): string =>
  inject('citusNodes').length > 0
    ? `select distinct a.pid from citus_lock_waits w join pg_stat_activity a on a.pid = citus_pid_for_gpid(w.waiting_gpid)
        where a.datname = current_database()`
    : `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Runs SQL over a connection of its own. */
export async function runSql(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
