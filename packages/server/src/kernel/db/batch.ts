import type { Duplex } from 'node:stream'
import pg from 'pg'
import utils from 'pg/lib/utils'
import type { Statement } from './statement'

/** What PostgreSQL answered: rows with camelCase keys, and the command it ran, such as COMMIT. */
export interface Answer {
  rows: Record<string, unknown>[]
  command: string
}

/** Which columns a statement answers, and how each is read. */
type Shape = { key: string; read(text: string): unknown }[]

/** What a connection knows by name, and the shape of its rows once it has been told. */
type Prepared = Map<string, { shape: Shape | undefined }>
const preparedOn = new WeakMap<Connection, Prepared>()

interface Asked extends Statement {
  shape: Shape | undefined
  /** It was to be prepared by this batch. */
  isNew: boolean
  answer: Answer
  resolve(answer: Answer): void
  reject(error: Error): void
}

/** What a query of one's own may use of the driver's connection; the driver's types say it otherwise. */
interface Connection {
  stream: Duplex
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: readonly unknown[] }): void
  describe(message: { type: 'P' }): void
  execute(message: object): void
  sync(): void
  close(message: { type: 'S'; name: string }): void
}

const camelNames = new Map<string, string>()
function camel(name: string): string {
  const known = camelNames.get(name)
  if (known !== undefined) return known
  const made = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  camelNames.set(name, made)
  return made
}

/** What PostgreSQL itself says of a statement behind a failed one, where each is answered apart. */
const skipped = () => Object.assign(new Error('a statement before it failed'), { code: '25P02' })

/**
 * Statements that leave in one packet and are answered in one (ADR 0145). They run in their order, none behind one that fails, and the rows
 * of a prepared one are described once a connection. For the driver it is a query of one's own, as a cursor is: the driver calls `submit`, and
 * hands it each message of the answer.
 */
export class Batch {
  private readonly asked: Asked[] = []
  private at = 0
  private prepared: Prepared = new Map()
  private onAnswered: () => void = () => undefined
  /** Resolves when another may be submitted. */
  readonly answered = new Promise<void>((resolve) => (this.onAnswered = resolve))

  /** Answers when all of the batch has been answered; a statement that failed, and those behind it, fail with what PostgreSQL says. */
  add(statement: Statement): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const values = statement.values?.map(utils.prepareValue) ?? []
      const answer = { rows: [], command: '' }
      this.asked.push({ ...statement, values, shape: undefined, isNew: false, answer, resolve, reject })
    })
  }

  submit(driven: pg.Connection): void {
    const connection = driven as unknown as Connection
    this.prepared = preparedOn.get(connection) ?? new Map()
    preparedOn.set(connection, this.prepared)
    connection.stream.cork()
    for (const each of this.asked) this.send(connection, each)
    connection.sync()
    connection.stream.uncork()
  }

  private send(connection: Connection, each: Asked): void {
    const { name = '', text, values = [] } = each
    const known = this.prepared.get(name)
    if (!known) {
      connection.parse({ name, text })
      each.isNew = name !== ''
      if (each.isNew) this.prepared.set(name, { shape: undefined })
    }
    connection.bind({ statement: name, values })
    each.shape = known?.shape
    if (!each.shape) connection.describe({ type: 'P' })
    connection.execute({})
  }

  /** The one whose answer comes in. */
  private get current(): Asked {
    return this.asked[this.at] as Asked
  }

  private describe(shape: Shape): void {
    this.current.shape = shape
    const known = this.prepared.get(this.current.name ?? '')
    if (known) known.shape = shape
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.describe(
      fields.map(({ name, dataTypeID }) => ({ key: camel(name), read: pg.types.getTypeParser(dataTypeID, 'text') })),
    )
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { shape, answer } = this.current
    const row: Record<string, unknown> = {}
    shape?.forEach(({ key, read }, i) => {
      const text = fields[i] as string | null
      row[key] = text === null ? null : read(text)
    })
    answer.rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (!this.current.shape) this.describe([])
    this.current.answer.command = text
    this.at += 1
  }

  handleEmptyQuery(): void {
    this.at += 1
  }

  handleReadyForQuery(): void {
    for (const { resolve, answer } of this.asked) resolve(answer)
    this.onAnswered()
  }

  /** Also of the connection itself, and when the last has run and the end of its own transaction fails. */
  handleError(error: Error, connection: Connection): void {
    const failed = Math.min(this.at, this.asked.length - 1)
    this.asked.forEach((each, i) => {
      if (i < failed) return each.resolve(each.answer)
      if (each.isNew) this.forget(connection, each.name as string)
      return each.reject(i === failed ? error : skipped())
    })
    this.onAnswered()
  }

  /** Nobody knows whether it was prepared before the failure; closing what is not there is no fault. */
  private forget(connection: Connection, name: string): void {
    this.prepared.delete(name)
    connection.close({ type: 'S', name })
  }
}
