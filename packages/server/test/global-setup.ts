import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/app/embedded-postgres'
import { migrate } from '../src/app/migrate'
import { distributedTemplate, nodesOf, onNodes } from './citus'
import { scratchFolder } from './memory'

declare module 'vitest' {
  interface ProvidedContext {
    /** Owner's address of the template database; every test file makes a database of its own from it. */
    templateUrl: string
    /** The application's address of it, whose role may work in every clone, too; '' on a cluster. */
    templateAppUrl: string
    /** Addresses of the nodes of a Citus cluster; none when the tests have a PostgreSQL of their own. */
    citusNodes: string[]
    /** A folder for the bundled program, from which the packages of this installation are found. */
    programFolder: string
  }
}

/** Each worker has at most a few pools open at a time, of a program's 12 connections and those that tests open besides. */
const connections = String(100 + 50 * availableParallelism())

const migrations = join(import.meta.dirname, '../../../db/migrations')

/** One template database for all test files: on the cluster of CITUS_URL when it is set, else on a PostgreSQL started for them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { CITUS_URL: citusUrl } = process.env
  const programFolder = mkdtempSync(join(import.meta.dirname, '../../../node_modules/.chepu-program-'))
  project.provide('programFolder', programFolder)
  const end = await (citusUrl ? onCluster(project, citusUrl) : onOwnServer(project))
  return async () => {
    rmSync(programFolder, { recursive: true, force: true })
    await end()
  }
}

async function onCluster(project: TestProject, citusUrl: string): Promise<() => Promise<void>> {
  const nodes = await nodesOf(citusUrl)
  const name = `chepu_template_${randomBytes(4).toString('hex')}`
  project.provide('templateUrl', await distributedTemplate(nodes, name, migrations))
  project.provide('templateAppUrl', '')
  project.provide('citusNodes', nodes)
  return () => onNodes(nodes, `drop database ${name} with (force)`)
}

/** Durability is off: tests never crash it. */
async function onOwnServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(scratchFolder(), 'chepu-test-'))
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
  project.provide('templateAppUrl', await migrate(template.toString(), migrations))
  project.provide('templateUrl', template.toString())
  project.provide('citusNodes', [])
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
