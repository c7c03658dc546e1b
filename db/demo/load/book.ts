import type { Tx } from '../../../packages/server/src/kernel/db/tx'
import { snake } from '../../../packages/server/src/kernel/db/names'

/** Ids of the loaded master rows by their codes, so that later steps refer to them as the demo data does. */
export class Book {
  private readonly ids = new Map<string, number>()

  set(kind: string, code: string, id: number): void {
    this.ids.set(`${kind}/${code}`, id)
  }

  /** The id of a row; throws for an unknown code, since demo data refers only to itself. */
  id(kind: string, code: string): number {
    const id = this.ids.get(`${kind}/${code}`)
    if (id === undefined) throw new Error(`demo data names an unknown ${kind} ${code}`)
    return id
  }

  idOrNull(kind: string, code: string | null): number | null {
    return code === null ? null : this.id(kind, code)
  }
}

/** Inserts rows of one shape, in batches, and returns their ids in order. */
export async function insertAll(tx: Tx, table: string, rows: readonly Record<string, unknown>[]): Promise<number[]> {
  const keys = Object.keys(rows[0] ?? {})
  const ids: number[] = []
  for (let i = 0; i < rows.length; i += 500) {
    const saved = await tx.insert<{ id?: number }>(
      table,
      ['group_id', ...keys.map(snake)],
      rows.slice(i, i + 500).map((row) => [tx.groupId, ...keys.map((key) => row[key])]),
      'returning *',
    )
    ids.push(...saved.map((row) => row.id as number))
  }
  return ids
}
