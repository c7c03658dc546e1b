import type { Compilable, RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Caller } from '../caller/caller'
import type { Database } from './db'
import { isSkipped } from './failures'
import { sqlFor } from './query-builder'
import {
  answerTo,
  begin,
  insertsOf,
  nameOf,
  run,
  together,
  type Statement,
  statementCount,
  type Value,
} from './statement'

/**
 * The same promise. That it fails before somebody awaits it ends nothing: the statements behind it fail as well, and so does the
 * commit.
 */
export function heard<Result>(answer: Promise<Result>): Promise<Result> {
  answer.catch(() => undefined)
  return answer
}

/** Resolves when all has gone on that waits for no answer, before its statements leave: a tick comes behind the promises that are settled. */
export const goneOn = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))

/** One transaction of one group. Row-level security shows it that group's rows only. */
export class Tx {
  constructor(
    private readonly client: pg.ClientBase,
    readonly db: Database,
    readonly groupId: number,
  ) {}

  /** Whether what it does is small and often the same, so that planning costs more than the best plan saves (ADR 0340). */
  protected readonly keepsPlans: boolean = false
  private isOpen = false
  private isReading = false
  private readonly afterwards: (() => void)[] = []

  /** Calls `work` once this transaction has committed, and never when it fails. It must not throw. */
  afterCommit(work: () => void): void {
    this.afterwards.push(work)
  }

  /** Lets every statement of this transaction take its time: work at night or behind the requests, for which nobody waits. */
  takeTime(): void {
    this.send({ text: 'set local statement_timeout = 0' })
  }

  /** Why it takes no statement any more. */
  ended: Error | undefined

  /** Takes no statement from now on: each throws `reason`, and so does the transaction. */
  end(reason: Error): void {
    this.ended ??= reason
  }

  /** Throws when it has been ended, or is by what came with the last answers: asked before anything is done outside of it. */
  async assertGoesOn(): Promise<void> {
    await goneOn()
    this.assertOpen()
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

  /** Inserts that leave with the next statement, each into another table. */
  private readonly waiting = new Map<string, Statement>()

  private readonly sent: Promise<unknown>[] = []

  /**
   * Sends a write whose result nobody needs, without waiting for it: statements behind it run after it, and the commit
   * is not reached when it has failed. Not for statements whose violation is turned into a refusal. `onRows` hears what the
   * statement returned, before anything that waits for the commit.
   */
  send<Row>(statement: Statement, onRows: (rows: Row[]) => void = () => undefined): void {
    this.assertOpen()
    this.sent.push(heard(this.run<Row>(statement).then(onRows)))
  }

  /** The first statement begins the transaction, in the same packet. */
  private run<Row>(statement: Statement): Promise<Row[]> {
    this.sendWaiting()
    if (!this.isOpen) this.begin()
    const answer = run<Row>(this.client, statement)
    answer.catch((error: unknown) => {
      if (!isSkipped(error)) this.broken ??= error
    })
    return answer
  }

  /** What the first of its statements failed of that did, whoever waits for it. */
  private broken: unknown

  /**
   * Why the transaction failed that `failure` came out of: what has ended it, what a sent statement failed of, or the failure itself. Of
   * statements that are awaited together one that was only skipped may be heard first.
   */
  async reason(failure: unknown): Promise<unknown> {
    return this.ended ?? (await this.failure()) ?? (isSkipped(failure) ? (this.broken ?? failure) : failure)
  }

  /** Should it fail, so does everything behind it. */
  private begin(): void {
    this.isOpen = true
    const how = { onlyReads: this.isReading, keepsPlans: this.keepsPlans && !this.isReading && this.db.mayKeepPlans }
    this.sent.push(heard(begin(this.client, this.groupId, how)))
    if (this.isKept) void goneOn().then(() => this.sendCommit())
  }

  /** For the database alone: what begins from now on may not write. */
  onlyRead(): void {
    this.isReading = true
  }

  private isKept = false
  private committing: Promise<void> = Promise.resolve()

  /**
   * For the database alone: commits, and waits for all that was sent. What is asked for afterwards is read in transactions of its own, one
   * a packet. Throws what the first of the sent statements failed of, or the commit.
   */
  async commit(): Promise<void> {
    this.sendWaiting()
    this.sendCommit()
    this.isKept = true
    this.onlyRead()
    const failure = await this.failure()
    if (failure !== undefined) throw failure
    await this.committing
    for (const work of this.afterwards.splice(0)) work()
  }

  private sendCommit(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.committing = heard(this.askCommit())
  }

  /** A commit behind a statement that failed is not reached, or is answered with ROLLBACK where it came in a packet of its own. */
  private async askCommit(): Promise<void> {
    let command = ''
    try {
      ;({ command } = await answerTo(this.client, { name: 'commit', text: 'commit' }))
    } catch (error) {
      if (!isSkipped(error)) throw error
      this.isOpen = true
    }
    if (command !== 'COMMIT') throw new Error('nothing was kept: a statement had failed and nobody heard of it')
  }

  /** For the database alone: undoes what is not committed. Answers whether the connection can be used further. */
  async rollback(): Promise<boolean> {
    if (!this.isOpen) return true
    try {
      await answerTo(this.client, { text: 'rollback' })
      return true
    } catch {
      return false
    }
  }

  /** Why the first of the sent statements failed, in their order; undefined when none did by itself. */
  private async failure(): Promise<unknown> {
    const outcomes = await Promise.allSettled(this.sent)
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    return failures.find((failure) => !isSkipped(failure))
  }

  /**
   * Runs a statement and returns its rows with camelCase keys. Statements that do not need each other's answer are asked for
   * together and awaited afterwards (`Promise.all`): they leave in one packet and run in their order. It never throws before its
   * promise is there, so that no other promise of those asked for together is left alone.
   */
  query<Row = Record<string, unknown>>(statement: Statement): Promise<Row[]> {
    return heard(this.ended ? Promise.reject<Row[]>(this.ended) : this.run<Row>(statement))
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

  /**
   * The same without waiting; see `send`. Inserts into different tables that follow each other leave as one statement, unless they say
   * what becomes of conflicts.
   */
  sendInsert(table: string, columns: readonly string[], rows: readonly (readonly Value[])[], tail = ''): void {
    this.assertOpen()
    const inserts = insertsOf(table, columns, rows, tail)
    const [only] = inserts
    if (!only || inserts.length > 1 || tail !== '') {
      for (const each of inserts) this.send(each)
      return
    }
    if (this.waiting.has(table)) this.sendWaiting()
    this.waiting.set(table, only)
  }

  private sendWaiting(): void {
    const inserts = [...this.waiting.values()]
    this.waiting.clear()
    const one = inserts.length > 1 ? together(inserts) : undefined
    for (const each of one ? [one] : inserts) this.send(each)
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
  protected override readonly keepsPlans = true

  constructor(
    client: pg.ClientBase,
    db: Database,
    private acting: Caller,
  ) {
    super(client, db, acting.groupId)
  }

  get caller(): Caller {
    return this.acting
  }

  /**
   * Does steps of one call that has its own right: the caller holds these buttons beside his own meanwhile. His scopes, fields, warehouses and limits
   * stay, and so does every other rule (ADR 0260).
   */
  async withButtons<Result>(buttons: readonly number[], work: () => Promise<Result>): Promise<Result> {
    const own = this.acting
    this.acting = { ...own, buttons: new Set([...own.buttons, ...buttons]) }
    try {
      return await work()
    } finally {
      this.acting = own
    }
  }
}
