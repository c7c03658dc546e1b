import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '../src/app/migrate'

export interface TestDatabase {
  ownerUrl: string
  appUrl: string
  drop(): Promise<void>
}

/** A fresh database, cloned from the migrated template. */
export async function freshDatabase(): Promise<TestDatabase> {
  const { ownerUrl, drop } = await newDatabase('template chepu_template')
  return { ownerUrl, drop, appUrl: await migrate(ownerUrl, migrations) }
}

/** The migrations of the sources. */
export const migrations = join(import.meta.dirname, '../../../db/migrations')

/** A database of its own with nothing in it, or made as `options` of CREATE DATABASE say. */
export async function newDatabase(options = ''): Promise<Omit<TestDatabase, 'appUrl'>> {
  const name = `t_${randomBytes(6).toString('hex')}`
  const maintenance = databaseUrl('postgres')
  await runSql(maintenance, `create database ${name} ${options}`)
  return { ownerUrl: databaseUrl(name), drop: () => runSql(maintenance, `drop database ${name} with (force)`) }
}

/** Owner's address of a database of the tests' cluster. */
export function databaseUrl(name: string): string {
  const url = new URL(inject('templateUrl'))
  url.pathname = `/${name}`
  return url.toString()
}

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
