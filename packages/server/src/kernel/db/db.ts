import type { Duplex } from 'node:stream'
import type { Compilable, RawBuilder } from 'kysely'
import pg from 'pg'
import type { Caller } from '../caller/caller'
import { Failure } from '../base/errors'
import { own } from '../base/own'
import { sqlFor } from './query-builder'

// Text for what must stay exact, numbers for ids and counts, ISO text for instants.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number.parseInt(text, 10))
// Of bigint[] the driver makes texts; ids are never null.
const bigintArray: number = 1016
const readIds = (text: string) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((id) => Number.parseInt(id, 10))
pg.types.setTypeParser(bigintArray, readIds)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

export type Value = unknown
export interface Statement {
  /** A named statement keeps its plan on the connection. */
  name?: string
  text: string
  values?: Value[]
}

const camelNames = new Map<string, string>()
const camel = (name: string): string => {
  const known = camelNames.get(name)
  if (known) return known
  const made = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  camelNames.set(name, made)
  return made
}

const names = new Map<string, string>()
/** One name for one text: two kinds of document insert different columns of the same table. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const made = `text-${names.size + 1}`
  names.set(text, made)
  return made
}

function insertOf(
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
  tail: string,
): Statement {
  const tuple = (row: number) => `(${columns.map((_, i) => `$${row * columns.length + i + 1}`).join(', ')})`
  // An id that was drawn before stands in place of the one that the table would give.
  const drawn = columns.includes('id') ? 'overriding system value' : ''
  const text = `insert into ${table} (${columns.join(', ')}) ${drawn} values ${rows.map((_, i) => tuple(i)).join(', ')} ${tail}`
  // Plans are kept for the row counts of everyday documents only.
  const name = rows.length <= 40 ? nameOf(text) : undefined
  return { ...(name && { name }), text, values: rows.flat() }
}

/** The protocol counts the parameters of a statement with 16 bits. */
const maxParameters = 65_535

/** One statement, or as many as the parameters of the rows need. */
function insertsOf(
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
  tail: string,
): Statement[] {
  const most = Math.floor(maxParameters / columns.length)
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, i) =>
    insertOf(table, columns, rows.slice(i * most, (i + 1) * most), tail),
  )
}

/**
 * How many statements ran in this process, and how often anything was sent on a connection, its answer being waited for or
 * not; tests and the bench read both. `heard`, where somebody sets it, is told each statement as it is sent.
 */
export const statementCount = {
  total: 0,
  roundTrips: 0,
  heard: undefined as ((statement: Statement) => void) | undefined,
}

const gathering = new WeakSet<Duplex>()
/**
 * What one turn of the event loop sends on a connection leaves in one packet: a write to the socket costs more than all
 * else that a short statement costs this process, and the database wakes once for them.
 */
function gather({ stream }: pg.Connection): void {
  if (gathering.has(stream)) return
  gathering.add(stream)
  statementCount.roundTrips += 1
  stream.cork()
  setImmediate(() => {
    gathering.delete(stream)
    stream.uncork()
  })
}

function answerTo(client: pg.ClientBase, statement: Statement): Promise<pg.QueryArrayResult> {
  statementCount.total += 1
  gather((client as pg.Client).connection)
  statementCount.heard?.(statement)
  return client.query<unknown[]>({ ...statement, rowMode: 'array' })
}

async function run<Row>(client: pg.ClientBase, statement: Statement): Promise<Row[]> {
  const result = await answerTo(client, statement)
  const names = result.fields?.map((field) => camel(field.name)) ?? []
  return result.rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i += 1) row[names[i] as string] = values[i]
    return row as Row
  })
}

/**
 * The same promise. That it fails before somebody awaits it ends nothing: the statements behind it fail as well, and so does the
 * commit.
 */
function heard<Result>(answer: Promise<Result>): Promise<Result> {
  answer.catch(() => undefined)
  return answer
}

/** One transaction of one group. Row-level security shows it that group's rows only. */
export class Tx {
  constructor(
    private readonly client: pg.ClientBase,
    readonly db: Database,
    readonly groupId: number,
  ) {}

  private readonly afterwards: (() => void)[] = []

