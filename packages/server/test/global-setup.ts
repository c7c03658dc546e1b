import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/app/embedded-postgres'
import { migrate } from '../src/app/migrate'

declare module 'vitest' {
  interface ProvidedContext {
    /** Owner's address of the template database; every test file makes a database of its own from it. */
    templateUrl: string
  }
}

/** Each worker has at most a few pools open at a time, of a program's 12 connections and those that tests open besides. */
const connections = String(100 + 50 * availableParallelism())

/** Starts one PostgreSQL for all test files and migrates a template database. Durability is off: tests never crash it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chepu-test-'))
  const server = await startEmbeddedPostgres({
    dataDir,
    log: { debug: () => undefined, error: console.error },
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: connections },
  })
  const template = new URL(server.url)
  template.pathname = '/chepu_template'
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('create database chepu_template')
  await admin.end()
  await migrate(template.toString(), join(import.meta.dirname, '../../../db/migrations'))
  project.provide('templateUrl', template.toString())
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
