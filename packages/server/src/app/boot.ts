import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { fillRegions } from '../basics/public'
import { Database } from '../kernel/db/db'
import { bindDevice } from '../shell/device'
import type { BackupState } from './backup/schedule'
import { addressesOf } from './addresses'
import { bindAreas } from './areas'
import type { Config } from './config'
import { tellRelease } from '../shell/releases/releases'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres'
import { demoWarning, embeddedNotice, firstStart, type Notice, passwordNotice, standsOpen } from './first-start'
import { loadDeviceKey } from './device-key'
import { openFiles } from './files'
import { bindDocs } from './docs'
import { bindHealth } from './health'
import { createApp } from './http'
import { startJobs } from './jobs'
import { bindMetrics } from './metrics'
import { migrate, migrationNames } from './migrate'
import { servePages } from './pages'
import { bindPush } from './push/push'
import { explainDatabase, explainListening, type StartupError } from './startup-error'
import { prepareStop } from './stop'

export interface Running {
  /** Where it answers; the first is this machine's own, the others are for the machines beside it. */
  addresses: [string, ...string[]]
  /** Who may sign in, and what to beware of, for the person who started the program. */
  notice: Notice
  db: Database
  /** Settles when the embedded database is gone for good; the program cannot go on then. */
  lost: Promise<StartupError>
  /** Stops everything within 15 s; answers in words what had not ended by then. */
  stop(): Promise<string[]>
}

/** Folders that the build laid out beside the server's bundle. */
interface Folders {
  migrations: string
  web: string
}

/** Starts everything: database, migrations, HTTP. What a newcomer can mend is reported as one clear line. */
export async function boot(config: Config, folders: Folders, log: FastifyBaseLogger): Promise<Running> {
  await assertPortFree(config)
  const postgres = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  try {
    return await serve(config, folders, log, postgres)
  } catch (error) {
    await postgres?.stop()
    throw postgres?.diskFull ?? explainDatabase(error)
  }
}

async function serve(
  config: Config,
  folders: Folders,
  log: FastifyBaseLogger,
  postgres: EmbeddedPostgres | null,
): Promise<Running> {
  const ownerUrl = config.databaseUrl ?? (postgres?.url as string)
  const appUrl = await migrate(ownerUrl, folders.migrations)
  await openFiles(config)
  let isStopping = false
  const lost = (error: Error) => isStopping || log.warn(`database connection lost: ${error.message}`)
  const db = new Database(appUrl, { onError: lost })
  await fillRegions(db)
  const start = await firstStart(db, ownerUrl, config.demo)
  if (start.password !== undefined)
    start.notice.push(await passwordNotice(start.password, config.dataDir, process.stdout.isTTY))
  const isOpenDemo = standsOpen(start, config.host)
  const { integrations, trustProxy } = config
  const app = await createApp(db, { logger: log, integrations, trustProxy, isOpenDemo })
  bindDevice(app, await loadDeviceKey(ownerUrl, config.dataDir))
  const { sockets } = await bindPush(app.http, db)
  bindDocs(app, bindAreas(app))
  if (existsSync(folders.web)) await servePages(app, folders.web)
  const migrations = await migrationNames(folders.migrations)
  const backup = config.backup && postgres ? { ...config.backup, dataDir: config.dataDir, ownerUrl } : undefined
  const backups: BackupState = { lastAt: undefined, failure: undefined }
  // Why a backup failed names folders; the log and the keepers are told, not everybody who asks.
  const backupNote = () => ({ backup: { lastAt: backups.lastAt, failed: backups.failure !== undefined } })
  const notes = () => (backup ? backupNote() : {})
  bindHealth(app.http, { db, migrations, notes })
  bindMetrics(app.http, { db, sockets, backups: backup && backups }, config.metricsToken)
  const stop = prepareStop({ http: app.http, db })
  await listen(config, () => app.http.listen({ port: config.port, host: config.host }))
  const jobs = startJobs(db, log, backup && { ...backup, state: backups })
  tellRelease(db).catch((error: unknown) => log.error({ err: error }, 'the release could not be told'))
  return {
    addresses: addressesOf(config.host, (app.http.server.address() as AddressInfo).port),
    notice: [...(postgres ? [embeddedNotice] : []), ...start.notice, ...(isOpenDemo ? [demoWarning(config.host)] : [])],
    db,
    lost: postgres?.lost ?? new Promise(() => undefined),
    async stop() {
      isStopping = true
      return stop({ jobs, postgres })
    },
  }
}

/** Tries the port before anything is prepared, since the demo company takes a minute to make. */
async function assertPortFree(config: Config): Promise<void> {
  const { port, host } = config
  const probe = createServer()
  await listen(
    config,
    () => new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, host, resolve)),
  )
  await new Promise((resolve) => probe.close(resolve))
}

async function listen(config: Config, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw explainListening(error, config)
  }
}
