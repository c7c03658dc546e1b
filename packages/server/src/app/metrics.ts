import { createHash, timingSafeEqual } from 'node:crypto'
import { clientVersion } from '@chepu/contract/shell/constants'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../kernel/db/db'
import { countExports } from '../kernel/export/run'
import { Failure } from '../kernel/base/errors'
import type { BackupState } from './backup/schedule'
import { inPatience } from './health'

/** From what a counter does not notice to what nobody waits for, in seconds. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

/** Figures of the whole installation, which every worker reads alike. */
const seenAlike = [
  'chepu_build_info',
  'chepu_exports',
  'chepu_backup_last_success_timestamp_seconds',
  'chepu_backup_failed',
]

interface Watched {
  db: Database
  /** Open push sockets of this process. */
  sockets: { readonly size: number }
  backups: BackupState | undefined
  /** The figures of all workers, where this is one of several; undefined when one of them does not answer. */
  together?: (() => Promise<string | undefined>) | undefined
}

/**
 * Serves the figures of this process at `/metrics`, in the text format of Prometheus, to whoever knows the token. Without a
 * token nothing is counted and the address does not exist.
 */
export function bindMetrics(http: FastifyInstance, watched: Watched, token: string | undefined): void {
  const registry = token === undefined ? undefined : registryOf(http, watched)
  http.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!registry || token === undefined) throw new Failure('notFound', '接口不存在')
    if (!bears(request, token)) {
      reply.header('www-authenticate', 'Bearer')
      throw new Failure('signedOut', '请求头 authorization 应为 Bearer 加 METRICS_TOKEN')
    }
    const text = watched.together ? await watched.together() : await registry.metrics()
    if (text === undefined) throw new Failure('unavailable', '有进程没有应答，请稍后重试')
    return reply.header('content-type', registry.contentType).send(text)
  })
}

/** Hashes have one length, which the comparison wants, and it takes the same time whatever was guessed. */
function bears({ headers }: FastifyRequest, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
}

function registryOf(http: FastifyInstance, watched: Watched): Registry {
  const registry = new Registry()
  if (watched.together) answerForWorkers(registry)
  collectDefaultMetrics({ register: registry })
  countRequests(http, registry)
  const gauge = (name: string, help: string, read: (self: Gauge) => Promise<void> | void, ...labelNames: string[]) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        aggregator: seenAlike.includes(name) ? 'max' : 'sum',
        collect() {
          return read(this)
        },
      }),
    )
  const byState = (self: Gauge, counts: Record<string, number>) => {
    for (const [state, count] of Object.entries(counts)) self.set({ state }, count)
  }
  const { db, sockets, backups } = watched
  gauge('chepu_build_info', 'Version of the program', (self) => self.set({ version: clientVersion }, 1), 'version')
  const connections = () => {
    const { total, busy, waiting } = db.connections
    return { busy, idle: total - busy, waiting }
  }
  gauge(
    'chepu_database_connections',
    'Connections to the database by state, and requests that wait for one',
    (self) => byState(self, connections()),
    'state',
  )
  const exports = lookingOnce(() => countExports(db))
  gauge(
    'chepu_exports',
    'Exports of all groups: waiting, running, and failed within a day; absent while the database is away',
    async (self) => {
      self.reset()
      byState(self, (await inPatience(exports())) ?? {})
    },
    'state',
  )
  gauge('chepu_push_sockets', 'Open push sockets of this process', (self) => self.set(sockets.size))
  if (!backups) return registry
  const seconds = () => (backups.lastAt ? backups.lastAt.getTime() / 1000 : 0)
  const newest = 'When the newest backup was made; 0 when there is none'
  gauge('chepu_backup_last_success_timestamp_seconds', newest, (self) => self.set(seconds()))
  const failed = '1 when the last attempt at a backup failed'
  gauge('chepu_backup_failed', failed, (self) => self.set(backups.failure === undefined ? 0 : 1))
  return registry
}

/** Lets the first process of several read this one's figures: what all see alike is told once, what is their own is summed. */
function answerForWorkers(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry)
  // Its making is what listens.
  void new AggregatorRegistry()
}

/** Whoever asks while a look is under way shares it, so that looks that were given up do not pile up on the connections. */
function lookingOnce<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  return () => (running ??= look().finally(() => (running = undefined)))
}

/** By the pattern of the route, never by the address itself, which holds ids and whatever strangers ask for. */
function countRequests(http: FastifyInstance, registry: Registry): void {
  const registers = [registry]
  const requests = new Counter({
    name: 'chepu_http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'chepu_http_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  })
  http.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'none'
    requests.inc({ method, route, status: reply.statusCode })
    seconds.observe({ method, route }, reply.elapsedTime / 1000)
  })
}
