// Masters that people call by a name which no other row has.
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { forbidden } from '../base/errors'
import { mayPress } from '../caller/caller'
import { containing, startingWith } from '../caller/scope'
import { onViolation } from '../db/failures'
import type { CallerTx } from '../db/tx'
import { addMaster, changeMaster, lockMaster, type Master, type MasterRow } from './master'
import { assertOnlyName, type NamedTable } from './name-twins'

/** A master of which no two rows have one name. */
export interface NamedMaster extends Master {
  table: NamedTable
}

interface Named {
  id?: number | undefined
  version?: number | undefined
  name: string
}

/** Refuses who may not add, or not change. */
export function assertMaySave(tx: CallerTx, id: number | undefined, buttons: { add: number; update: number }): void {
  if (!mayPress(tx.caller, id === undefined ? buttons.add : buttons.update)) forbidden()
}

/**
 * Saves a row whose name is the only one, however it is written; `check` looks at the row as it stood, and may say what else is
 * written.
 * @throws Failure forbidden, stale, refusal of a name that is taken
 */
export async function saveNamed<Row extends MasterRow & { name: string }>(
  tx: CallerTx,
  master: NamedMaster,
  buttons: { add: number; update: number },
  { id, version, ...row }: Named & Record<string, unknown>,
  check: (before: Row | undefined) => Promise<Record<string, unknown> | void> | Record<string, unknown> | void = () =>
    undefined,
): Promise<SavedRow> {
  assertMaySave(tx, id, buttons)
  const taken = (name: string) => `${master.title}“${name}”已存在`
  const { table } = master
  return onViolation(
    { [`${table}_group_id_name_key`]: taken(row.name), [`${table}_name_key`]: taken(row.name) },
    async () => {
      const before = id === undefined ? undefined : await lockMaster<Row>(tx, master, id, version ?? 0)
      const more = (await check(before)) ?? {}
      await assertOnlyName(tx, table, { ...row, ...more }, before, taken)
      const whole = { ...row, ...more }
      return before ? changeMaster(tx, master, before, whole) : addMaster(tx, master, whole)
    },
  )
}

/** Rows of an alias with `code`, `name`, `pinyin` and `initials` that a text names. */
export function namesItem(alias: string, text: string): RawBuilder<SqlBool> {
  const q = text.toLowerCase()
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  return sql<SqlBool>`(lower(${column('name')}) like ${containing(q)} or lower(${column('code')}) like ${startingWith(q)}
    or ${column('initials')} like ${containing(q)} or ${column('pinyin')} like ${startingWith(q)})`
}