  /** Calls `work` once this transaction has committed, and never when it fails. It must not throw. */
  afterCommit(work: () => void): void {
    this.afterwards.push(work)
  }

  /** Lets every statement of this transaction take its time: work at night or behind the requests, for which nobody waits. */
  takeTime(): void {
    this.send({ text: 'set local statement_timeout = 0' })
  }

  /** For the database alone: the transaction has committed. */
  committed(): void {
    for (const work of this.afterwards) work()
  }

  /** Why it takes no statement any more. */
  ended: Error | undefined

  /** Takes no statement from now on: each throws `reason`, and so does the transaction. */
  end(reason: Error): void {
    this.ended ??= reason
  }

  private assertOpen(): void {
    if (this.ended) throw this.ended
  }

  /** Runs `work`, whose first statements travel with those of `check`. When the check ends the transaction, the work goes no further. */
  async during<Result>(check: Promise<void>, work: () => Promise<Result>): Promise<Result> {
    const [checked, worked] = await Promise.allSettled([check, work()])
    if (checked.status === 'rejected') throw checked.reason
    this.assertOpen()
    if (worked.status === 'rejected') throw worked.reason
    return worked.value
  }

  private readonly sent: Promise<unknown>[] = []
  /** Why the first of the sent statements failed. */
  sentFailure: unknown

  /**
   * Sends a write whose result nobody needs, without waiting for it: statements behind it run after it, and the commit
   * does nothing when it has failed. Not for statements whose violation is turned into a refusal. `onRows` hears what the
   * statement returned, before the commit.
   */
  send<Row>(statement: Statement, onRows: (rows: Row[]) => void = () => undefined): void {
    this.assertOpen()
    this.sent.push(
      run<Row>(this.client, statement).then(onRows, (error: unknown) => {
        this.sentFailure ??= error
      }),
    )
  }

  /** For the database alone. PostgreSQL answers a commit with ROLLBACK when a statement failed that nobody heard of. */
  sendCommit(): void {
    const ended = answerTo(this.client, { text: 'commit' }).then(({ command }) => {
      if (command !== 'COMMIT') throw new Error('nothing was kept: a statement had failed and nobody heard of it')
    })
    this.sent.push(
      ended.catch((error: unknown) => {
        this.sentFailure ??= error
      }),
    )
  }

  /** Waits for all that was sent; throws what the first of them failed of. */
  async settled(): Promise<void> {
    await Promise.all(this.sent)
    if (this.sentFailure !== undefined) throw this.sentFailure
  }

  /**
   * Runs a statement and returns its rows with camelCase keys. Statements that do not need each other's answer are asked for
   * together and awaited afterwards (`Promise.all`): they leave in one packet and run in their order. It never throws before its
   * promise is there, so that no other promise of those asked for together is left alone.
   */
  query<Row = Record<string, unknown>>(statement: Statement): Promise<Row[]> {
    return heard(this.ended ? Promise.reject<Row[]>(this.ended) : run<Row>(this.client, statement))
  }

  /** The first row, or undefined. */
  one<Row = Record<string, unknown>>(statement: Statement): Promise<Row | undefined> {
    return heard(this.query<Row>(statement).then((rows) => rows[0]))
  }

  /** Runs a query that Kysely built. */
  select<Row>(query: Compilable<Row> | RawBuilder<Row>): Promise<Row[]> {
    const { sql, parameters } = compiled(query)
    return this.query<Row>({ text: sql, values: [...parameters] })
  }

  /** The same of a query that comes in few shapes: each keeps its plan on the connection. */
  selectKept<Row>(query: Compilable<Row> | RawBuilder<Row>): Promise<Row[]> {
    const { sql, parameters } = compiled(query)
    return this.query<Row>({ name: nameOf(sql), text: sql, values: [...parameters] })
  }

