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
  const template = new URL(inject('templateUrl'))
  const name = `t_${randomBytes(6).toString('hex')}`
  const maintenance = new URL(template)
  maintenance.pathname = '/postgres'
  await command(maintenance, `create database ${name} template chepu_template`)
  const owner = new URL(template)
  owner.pathname = `/${name}`
  const appUrl = await migrate(owner.toString(), join(import.meta.dirname, '../../../db/migrations'))
  return {
    ownerUrl: owner.toString(),
    appUrl,
    drop: () => command(maintenance, `drop database ${name} with (force)`),
  }
}

async function command(url: URL, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.toString() })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
