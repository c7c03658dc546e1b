// Several processes of one machine behind one port: the first one keeps the database, the backup and the others, which answer.
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { AggregatorRegistry } from 'prom-client'
import { Database } from '../kernel/db/db'
import type { BackupOptions } from './backup/backup'
import { type BackupState, startBackups } from './backup/schedule'
import type { Config } from './config'
import type { EmbeddedPostgres } from './embedded-postgres'
import { openFiles } from './files'
import { startJobs } from './jobs'
import { type Folders, type Prepared, serve } from './serve'
import { StartupError } from './startup-error'

export interface Start {
  config: Config
  folders: Folders
  log: FastifyBaseLogger
  prepared: Prepared
  postgres: EmbeddedPostgres | null
  /** Undefined: the program makes no backups. */
  backup: BackupOptions | undefined
}

export interface Started {
  port: number
  db: Database
  /** Stops everything within 15 s; answers in words what had not ended by then. */
  stop(): Promise<string[]>
}

/** What a worker is started with, as JSON in its environment. */
interface Post {
  /** Worker 1 does what is done once a day. */
  number: number
  prepared: Prepared
  hasBackups: boolean
}
const postVariable = 'CHEPU_WORKER'

/** What the first process tells a worker, and the worker it. */
type Told =
  /** How it stands with the backups; milliseconds, since a message is JSON. */
  | { type: 'backups'; lastAt: number | undefined; failure: string | undefined }
  /** The figures of all workers; undefined when one of them did not answer. */
  | { type: 'figures'; asked: string; text: string | undefined }
interface Asked {
  type: 'figures'
  asked: string
}

/** When everything must have stopped. */
const longestMs = 14_500
/** A worker that has not ended by then does not hear any more. */
const hungMs = 10_000
/** A worker that ended is replaced after so long, so that one that cannot start does not keep the machine busy. */
const replaceMs = 500

/** Starts the workers from the first process, and replaces those that end. Throws StartupError when one cannot start at first. */
export async function lead({ config, log, prepared, postgres, backup }: Start): Promise<Started> {
  const backups: BackupState = { lastAt: undefined, failure: undefined }
  const told = (): Told => ({ type: 'backups', lastAt: backups.lastAt?.getTime(), failure: backups.failure })
  const postOf = (number: number): Post => ({ number, prepared, hasBackups: backup !== undefined })
  const staff = new Staff(log, postOf, told)
  const port = await staff.start(config.workers)
  const db = new Database(prepared.appUrl, { max: 2, onError: (error) => log.debug({ err: error }) })
  const backingUp = backup && startBackups(db, { ...backup, state: backups, told: () => staff.tell() }, log)
  return {
    port,
    db,
    async stop() {
      const until = performance.now() + longestMs
      const left = (ms: number) => pause(Math.max(0, until - performance.now() - ms), '内置数据库', { ref: false })
      const late = await staff.stop()
      // The database is stopped whatever a backup does.
      await Promise.race([Promise.resolve(backingUp?.stop()).then(() => db.close()), left(3000)])
      const own = await Promise.race([Promise.resolve(postgres?.stop()), left(0)])
      return [...(late > 0 ? [`${late} 个进程`] : []), ...(own === undefined ? [] : [own])]
    },
  }
}

/** The workers, by number. */
class Staff {
  private readonly workers = new Map<number, Worker>()
  private isStopping = false

  constructor(
    private readonly log: FastifyBaseLogger,
    private readonly postOf: (number: number) => Post,
    private readonly told: () => Told,
  ) {}

  /** Starts so many; answers the port on which they listen. */
  async start(count: number): Promise<number> {
    cluster.setupPrimary({ execArgv: [...process.execArgv, '--enable-source-maps'] })
    const figures = new AggregatorRegistry()
    cluster.on('message', (worker, { type, asked }: Asked) => {
      if (type !== 'figures') return
      void figures.clusterMetrics().then(
        (text) => send(worker, { type, asked, text }),
        () => send(worker, { type, asked, text: undefined }),
      )
    })
    const ports = Array.from({ length: count }, (_, i) => this.hire(i + 1))
    const [port] = await Promise.all(ports)
    return port as number
  }

  /** Tells all how it stands with the backups. */
  tell(): void {
    for (const worker of this.workers.values()) send(worker, this.told())
  }

  /** Answers how many did not end as they should. */
  async stop(): Promise<number> {
    this.isStopping = true
    const ends = [...this.workers.values()].map(async (worker) => {
      const ended = once(worker, 'exit') as Promise<[code: number | null]>
      worker.process.kill('SIGTERM')
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), hungMs)
      const [code] = await ended
      clearTimeout(timer)
      return code
    })
    return (await Promise.all(ends)).filter((code) => code !== 0).length
  }

  /** Starts one and answers its port; whenever it ends later, another one takes its number. */
  private async hire(number: number): Promise<number> {
    const worker = cluster
      .fork({ [postVariable]: JSON.stringify(this.postOf(number)) })
      .on('error', (error) => this.log.debug({ err: error }))
    this.workers.set(number, worker)
    const ended = once(worker, 'exit').then(() => undefined)
    const address = await Promise.race([once(worker, 'listening').then(([at]) => at as { port: number }), ended])
    if (!address) throw new StartupError(`第 ${number} 个进程没有启动，原因见上（a worker did not start）`)
    this.log.info({ worker: number, workerPid: worker.process.pid }, 'a worker answers')
    send(worker, this.told())
    void ended.then(() => this.replace(number))
    return address.port
  }

  private async replace(number: number): Promise<void> {
    this.workers.delete(number)
    if (this.isStopping) return
    this.log.error({ worker: number }, 'a worker has ended and is replaced')
    await pause(replaceMs)
    if (!this.isStopping) await this.hire(number).catch(() => this.replace(number))
  }
}

// One that has just ended is told nothing.
const send = (worker: Worker, told: Told) => worker.isConnected() && worker.send(told, () => undefined)

/** The whole life of a worker: answers requests, and stops when the first process says so. */
export async function work(config: Config, folders: Folders, log: FastifyBaseLogger): Promise<void> {
  // The terminal's Ctrl-C reaches the first process, too, which passes it on in its own time.
  process.on('SIGINT', () => undefined)
  const { number, prepared, hasBackups } = JSON.parse(process.env[postVariable] ?? '') as Post
  delete process.env[postVariable]
  const backups: BackupState = { lastAt: undefined, failure: undefined }
  const awaited = new Map<string, (text: string | undefined) => void>()
  process.on('message', (told: Told) => {
    if (told.type === 'backups') {
      backups.lastAt = told.lastAt === undefined ? undefined : new Date(told.lastAt)
      backups.failure = told.failure
    }
    if (told.type === 'figures') awaited.get(told.asked)?.(told.text)
  })
  const together = () =>
    new Promise<string | undefined>((resolve) => {
      const asked = crypto.randomUUID()
      awaited.set(asked, (text) => (awaited.delete(asked), resolve(text)))
      process.send?.({ type: 'figures', asked } satisfies Asked)
    })
  await openFiles(config)
  const { db, stop } = await serve({
    config,
    folders,
    log,
    prepared,
    backups: hasBackups ? backups : undefined,
    together,
  })
  const jobs = startJobs(db, log, { daily: number === 1 })
  let isStopping = false
  // A service manager tells every process of the service, and the first one tells it again.
  process.on('SIGTERM', () => {
    if (isStopping) return
    isStopping = true
    void stop({ jobs, postgres: null }).then((left) => {
      if (left.length > 0) log.warn({ left }, 'a worker has not ended everything')
      process.exit(left.length > 0 ? 1 : 0)
    })
  })
}