  /** Multi-row INSERT … VALUES in one round trip, its rows answered in order; `tail` is a RETURNING or ON CONFLICT clause. */
  async insert<Row = Record<string, unknown>>(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly Value[])[],
    tail = '',
  ): Promise<Row[]> {
    const answers = insertsOf(table, columns, rows, tail).map((each) => this.query<Row>(each))
    return (await Promise.all(answers)).flatMap((added) => added)
  }

  /** The same without waiting; see `send`. */
  sendInsert(table: string, columns: readonly string[], rows: readonly (readonly Value[])[], tail = ''): void {
    for (const each of insertsOf(table, columns, rows, tail)) this.send(each)
  }

  /** Rows of a long result, a batch at a time, so that memory stays flat (exports). */
  async *stream<Row>(query: Compilable<Row> | RawBuilder<Row>, batch = 1000): AsyncGenerator<Row> {
    const { sql, parameters } = compiled(query)
    const cursor = `rows_${statementCount.total}`
    await this.query({ text: `declare ${cursor} no scroll cursor for ${sql}`, values: [...parameters] })
    for (;;) {
      const rows = await this.query<Row>({ text: `fetch ${batch} from ${cursor}` })
      yield* rows
      if (rows.length < batch) break
    }
    await this.query({ text: `close ${cursor}` })
  }
}

const compiled = <Row>(query: Compilable<Row> | RawBuilder<Row>) =>
  'toOperationNode' in query && 'as' in query
    ? (query as RawBuilder<Row>).compile(sqlFor)
    : (query as Compilable<Row>).compile()

/** A transaction in the name of a signed-in caller. */
export class CallerTx extends Tx {
  constructor(
    client: pg.ClientBase,
    db: Database,
    readonly caller: Caller,
  ) {
    super(client, db, caller.groupId)
  }
}

// serialization_failure and deadlock_detected: nothing was written, the same work may run again.
const retryable = new Set(['40001', '40P01'])

/** Longest time of one statement of a call, below the 40 s after which a browser gives up (business/frame 9.1). */
export const statementSeconds = 30

/** Channel on which the database names the logins whose sessions, keys or rights changed; migration 0089 names it too. */
export const accessChannel = 'chepu_access'

/** No group has this id. */
const noGroup = 0

export class Database {
  private readonly pool: pg.Pool
  /** For work that must commit on its own while another transaction is open, such as taking a number. */
  private readonly asidePool: pg.Pool
  /** Process numbers that PostgreSQL gave the connections of both pools. */
  private readonly processes = new Set<number>()
  /** Hears what is told on `accessChannel`: of this process's own changes before their commit is answered. */
  onAccess: (logins: string) => void = () => undefined

  constructor(
    readonly url: string,
    options: { max?: number; onError?: (error: Error) => void } = {},
  ) {
    // Compiling a plan to machine code takes longer than any statement of this program runs. What a shop works with lies in memory,
    // so that a row is found by its index rather than by reading a small table whole.
    const settings = `-c jit=off -c random_page_cost=1.1 -c statement_timeout=${statementSeconds}s`
    const common = {
      connectionString: url,
      application_name: 'chepu',
      connectionTimeoutMillis: 10_000,
      // Statements that do not wait for each other travel together.
      pipeline: true,
      options: settings,
    }
    this.pool = new pg.Pool({ ...common, max: options.max ?? 10 })
    // What it writes need not reach the disk before its answer: a document is on the disk only after the number that it took.
    this.asidePool = new pg.Pool({ ...common, options: `${settings} -c synchronous_commit=off`, max: 2 })
    for (const pool of [this.pool, this.asidePool]) {
      // A connection that the server drops is replaced on the next use. Neither an idle one may end the process nor one
      // that a transaction holds, whose next statement fails anyway.
      pool.on('error', (error) => options.onError?.(error))
      pool.on('connect', (client) => {
        client.on('error', () => undefined)
        this.processes.add(processOf(client))
        client.on('notification', ({ payload }) => this.onAccess(payload ?? ''))
        client.query(`listen ${accessChannel}`).catch(() => undefined)
      })
      pool.on('remove', (client) => this.processes.delete(processOf(client)))
    }
  }

  /** A statement on tables outside every group (sign-in, sessions). */
  async shared<Row = Record<string, unknown>>(statement: Statement): Promise<Row[]> {
    const client = await this.pool.connect()
    try {
      return await run<Row>(client, statement)
    } finally {
      client.release()
    }
  }

