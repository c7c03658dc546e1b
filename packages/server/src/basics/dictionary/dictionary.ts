import { dictionaryButtons } from '@chepu/contract/access/document-rights'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import {
  type DictionaryKind,
  dictionaryKinds,
  type dictionaryRoutes,
  type DictionaryRow,
} from '@chepu/contract/basics/dictionary'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BodyOf } from '../../kernel/http/bind'
import { mayPress } from '../../kernel/caller/caller'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
  removeMaster,
} from '../../kernel/master/master'
import { allOf, containing } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { pageOf, totalsOf } from '../../kernel/query/page'

const dictionary: Master = { table: 'dictionary', title: '字典条目' }
interface Entry extends MasterRow {
  kind: DictionaryKind
  name: string
  isSystem: boolean
}

interface Filters {
  kind?: DictionaryKind | undefined
  q?: string | undefined
  active?: boolean | undefined
}

/** Words of one list, or of all. */
export async function listDictionary(
  tx: CallerTx,
  filters: Filters & Paging,
): Promise<{ rows: DictionaryRow[]; more: boolean }> {
  const order = sortedBy({ name: 'd.name', sort: 'd.sort' }, filters.sort)
  return pageOf(
    tx,
    sql<DictionaryRow>`select d.id, d.kind, d.name, d.sort, d.is_system,
      d.is_active, d.version
    from dictionary d where ${where(tx, filters)} order by ${order ?? sql`d.kind, d.sort, d.id`}`,
    filters,
  )
}

export async function dictionaryTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from dictionary d where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { kind, q, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`d.group_id = ${tx.groupId}`,
    ...(kind ? [sql<SqlBool>`d.kind = ${kind}`] : []),
    ...(q ? [sql<SqlBool>`lower(d.name) like ${containing(q.toLowerCase())}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`d.is_active = ${active}`]),
  ])
}

/** Words of one list that may be chosen. */
export function wordsOf(tx: CallerTx, kind: DictionaryKind): Promise<{ name: string }[]> {
  return tx.query({
    name: 'words-of',
    text: 'select name from dictionary where group_id = $1 and kind = $2 and is_active order by sort, id',
    values: [tx.groupId, kind],
  })
}

/** Saves a word. Rows that were written with the old word keep it. */
export async function saveDictionary(
  tx: CallerTx,
  { id, version, ...fields }: BodyOf<typeof dictionaryRoutes.save>,
): Promise<SavedRow> {
  if (!mayPress(tx.caller, id === undefined ? dictionaryButtons.add : dictionaryButtons.update)) forbidden()
  const { title } = dictionaryKinds[fields.kind]
  const taken = { dictionary_group_id_kind_name_key: `“${title}”中已有“${fields.name}”` }
  return onViolation(taken, async () => {
    if (id === undefined) return addMaster(tx, dictionary, fields)
    const before = await lockMaster<Entry>(tx, dictionary, id, version ?? 0)
    if (before.kind !== fields.kind) invalid([{ path: 'kind', message: '条目不能换到别的字典' }])
    if (before.isSystem && before.name !== fields.name) refuseSystem(before, '改名')
    return changeMaster(tx, dictionary, before, fields)
  })
}

function refuseSystem(entry: Entry, what: string): never {
  refuse(`“${entry.name}”由系统使用，不能${what}`)
}

export const enableDictionary = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster<Entry>(tx, dictionary, id, change, (row) => {
    if (row.isSystem) refuseSystem(row, '停用')
  })

/** Rows are written with the word itself, so deleting it takes nothing from them. */
export async function removeDictionary(tx: CallerTx, id: number): Promise<{ id: number }> {
  const row = await lockMaster<Entry>(tx, dictionary, id)
  if (row.isSystem) refuseSystem(row, '删除')
  return removeMaster(tx, dictionary, row)
}

/** The same for 原因 of a goods document; a draft keeps the word that it was saved with. */
export async function assertReason(
  tx: CallerTx,
  kind: DictionaryKind,
  { id, header }: { id?: number | undefined; header: Record<string, unknown> },
): Promise<void> {
  const saved = id === undefined ? undefined : await reasonOf(tx, id)
  await assertWord(tx, kind, String(header['reason'] ?? ''), { path: 'header.reason', before: saved })
}

async function reasonOf(tx: CallerTx, id: number): Promise<string | undefined> {
  const row = await tx.one<{ reason: string | null }>({
    name: 'saved-reason',
    text: 'select reason from goods_document where group_id = $1 and id = $2',
    values: [tx.groupId, id],
  })
  return row?.reason ?? undefined
}

/** Why a word is refused. */
export const unknownWord = (kind: DictionaryKind, word: string): string =>
  `“${dictionaryKinds[kind].title}”中没有“${word}”，或已停用`

/** Refuses, at the field `path`, a word that the list does not offer; one that the row had before stays allowed. */
export async function assertWord(
  tx: CallerTx,
  kind: DictionaryKind,
  word: string,
  { path, before }: { path: string; before?: string | undefined },
): Promise<void> {
  if (word === '' || word === before) return
  if (!(await wordsOf(tx, kind)).some((each) => each.name === word))
    invalid([{ path, message: unknownWord(kind, word) }])
}
