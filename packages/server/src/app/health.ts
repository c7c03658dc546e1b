import { setTimeout as pause } from 'node:timers/promises'
import { clientVersion } from '@chepu/contract/shell/constants'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../kernel/db/db'
import { isClosing } from './stop'

/** Addresses for what watches the program: whether the process lives, whether it can work, and its figures. */
export const watchPaths = ['/healthz', '/readyz', '/metrics']

/** A database that has not answered by then is away. */
const patienceMs = 2000
/** Whoever asks more often is told the last answer, so that the address costs nothing. */
const keptMs = 1000

/** What the database answers, or null when it fails or says nothing for so long. */
export const inPatience = <Result>(asked: Promise<Result>): Promise<Result | null> =>
  Promise.race([asked.catch(() => null), pause(patienceMs, null, { ref: false })])

/** What an answer says of one thing: 'ok', or what is wrong. */
interface Findings {
  database: string
  /** Whether the database has run the program's migrations, and no others. */
  migrations: string
}

/**
 * Serves `/healthz` (the process answers) and `/readyz`: 200 when the database answers and has run `migrations`, the names of
 * the program's own, and the server does not stop; else 503. `notes` are told besides and make nobody unready.
 */
export function bindHealth(
  http: FastifyInstance,
  { db, migrations, notes }: { db: Database; migrations: readonly string[]; notes: () => Record<string, unknown> },
): void {
  let last: { at: number; findings: Promise<Findings> } | undefined
  // A look that was given up still holds its connection: no other begins before its statement has ended.
  let isAsking = false
  const findings = (): Promise<Findings> => {
    if (last && (isAsking || performance.now() - last.at <= keptMs)) return last.findings
    isAsking = true
    const asked = migrationsRun(db).finally(() => (isAsking = false))
    last = { at: performance.now(), findings: found(asked, migrations) }
    return last.findings
  }
  http.get('/healthz', { logLevel: 'warn' }, (_request, reply) => answer(reply, 200, { status: 'ok' }))
  http.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    if (isClosing(http)) return answer(reply, 503, { status: 'stopping' })
    const found = await findings()
    const isReady = Object.values(found).every((each) => each === 'ok')
    return answer(reply, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', ...found, ...notes() })
  })
}

const answer = (reply: FastifyReply, status: number, body: Record<string, unknown>): FastifyReply =>
  reply
    .status(status)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send({ ...body, version: clientVersion })

const migrationsRun = (db: Database): Promise<{ name: string }[]> =>
  db.shared<{ name: string }>({ text: 'select name from public.kysely_migration order by name' })

async function found(asked: Promise<{ name: string }[]>, migrations: readonly string[]): Promise<Findings> {
  const rows = await inPatience(asked)
  if (!rows) return { database: 'away', migrations: 'unknown' }
  const run = new Set(rows.map(({ name }) => name))
  const missing = migrations.filter((name) => !run.has(name))
  const newer = rows.filter(({ name }) => !migrations.includes(name))
  if (missing.length > 0) return { database: 'ok', migrations: `missing: ${missing.join(', ')}` }
  if (newer.length > 0) return { database: 'ok', migrations: `newer: ${newer.map(({ name }) => name).join(', ')}` }
  return { database: 'ok', migrations: 'ok' }
}
