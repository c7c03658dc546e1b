import type { CallerTx } from '../db/db'
import { snake } from '../db/names'

/** Inserts rows by the names of their fields, all of the same fields; an id they have is left out. Answers the named columns in order. */
export function insertRows<Row = { id: number }>(
  tx: CallerTx,
  table: string,
  rows: readonly object[],
  returned = 'id',
): Promise<Row[]> {
  const keys = Object.keys(rows[0] ?? {}).filter((key) => key !== 'id')
  const values = rows.map((row) => keys.map((key) => (row as Record<string, unknown>)[key]))
  return tx.insert<Row>(table, keys.map(snake), values, `returning ${returned}`)
}
