import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { Database } from '../kernel/db/db'
import { bindDevice } from '../shell/device'
import { bindAreas } from './areas'
import type { BackupState } from './backup/schedule'
import type { Config } from './config'
import { bindDocs } from './docs'
import { bindHealth } from './health'
import { createApp } from './http'
import { bindKept } from './kept'
import { bindMetrics } from './metrics'
import { migrationNames } from './migrate'
import { servePages } from './pages'
import { bindPush } from './push/push'
import { explainListening } from './startup-error'
import { prepareStop } from './stop'

/** Folders that the build laid out beside the server's bundle. */
export interface Folders {
  migrations: string
  web: string
}

/** What a server finds done and needs to know; it travels to workers. */
export interface Prepared {
  appUrl: string
  /** Of the device header, as PEM. */
  deviceKey: string
  isOpenDemo: boolean
}

interface Server {
  db: Database
  port: number
  /** Stops it within 15 s; answers in words what had not ended by then. */
  stop: ReturnType<typeof prepareStop>
}

/** Answers requests in this process, on a database that is prepared; `together` as of the figures. */
export async function serve(given: {
  config: Config
  folders: Folders
  log: FastifyBaseLogger
  prepared: Prepared
  /** Of the nightly backup; undefined where the program makes none. */
  backups: BackupState | undefined
  together?: () => Promise<string | undefined>
}): Promise<Server> {
  const { config, folders, log, prepared, backups, together } = given
  let isStopping = false
  const lost = (error: Error) => isStopping || log.warn(`database connection lost: ${error.message}`)
  const db = new Database(prepared.appUrl, { onError: lost })
  const { integrations, trustProxy } = config
  const app = await createApp(db, { logger: log, integrations, trustProxy, isOpenDemo: prepared.isOpenDemo })
  bindDevice(app, prepared.deviceKey)
  const { sockets } = await bindPush(app.http, db)
  bindKept(app.http, db)
  bindDocs(app, bindAreas(app))
  if (existsSync(folders.web)) await servePages(app, folders.web)
  // Why a backup failed names folders; the log and the keepers are told, not everybody who asks.
  const notes = () => (backups ? { backup: { lastAt: backups.lastAt, failed: backups.failure !== undefined } } : {})
  bindHealth(app.http, { db, migrations: await migrationNames(folders.migrations), notes })
  bindMetrics(app.http, { db, sockets, backups, together }, config.metricsToken)
  const stop = prepareStop({ http: app.http, db })
  await listening(config, () => app.http.listen({ port: config.port, host: config.host }))
  return {
    db,
    port: (app.http.server.address() as AddressInfo).port,
    stop(parts) {
      isStopping = true
      return stop(parts)
    },
  }
}

/** Explains why an address cannot be listened on. Throws StartupError. */
export async function listening(config: Config, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw explainListening(error, config)
  }
}
