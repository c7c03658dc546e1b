import pg from 'pg'
import type { Caller } from '../caller/caller'
import { sqlState } from './failures'
import { run, type Statement } from './statement'
import { CallerTx, goneOn, heard, Tx } from './tx'

// serialization_failure and deadlock_detected: nothing was written, the same work may run again.
const retryable = new Set(['40001', '40P01'])

/** Longest time of one statement of a call, below the 40 s after which a browser gives up (business/frame 9.1). */
export const statementSeconds = 30

/** Channel on which the database names the logins whose sessions, keys or rights changed; migration 0089 names it too. */
export const accessChannel = 'chepu_access'

/** Asks whether the database is divided over a cluster (ADR 0138). */
export const isDistributed = `select exists (select from pg_extension where extname = 'citus') as is_distributed`

/**
 * A counter sells every few minutes. A connection that knows its statements serves the next bill in half the time of a new one (docs/performance.md); it is given up
 * only when nobody has come for as long as a lunch takes.
 */
const idleMinutes = 60

/** No group has this id. */
const noGroup = 0

/** The pools of connections to one database, and the one place where transactions begin. */
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
      idleTimeoutMillis: idleMinutes * 60_000,
      // A firewall on the way to a database elsewhere drops connections that are silent.
      keepAlive: true,
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
  shared<Row = Record<string, unknown>>(statement: Statement): Promise<Row[]> {
    return single<Row>(this.pool, statement)
  }

  /** Runs `work` in one transaction of a group; deadlocks and serialization failures are tried again. */
  tenant<Result>(groupId: number, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.transaction(this.pool, groupId, (client) => new Tx(client, this, groupId), work)
  }

  /** Runs `work` in one transaction in the name of a caller. */
  as<Result>(caller: Caller, work: (tx: CallerTx) => Promise<Result>): Promise<Result> {
    return this.transaction(this.pool, caller.groupId, (client) => new CallerTx(client, this, caller), work)
  }

  /**
   * The same for work that answers with what it wrote: `read` asks for it in the packet of the commit, so that nobody waits for locks
   * while it is read. What it asks for after its first answers, it asks for behind the commit.
   */
  asThenRead<Kept, Result>(
    caller: Caller,
    work: (tx: CallerTx) => Promise<Kept>,
    read: (tx: CallerTx, kept: Kept) => Promise<Result>,
  ): Promise<Result> {
    return this.transaction(this.pool, caller.groupId, (client) => new CallerTx(client, this, caller), work, read)
  }

  /** The same for a call that only reads: each of its packets is a transaction of its own, and none of them may write. */
  reads<Result>(caller: Caller, read: (tx: CallerTx) => Promise<Result>): Promise<Result> {
    return this.asThenRead(caller, async (tx) => tx.onlyRead(), read)
  }

  /** Runs `work` in one transaction on tables outside every group; no group's rows are visible in it. */
  together<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.transaction(this.pool, noGroup, (client) => new Tx(client, this, noGroup), work)
  }

  /** A short transaction of its own beside an open one. */
  aside<Result>(groupId: number, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.transaction(this.asidePool, groupId, (client) => new Tx(client, this, groupId), work)
  }

  /**
   * A statement that commits by itself beside an open transaction. It names its group itself; on a distributed database that reaches no
   * worker, so there a transaction names it, too.
   */
  async alone<Row>(groupId: number, statement: Statement): Promise<Row[]> {
    if (await this.isDistributed()) return this.aside(groupId, (tx) => tx.query<Row>(statement))
    return single<Row>(this.asidePool, statement)
  }

  /** Citus finds the worker of many statements by their values alone, so that plans are kept only where it is known not to be there. */
  get mayKeepPlans(): boolean {
    return this.distributed === false
  }

  private distributed: boolean | undefined
  private async isDistributed(): Promise<boolean> {
    if (this.distributed === undefined) {
      const [row] = await this.shared<{ isDistributed: boolean }>({ text: isDistributed })
      this.distributed = row?.isDistributed ?? false
    }
    return this.distributed
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

  private async transaction<Own extends Tx, Kept, Result = Kept>(
    pool: pg.Pool,
    groupId: number,
    open: (client: pg.ClientBase) => Own,
    work: (tx: Own) => Promise<Kept>,
    read?: (tx: Own, kept: Kept) => Promise<Result>,
  ): Promise<Result> {
    if (!Number.isSafeInteger(groupId)) throw new Error('a transaction needs a group')
    for (let attempt = 1; ; attempt += 1) {
      const client = await pool.connect()
      let broken = false
      let isKept = false
      const tx = open(client)
      try {
        const kept = await work(tx)
        const answer = read ? heard(read(tx, kept)) : (kept as unknown as Result)
        if (read) await goneOn()
        // What failed among the answer's own statements says why the commit did.
        await unlessExplained(tx.commit(), answer)
        isKept = true
        const result = await answer
        await tx.commit()
        tx.end(new Error('the transaction is over'))
        return result
      } catch (failure) {
        const error = await tx.reason(failure)
        tx.end(new Error('the transaction is over'))
        broken = !(await tx.rollback())
        if (!isKept && attempt < 6 && retryable.has(sqlState(error))) continue
        throw error
      } finally {
        client.release(broken)
      }
    }
  }
}

/** Waits for a commit. When it fails, and so does `answer`, that one's reason is thrown. */
async function unlessExplained(commit: Promise<void>, answer: unknown): Promise<void> {
  try {
    await commit
  } catch (error) {
    await answer
    throw error
  }
}

async function single<Row>(pool: pg.Pool, statement: Statement): Promise<Row[]> {
  const client = await pool.connect()
  try {
    return await run<Row>(client, statement)
  } finally {
    client.release()
  }
}

/** The types do not know this field. */
const processOf = (client: pg.ClientBase): number => (client as pg.ClientBase & { processID: number }).processID
