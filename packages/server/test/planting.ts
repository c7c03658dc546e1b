// Damages behind the program's back, and the invariants that notice them (ADR 0125).
import pg from 'pg'
import { inject } from 'vitest'
import type { Invariant } from '../src/kernel/invariants'
import type { Shop } from './shop'

/** One plan of each invariant for all damages; on a cluster, where a plan names the shard, one each time. */
const planned = inject('citusNodes').length > 0 ? 'force_custom_plan' : 'force_generic_plan'

/** What the schema itself refuses, by the code of its refusal. */
const refusals: Readonly<Record<string, string | undefined>> = { '23505': 'unique', '23514': 'check' }

/**
 * Damages the books of a shop through the owner's connection with triggers off, one at a time, and takes each back. `close` forgets
 * whatever was planted.
 */
export async function openPlanting({ ownerUrl, groupId }: Pick<Shop, 'ownerUrl' | 'groupId'>) {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`begin;
    set local session_replication_role = replica;
    set local enable_nestloop = off;
    set local plan_cache_mode = ${planned}`)

  /** Which of the invariants find something, by the beginning of their names: 'i46 i57'. */
  async function naming(asked: readonly Invariant[]): Promise<string> {
    const named: string[] = []
    for (const { name, text } of asked) {
      const found = await owner.query({ name, text: `select from (${text}) found limit 1`, values: [groupId] })
      if (found.rowCount) named.push(name.slice(0, 3))
    }
    return named.join(' ')
  }

  /** Plants a damage in one row, asks the invariants, and takes it back; 'unique' when the database itself refuses it. */
  async function plant(sql: string, asked: readonly Invariant[]): Promise<string> {
    await owner.query('savepoint planted')
    try {
      const { rowCount } = await owner.query(sql)
      return rowCount === 1 ? await naming(asked) : `changed ${rowCount} rows`
    } catch (error) {
      return refusals[(error as pg.DatabaseError).code ?? ''] ?? String(error)
    } finally {
      await owner.query('rollback to savepoint planted')
    }
  }

  async function close(): Promise<void> {
    await owner.query('rollback')
    await owner.end()
  }
  const query = <Row extends pg.QueryResultRow>(text: string) => owner.query<Row>(text)
  return { query, naming, plant, close }
}
