import type { Tx } from '../db/tx'
import { snake } from '../db/names'

/** Sends a row by the names of its fields, its id included, without waiting for it. */
export function sendRow(tx: Tx, table: string, row: object): void {
  tx.sendInsert(table, Object.keys(row).map(snake), [Object.values(row)])
}

/** The same of rows of the same fields, whose ids the table gives; nothing of none. */
export function sendRows(tx: Tx, table: string, rows: readonly object[]): void {
  const columns = Object.keys(rows[0] ?? {}).map(snake)
  if (columns.length > 0)
    tx.sendInsert(
      table,
      columns,
      rows.map((row) => Object.values(row)),
    )
}

/** Inserts rows by the names of their fields, all of the same fields; an id they have is left out. Answers their ids in order. */
export function insertRows(tx: Tx, table: string, rows: readonly object[]): Promise<{ id: number }[]> {
  const keys = Object.keys(rows[0] ?? {}).filter((key) => key !== 'id')
  const values = rows.map((row) => keys.map((key) => (row as Record<string, unknown>)[key]))
  return tx.insert(table, keys.map(snake), values, 'returning id')
}
