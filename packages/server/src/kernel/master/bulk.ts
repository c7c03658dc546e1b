// Many rows at once: statements for hundreds of rows, never one a row, and other requests get their turn in between.
import { setImmediate } from 'node:timers/promises'
import type { AuditEntry } from '../db/audit'
import { audit } from '../db/audit'
import type { CallerTx, Tx } from '../db/tx'
import { snake } from '../db/names'
import { own } from '../base/own'

/** Rows a statement: making and sending it takes a few milliseconds. */
const perStatement = 500

/** The rows in slices; between two of them the event loop is free. */
export async function* chunks<Row>(rows: readonly Row[], size = perStatement): AsyncGenerator<readonly Row[]> {
  for (let i = 0; i < rows.length; i += size) {
    if (i > 0) await setImmediate()
    yield rows.slice(i, i + size)
  }
}

/** Rows that are checked between two turns of the event loop: a few milliseconds. */
const perTurn = 200

/** The rows one by one, for checks that need no statement; now and then other requests get their turn. */
export async function* inTurns<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  for await (const chunk of chunks(rows, perTurn)) yield* chunk
}

/** Inserts rows of equal keys and returns what `tail` (ON CONFLICT, RETURNING) answers, in no promised order. */
export async function insertMany<Answer = Record<string, unknown>>(
  tx: Tx,
  table: string,
  rows: readonly object[],
  tail = '',
): Promise<Answer[]> {
  const keys = Object.keys(rows[0] ?? {})
  const answers: Answer[] = []
  for await (const chunk of chunks(rows))
    answers.push(
      ...(await tx.insert<Answer>(
        table,
        ['group_id', ...keys.map(snake)],
        chunk.map((row) => [tx.groupId, ...keys.map((key) => (row as Record<string, unknown>)[key])]),
        tail,
      )),
    )
  return answers
}

/** Values that are looked up in one question. */
const perQuestion = 1000

/** Rows of a question about many values, asked a slice of them at a time. */
export async function selectMany<Value, Row>(
  values: readonly Value[],
  ask: (slice: readonly Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for await (const slice of chunks(values, perQuestion)) for (const row of await ask(slice)) rows.push(row)
  return rows
}

/** Updates rows by id with equal keys; `types` are the SQL types of the columns. Each row's version rises. */
export async function updateMany(
  tx: Tx,
  table: string,
  types: Readonly<Record<string, string>>,
  rows: readonly ({ id: number } & Record<string, unknown>)[],
): Promise<void> {
  const keys = Object.keys(types)
  const names = keys.map(snake)
  for await (const chunk of chunks(rows))
    await tx.query({
      text: `update ${table} t set version = t.version + 1, updated_at = now(), ${names.map((name) => `${name} = n.${name}`).join(', ')}
        from unnest($2::bigint[], ${keys.map((key, i) => `$${i + 3}::${own(types, key)}[]`).join(', ')}) as n (id, ${names.join(', ')})
        where t.group_id = $1 and t.id = n.id`,
      values: [tx.groupId, chunk.map((row) => row.id), ...keys.map((key) => chunk.map((row) => row[key]))],
    })
}

/** Notes many changes in the audit trail. */
export async function auditMany(tx: CallerTx, entries: readonly AuditEntry[]): Promise<void> {
  for await (const chunk of chunks(entries)) await audit(tx, ...chunk)
}

/** Indexes of rows whose key another row before them has too; blank keys never meet. */
export function repeated(keys: readonly string[]): Set<number> {
  const seen = new Set<string>()
  const again = new Set<number>()
  keys.forEach((key, i) => {
    if (key !== '' && seen.has(key)) again.add(i)
    seen.add(key)
  })
  return again
}
