// What the masters of the repair shop have in common: saving under a name of their own, and what their rows refer to.
import type { FieldError } from '@chepu/contract/kernel/errors'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../kernel/base/calendar'
import { forbidden, invalid } from '../kernel/base/errors'
import { mayPress, sees } from '../kernel/caller/caller'
import { containing, startingWith } from '../kernel/caller/scope'
import { onViolation } from '../kernel/db/failures'
import type { CallerTx } from '../kernel/db/tx'
import { addMaster, changeMaster, lockMaster, type Master, type MasterRow } from '../kernel/master/master'
import { assertOnlyName, type NamedTable } from '../kernel/master/name-twins'

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

/** Rows that a master of the repair shop may refer to; `$1` is the group, `$2` today. */
const references = {
  workerType: `worker_type t where t.group_id = $1 and t.is_active`,
  businessType: `business_type t where t.group_id = $1 and t.is_active`,
  qualityRule: `quality_rule t where t.group_id = $1 and t.is_active`,
  carType: `car_type t where t.group_id = $1 and t.is_active`,
  taxRate: `tax_rate t where t.group_id = $1 and t.is_active and t.valid_from <= $2`,
  serviceItem: `service_item t where t.group_id = $1 and t.is_active`,
  part: `part t where t.group_id = $1 and t.is_active`,
  manufacturer: `partner t where t.group_id = $1 and t.is_active and t.cus_flag & 4 <> 0`,
} as const

export interface Reference {
  to: keyof typeof references
  id: number | null
  path: string
  /** What is said of an id that names nothing, before 不存在或已停用. */
  title: string
}

/** Faults of ids that name no active row of the group. What a row referred to `before` it may keep. */
async function referenceFaults(
  tx: CallerTx,
  asked: readonly Reference[],
  before: readonly Pick<Reference, 'to' | 'id'>[] = [],
): Promise<FieldError[]> {
  const isKept = ({ to, id }: Reference) => before.some((each) => each.to === to && each.id === id)
  const open = asked.filter((each) => each.id !== null && !isKept(each))
  if (open.length === 0) return []
  const kinds = [...new Set(open.map(({ to }) => to))].sort()
  const found = await tx.query<{ kind: string; id: number }>({
    text: kinds
      .map(
        (kind, i) =>
          `select '${kind}' as kind, t.id from ${references[kind]} and $2::date is not null and t.id = any ($${i + 3}::bigint[])`,
      )
      .join(' union all '),
    values: [
      tx.groupId,
      shanghaiDay(),
      ...kinds.map((kind) => open.flatMap(({ to, id }) => (to === kind ? [id] : []))),
    ],
  })
  const known = new Set(found.map(({ kind, id }) => `${kind} ${id}`))
  return open
    .filter(({ to, id }) => !known.has(`${to} ${id}`))
    .map(({ path, title }) => ({ path, message: `${title}不存在或已停用` }))
}

/** Refuses ids that name no active row of the group, at their fields. */
export async function assertReferences(
  tx: CallerTx,
  asked: readonly Reference[],
  before: readonly Pick<Reference, 'to' | 'id'>[] = [],
): Promise<void> {
  const faults = await referenceFaults(tx, asked, before)
  if (faults.length > 0) invalid(faults)
}

/** Columns that tell what technicians earn; nothing for who may not see it (business/access 8). */
export const earning = (tx: CallerTx, columns: string): RawBuilder<unknown> =>
  sees(tx.caller, 'commission') ? sql.raw(`, ${columns}`) : sql``

/** Rows of an alias with `code`, `name`, `pinyin` and `initials` that a text names. */
export function namesItem(alias: string, text: string): RawBuilder<SqlBool> {
  const q = text.toLowerCase()
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  return sql<SqlBool>`(lower(${column('name')}) like ${containing(q)} or lower(${column('code')}) like ${startingWith(q)}
    or ${column('initials')} like ${containing(q)} or ${column('pinyin')} like ${startingWith(q)})`
}
