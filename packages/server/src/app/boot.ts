import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { fillRegions } from '../basics/public'
import { Database } from '../kernel/db'
import { keepFilesIn } from '../kernel/file-store'
import { bindDevice, loadDeviceKey } from '../shell/device'
import { bindAreas } from './areas'
import type { Config } from './config'
import { tellRelease } from '../shell/releases/releases'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres'
import { demoWarning, firstStart, type Notice, standsOpen } from './first-start'
import { bindDocs } from './docs'
import { createApp } from './http'
import { startJobs } from './jobs'
import { migrate } from './migrate'
import { servePages } from './pages'
import { bindPush } from './push/push'
import { StartupError } from './startup-error'

export interface Running {
  address: string
  /** Who may sign in, and what to beware of, for the person who started the program. */
  notice: Notice
  db: Database
  /** Settles when the embedded database is gone for good; the program cannot go on then. */
  lost: Promise<StartupError>
  stop(): Promise<void>
}

/** Folders that the build laid out beside the server's bundle. */
export interface Folders {
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
    throw error
  }
}

async function serve(
  config: Config,
  folders: Folders,
  log: FastifyBaseLogger,
  postgres: EmbeddedPostgres | null,
): Promise<Running> {
  const ownerUrl = config.databaseUrl ?? (postgres?.url as string)
  const appUrl = await reachable(() => migrate(ownerUrl, folders.migrations))
  const db = new Database(appUrl, { onError: (error) => log.warn(`database connection lost: ${error.message}`) })
  await fillRegions(db)
  const start = await firstStart(db, ownerUrl, config.demo)
  const isOpenDemo = standsOpen(start, config.host)
  const { outside, trustProxy } = config
  const app = await createApp(db, { logger: log, outside, trustProxy, isOpenDemo })
  bindDevice(app, await loadDeviceKey(config.dataDir))
  keepFilesIn(join(config.dataDir, 'files'))
  await bindPush(app.http, db)
  bindDocs(app, bindAreas(app))
  if (existsSync(folders.web)) await servePages(app.http, folders.web)
  await listen(config, () => app.http.listen({ port: config.port, host: config.host }))
  const jobs = startJobs(db, log)
  tellRelease(db).catch((error: unknown) => log.error({ err: error }, 'the release could not be told'))
  return {
    address: `http://localhost:${config.port}`,
    notice: isOpenDemo ? [...start.notice, demoWarning(config.host)] : start.notice,
    db,
    lost: postgres?.lost ?? new Promise(() => undefined),
    async stop() {
      await app.http.close()
      await jobs.stop()
      await db.close()
      await postgres?.stop()
    },
  }
}

/** Tries the port before anything is prepared, since the demo company takes a minute to make. */
async function assertPortFree({ port, host }: Config): Promise<void> {
  const probe = createServer()
  await listen(
    { port },
    () => new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, host, resolve)),
  )
  await new Promise((resolve) => probe.close(resolve))
}

async function listen({ port }: Pick<Config, 'port'>, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw portError(error, port)
  }
}

async function reachable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN'].includes(code)) {
      throw new StartupError('数据库连接不上，请检查 DATABASE_URL 指向的 PostgreSQL 是否已启动（database unreachable）')
    }
    if (code === '28P01' || code === '28000')
      throw new StartupError('数据库拒绝登录，请检查 DATABASE_URL 的用户名和密码（access denied）')
    if (code === '3D000') throw new StartupError('DATABASE_URL 中的数据库不存在，请先创建（database does not exist）')
    throw error
  }
}

function portError(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') return new StartupError(`端口 ${port} 已被占用，请用 PORT=其他端口 启动（port in use）`)
  if (code === 'EACCES')
    return new StartupError(`没有权限使用端口 ${port}，请用 PORT=其他端口 启动（port not permitted）`)
  return error
}
