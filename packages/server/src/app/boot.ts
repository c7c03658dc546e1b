import { createServer } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { fillRegions } from '../basics/public'
import { Database } from '../kernel/db/db'
import type { BackupState } from './backup/schedule'
import { addressesOf } from './addresses'
import type { Config } from './config'
import { loadDeviceKey } from './device-key'
import { assertWhollyDistributed } from './distributed'
import { startEmbeddedPostgres } from './embedded-postgres'
import { openFiles } from './files'
import { demoWarning, embeddedNotice, firstStart, type Notice, passwordNotice, standsOpen } from './first-start'
import { startJobs } from './jobs'
import { migrate } from './migrate'
import { type Folders, listening, type Prepared, serve } from './serve'
import { explainDatabase, type StartupError } from './startup-error'
import { lead, type Start, type Started } from './workers'

export interface Running extends Omit<Started, 'port'> {
  /** Where it answers; the first is this machine's own, the others are for the machines beside it. */
  addresses: [string, ...string[]]
  /** Who may sign in, and what to beware of, for the person who started the program. */
  notice: Notice
  /** Settles when the embedded database is gone for good; the program cannot go on then. */
  lost: Promise<StartupError>
}

/** Its pools, the ear for messages, and some to spare. */
const connectionsOfWorker = 15

/** Starts everything: database, migrations, HTTP. What a newcomer can mend is reported as one clear line. */
export async function boot(config: Config, folders: Folders, log: FastifyBaseLogger): Promise<Running> {
  await assertPortFree(config)
  const { dataDir, workers } = config
  const settings = { max_connections: String(Math.max(100, (workers + 2) * connectionsOfWorker)) }
  const postgres = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log, settings })
  const ownerUrl = config.databaseUrl ?? (postgres?.url as string)
  try {
    const { notice, ...prepared } = await prepare(config, folders, ownerUrl)
    const backup = postgres && config.backup ? { ...config.backup, dataDir, ownerUrl } : undefined
    const start = config.workers > 1 ? lead : alone
    const { port, ...started } = await start({ config, folders, log, prepared, postgres, backup })
    return {
      ...started,
      addresses: addressesOf(config.host, port),
      notice: [...(postgres ? [embeddedNotice] : []), ...notice],
      lost: postgres?.lost ?? new Promise(() => undefined),
    }
  } catch (error) {
    await postgres?.stop()
    throw postgres?.diskFull ?? explainDatabase(error)
  }
}

/** What is done once, however many processes answer then. */
async function prepare(config: Config, folders: Folders, ownerUrl: string): Promise<Prepared & { notice: Notice }> {
  await assertWhollyDistributed(ownerUrl, folders.migrations)
  const appUrl = await migrate(ownerUrl, folders.migrations)
  await openFiles(config)
  const db = new Database(appUrl)
  try {
    await fillRegions(db)
    const start = await firstStart(db, ownerUrl, config.demo)
    if (start.password !== undefined)
      start.notice.push(await passwordNotice(start.password, config.dataDir, process.stdout.isTTY))
    const isOpenDemo = standsOpen(start, config.host)
    const notice = [...start.notice, ...(isOpenDemo ? [demoWarning(config.host)] : [])]
    return { appUrl, deviceKey: await loadDeviceKey(ownerUrl, config.dataDir), isOpenDemo, notice }
  } finally {
    await db.close()
  }
}

/** The whole program in this process. */
async function alone({ config, folders, log, prepared, postgres, backup }: Start): Promise<Started> {
  const backups: BackupState = { lastAt: undefined, failure: undefined }
  const { db, port, stop } = await serve({ config, folders, log, prepared, backups: backup && backups })
  const jobs = startJobs(db, log, { daily: true, backup: backup && { ...backup, state: backups } })
  return { db, port, stop: () => stop({ jobs, postgres }) }
}

/** Tries the port before anything is prepared, since the demo company takes a minute to make. */
async function assertPortFree(config: Config): Promise<void> {
  const { port, host } = config
  const probe = createServer()
  await listening(
    config,
    () => new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, host, resolve)),
  )
  await new Promise((resolve) => probe.close(resolve))
}
