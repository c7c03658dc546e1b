// What saving basic data has in common: lock with version, write, audit, disable, delete.
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { audit, changes } from '../db/audit'
import type { CodedTable } from './code-twins'
import { isReferenceBroken } from '../db/failures'
import type { CallerTx, Tx } from '../db/tx'
import { notFound, refuse, staleRow } from '../base/errors'
import { snake } from '../db/names'

export interface Master {
  /** Table of the rows; written by us, never by a caller. */
  table: string
  /** What one row is called, for example 品牌. */
  title: string
}

export interface MasterRow extends Record<string, unknown> {
  id: number
  version: number
  isActive: boolean
}

/** Locks a row and reads it; without a version only its existence is checked. 404 when absent, 409 when changed since. */
export async function lockMaster<Row extends MasterRow>(
  tx: CallerTx,
  master: Master,
  id: number,
  version?: number,
): Promise<Row> {
  const row = await tx.one<Row>({
    text: `select * from ${master.table} where group_id = $1 and id = $2 for no key update`,
    values: [tx.groupId, id],
  })
  if (!row) notFound(master.title)
  if (version !== undefined && row.version !== version) staleRow(master.title)
  return row
}

/** Inserts a row and notes it in the audit trail. */
export async function addMaster(tx: CallerTx, master: Master, row: Record<string, unknown>): Promise<SavedRow> {
  const [saved] = await tx.insert<SavedRow>(
    master.table,
    ['group_id', ...Object.keys(row).map(snake)],
    [[tx.groupId, ...Object.values(row)]],
    'returning id, version',
  )
  const added = saved as SavedRow
  await audit(tx, { entity: master.table, entityId: added.id, action: 'add', detail: row })
  return added
}

/** Writes changed fields over the locked row `before` and notes old and new values. */
export async function changeMaster(
  tx: CallerTx,
  master: Master,
  before: MasterRow,
  row: Record<string, unknown>,
): Promise<SavedRow> {
  const keys = Object.keys(row)
  const saved = await tx.one<SavedRow>({
    text: `update ${master.table} set version = version + 1 ${keys.map((key, i) => `, ${snake(key)} = $${i + 3}`).join('')}
      where group_id = $1 and id = $2 returning id, version`,
    values: [tx.groupId, before.id, ...Object.values(row)],
  })
  await audit(tx, { entity: master.table, entityId: before.id, action: 'update', detail: changes(before, row) })
  return saved as SavedRow
}

/** 启用 or 停用; `guard` refuses a row that must stay as it is. */
export async function enableMaster<Row extends MasterRow>(
  tx: CallerTx,
  master: Master,
  id: number,
  change: { isActive: boolean; version: number },
  guard: (row: Row) => Promise<void> | void = () => undefined,
): Promise<{ id: number }> {
  const row = await lockMaster<Row>(tx, master, id, change.version)
  if (row.isActive === change.isActive) refuse(`${master.title}已经${change.isActive ? '启用' : '停用'}`)
  await guard(row)
  await tx.query({
    text: `update ${master.table} set is_active = $3, version = version + 1 where group_id = $1 and id = $2`,
    values: [tx.groupId, id, change.isActive],
  })
  await audit(tx, { entity: master.table, entityId: id, action: change.isActive ? 'enable' : 'disable' })
  return { id }
}

/**
 * Waits for whoever is writing the row into a document, and keeps others from beginning to: they hold it for key share from their
 * checks to their commit. What looks for documents afterwards finds all of them.
 */
export const holdAlone = (tx: CallerTx, { table }: Master, id: number): Promise<unknown> =>
  tx.query({ text: `select id from ${table} where group_id = $1 and id = $2 for update`, values: [tx.groupId, id] })

/**
 * Deletes a row that nothing refers to, with its own rows in `parts` (table and the column that names it); else refuses,
 * since history must keep its names (business/basics 2).
 */
export async function removeMaster(
  tx: CallerTx,
  master: Master,
  row: MasterRow,
  parts: readonly (readonly [table: string, column: string])[] = [],
): Promise<{ id: number }> {
  const label = row.name ?? row.code
  try {
    for (const [table, column] of parts) {
      await tx.query({
        text: `delete from ${table} where group_id = $1 and ${column} = $2`,
        values: [tx.groupId, row.id],
      })
    }
    await tx.query({
      text: `delete from ${master.table} where group_id = $1 and id = $2`,
      values: [tx.groupId, row.id],
    })
  } catch (error) {
    if (isReferenceBroken(error)) refuse(`${master.title}“${String(label)}”已被使用，不能删除，可改为停用`)
    throw error
  }
  await audit(tx, { entity: master.table, entityId: row.id, action: 'delete', detail: row })
  return { id: row.id }
}

/** Puts `rows` in the place of all rows of a master in one of its own tables. */
export async function replaceRows(
  tx: Tx,
  table: string,
  owner: { column: string; id: number },
  rows: readonly object[],
): Promise<void> {
  await tx.query({
    text: `delete from ${table} where group_id = $1 and ${owner.column} = $2`,
    values: [tx.groupId, owner.id],
  })
  const keys = Object.keys(rows[0] ?? {})
  await tx.insert(
    table,
    ['group_id', owner.column, ...keys.map(snake)],
    rows.map((row) => [tx.groupId, owner.id, ...keys.map((key) => (row as Record<string, unknown>)[key])]),
  )
}

/**
 * `count` codes of prefix and digits that no row of the table has, for example P000123 (business/basics 2). The counter's row is
 * locked until the transaction ends, so two clerks never get the same one.
 */
export async function freshCodes(
  tx: Tx,
  table: CodedTable,
  prefix: string,
  digits: number,
  count = 1,
): Promise<string[]> {
  for (;;) {
    const counter = await tx.one<{ lastNo: number }>({
      name: 'fresh-codes',
      text: `insert into code_counter (group_id, prefix, last_no) values ($1, $2, $3)
        on conflict (group_id, prefix) do update set last_no = code_counter.last_no + $3 returning last_no`,
      values: [tx.groupId, prefix, count],
    })
    const lastNo = counter?.lastNo as number
    const codes = Array.from({ length: count }, (_, i) => prefix + String(lastNo - count + 1 + i).padStart(digits, '0'))
    const taken = await tx.one<{ taken: boolean }>({
      text: `select exists (select from ${table} where group_id = $1 and code_key = any ($2::text[])) as taken`,
      values: [tx.groupId, codes.map((code) => code.toLowerCase())],
    })
    if (!taken?.taken) return codes
    await skipTypedCodes(tx, table, prefix)
  }
}

/** Codes of this form were typed or imported: goes on after the highest of them. */
async function skipTypedCodes(tx: Tx, table: CodedTable, prefix: string): Promise<void> {
  await tx.query({
    text: `update code_counter c set last_no = greatest(c.last_no, t.last_no)
      from (select max(substr(code, $3)::int) as last_no from ${table} where group_id = $1 and code ~* $4) t
      where c.group_id = $1 and c.prefix = $2`,
    values: [tx.groupId, prefix, prefix.length + 1, `^${prefix}[0-9]{1,9}$`],
  })
}