  /** Runs `work` in one transaction of a group; deadlocks and serialization failures are tried again. */
  tenant<Result>(groupId: number, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.transaction(this.pool, groupId, (client) => new Tx(client, this, groupId), work)
  }

  /** Runs `work` in one transaction in the name of a caller. */
  as<Result>(caller: Caller, work: (tx: CallerTx) => Promise<Result>): Promise<Result> {
    return this.transaction(this.pool, caller.groupId, (client) => new CallerTx(client, this, caller), work)
  }

  /** Runs `work` in one transaction on tables outside every group; no group's rows are visible in it. */
  together<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.transaction(this.pool, noGroup, (client) => new Tx(client, this, noGroup), work)
  }

  /** A short transaction of its own beside an open one. */
  aside<Result>(groupId: number, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.transaction(this.asidePool, groupId, (client) => new Tx(client, this, groupId), work)
  }

  /** How many connections there are in both pools, how many of them somebody works on, and how many requests wait for one. */
  get connections(): { total: number; busy: number; waiting: number } {
    const sum = (count: (pool: pg.Pool) => number) => count(this.pool) + count(this.asidePool)
    const total = sum((pool) => pool.totalCount)
    return { total, busy: total - sum((pool) => pool.idleCount), waiting: sum((pool) => pool.waitingCount) }
  }

  /** Cancels whatever statements run on the connections of this process, over one of its own. A database that is away has none. */
  async cancelRunning(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 1000, query_timeout: 1000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select pg_cancel_backend(pid) from unnest($1::int[]) as own (pid)', [[...this.processes]])
    } catch {
      return
    } finally {
      void client.end().catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.asidePool.end()])
  }

  private async transaction<Own extends Tx, Result>(
    pool: pg.Pool,
    groupId: number,
    open: (client: pg.ClientBase) => Own,
    work: (tx: Own) => Promise<Result>,
  ): Promise<Result> {
    if (!Number.isSafeInteger(groupId)) throw new Error('a transaction needs a group')
    for (let attempt = 1; ; attempt += 1) {
      const client = await pool.connect()
      let broken = false
      const tx = open(client)
      try {
        // Sent together with the first statements of the work. Should they fail, so does everything behind them.
        tx.send({ text: 'begin' })
        tx.send({ text: `set local app.group_id = '${groupId}'` })
        const result = await work(tx)
        tx.sendCommit()
        await tx.settled()
        tx.committed()
        return result
      } catch (failure) {
        broken = !(await rollback(client))
        // What ended it is the cause, or what a sent statement failed of; those behind it only say that the transaction is aborted.
        const error = tx.ended ?? tx.sentFailure ?? failure
        if (attempt < 6 && retryable.has(sqlState(error))) continue
        throw error
      } finally {
        client.release(broken)
      }
    }
  }
}

/** The types do not know this field. */
const processOf = (client: pg.ClientBase): number => (client as pg.ClientBase & { processID: number }).processID

async function rollback(client: pg.ClientBase): Promise<boolean> {
  try {
    await run(client, { text: 'rollback' })
    return true
  } catch {
    return false
  }
}

/** SQLSTATE of a database error, or ''. */
export const sqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

// Failures of the connection itself have no SQLSTATE but a code of the system's or only the driver's words.
const brokenCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
const brokenWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * Whether an error says that the database is away: stopped, starting, recovering or out of connections. Whether a
 * commit under way was kept is then unknown; the same request with the same idempotency key finds out. What breaks the
 * protocol is a fault of ours, and stays one however often it is sent.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlState(error)
  return /^(08(?!P01)|57P|53300)/.test(state) || brokenCodes.has(state) || brokenWords.test(error.message)
}

/**
 * Turns violations of named constraints into refusals. The name is read from the message, without a shard's trailing
 * number, since a distributed database does not report it otherwise.
 */
export async function onViolation<Result>(
  messages: Record<string, string>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const name = /constraint "(\w+?)(?:_\d+)?"/.exec(error instanceof Error ? error.message : '')?.[1]
    const message = own(messages, name ?? '')
    if (message && sqlState(error).startsWith('23')) throw new Failure('refusal', message)
    throw error
  }
}
