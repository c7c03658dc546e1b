import pg from 'pg'
import { type Answer, Batch } from './batch'

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

const names = new Map<string, string>()
/**
 * One name for one text: two kinds of document insert different columns of the same table. PostgreSQL cuts names after 63 signs, so that a name made of tables
 * and columns could be another's.
 */
export function nameOf(text: string): string {
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
export function insertsOf(
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

const joined = new Map<string, Statement>()

/**
 * Several inserts as one statement, the last behind a `with` of the others; undefined when they have too many parameters for one. What
 * is inserted together sees nothing of each other.
 */
export function together(inserts: readonly Statement[]): Statement | undefined {
  const values = inserts.flatMap((insert) => insert.values ?? [])
  if (values.length > maxParameters) return undefined
  const name = inserts.every((insert) => insert.name) ? inserts.map((insert) => insert.name).join('+') : undefined
  const known = name === undefined ? undefined : joined.get(name)
  const made = known ?? joinedOf(inserts, name)
  if (name !== undefined) joined.set(name, made)
  return { ...made, values }
}

function joinedOf(inserts: readonly Statement[], name: string | undefined): Statement {
  let before = 0
  const texts = inserts.map(({ text, values = [] }) => {
    const moved = text.replaceAll(/\$(\d+)/g, (_, no: string) => `$${Number(no) + before}`)
    before += values.length
    return moved
  })
  const others = texts.slice(0, -1).map((text, i) => `part_${i + 1} as (${text})`)
  const text = `with ${others.join(', ')} ${texts.at(-1) ?? ''}`
  return { ...(name !== undefined && { name: nameOf(text) }), text }
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

/** What is to leave on a connection, and when the former batch of it has been answered. */
const leaving = new WeakMap<pg.ClientBase, Batch>()
const underway = new WeakMap<pg.ClientBase, Promise<void>>()

/**
 * The batch of what one turn of the event loop sends on a connection. A packet costs both sides more than a short statement does
 * (docs/performance.md).
 */
function batchOf(client: pg.ClientBase): Batch {
  const open = leaving.get(client)
  if (open) return open
  const batch = new Batch()
  leaving.set(client, batch)
  setImmediate(() => void leave(client, batch))
  return batch
}

async function leave(client: pg.ClientBase, batch: Batch): Promise<void> {
  await underway.get(client)
  leaving.delete(client)
  underway.set(client, batch.answered)
  statementCount.roundTrips += 1
  client.query(batch)
}

/** Sends a statement. Fails with what the database or the connection failed of. */
export function answerTo(client: pg.ClientBase, statement: Statement): Promise<Answer> {
  statementCount.total += 1
  statementCount.heard?.(statement)
  return batchOf(client).add(statement)
}

/**
 * Begins a transaction of a group: short statements that count as one, since they always travel together. Where plans are kept, a
 * statement is planned once and not for its values each time (ADR 0340). Fails as `answerTo`.
 */
export async function begin(
  client: pg.ClientBase,
  groupId: number,
  { onlyReads, keepsPlans }: { onlyReads: boolean; keepsPlans: boolean },
): Promise<void> {
  const text = onlyReads ? 'begin read only' : 'begin'
  const settings = [`set local app.group_id = '${groupId}'`]
  if (keepsPlans) settings.push('set local plan_cache_mode = force_generic_plan')
  const begun = answerTo(client, { name: text, text })
  await Promise.all([begun, ...settings.map((setting) => batchOf(client).add({ text: setting }))])
}

/** Sends a statement; answers its rows with camelCase keys. Fails as `answerTo`, naming who asked. */
export async function run<Row>(client: pg.ClientBase, statement: Statement): Promise<Row[]> {
  try {
    return (await answerTo(client, statement)).rows as Row[]
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}
