// What saving a draft is, whatever its family: who may, and how its header is written.
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { firstState, isOrder, isSaved, stateLabel } from '@chepu/contract/kernel/states'
import { shanghaiDay } from '../base/calendar'
import { forbidden, invalid, notFound, refuse } from '../base/errors'
import { mayPress } from '../caller/caller'
import { assertOwn, inScope } from '../caller/scope'
import { audit, changes } from '../db/audit'
import type { CallerTx } from '../db/tx'
import { snake } from '../db/names'
import { nextDocument } from '../db/numbering'
import { periodOf } from '../ledgers/types'
import { assertNotMade } from './made'
import { closedDayFault } from './period'
import { sendRow } from './rows'
import { assertLatest, type Written } from './run-action'
import type { Family, LockedDocument } from './types'
import { assertFlags } from './warehouse-flags'

/** Columns of a header by the names of their fields. */
type Columns = Record<string, unknown>

/**
 * The draft that a save changes, locked, or undefined when it is a new one. Refuses what the caller may not enter or change, what
 * was changed since he read it, and what is no draft any more.
 */
export async function editable<Doc extends LockedDocument>(
  tx: CallerTx,
  family: Family<Doc>,
  def: DocumentDef,
  { id, version }: { id?: number | undefined; version?: number | undefined },
): Promise<Doc | undefined> {
  const draft = id === undefined ? undefined : ((await family.lock(tx, def.kind, id)) ?? notFound('单据'))
  if (draft) {
    if (!inScope(tx.caller, def.area, draft)) notFound('单据')
    assertOwn(tx.caller, draft)
    await assertFlags(tx, def, { label: '修改' }, draft)
    await assertNotMade(tx, draft)
    if (version === undefined) invalid([{ path: 'version', message: '修改单据时请提供版本号 version' }])
    await assertLatest(tx, def, draft, version)
    if (!isSaved(def, draft.state)) refuse(`单据 ${draft.billNo} 当前为「${stateLabel(def, draft.state)}」，不能修改`)
  }
  if (!mayPress(tx.caller, draft ? def.buttons.update : def.buttons.add))
    forbidden(`您没有${def.title}「${draft ? '修改' : '新增'}」的权限`)
  return draft
}

/** What was typed into the header as its columns; a field that is missing is null. */
export function typedColumns({ header: { shape } }: DocumentDef, typed: Columns & { bizDate: string }): Columns {
  const fields = Object.keys(shape).map((key) => [key, typed[key] ?? null])
  return { ...Object.fromEntries(fields), period: periodOf(typed.bizDate) }
}

/**
 * Writes the header of a draft, new or changed, and the audit row of it. A new one takes its number here; `note` is what the log says
 * of it.
 */
export async function writeHeader(
  tx: CallerTx,
  { table }: Family,
  def: DocumentDef,
  draft: { before: LockedDocument | undefined; columns: Columns; note: object },
): Promise<Written> {
  const { before, columns, note } = draft
  assertOpenDay(tx, def, String(columns['bizDate']))
  const saved = before ? update(tx, table, before, columns) : await insert(tx, table, def, columns)
  await audit(tx, {
    entity: def.kind,
    entityId: saved.id,
    action: before ? 'update' : 'add',
    fromState: before?.state ?? null,
    toState: saved.state,
    detail: before ? changes({ ...before }, columns) : note,
  })
  return saved
}

/** Nothing that will post waits in a month that is closed (business/closing 1); an order may be older than what is open. */
function assertOpenDay(tx: CallerTx, def: DocumentDef, bizDate: string): void {
  const message = isOrder(def) ? undefined : closedDayFault(tx.caller, bizDate)
  if (message) invalid([{ path: 'header.bizDate', message }])
}

async function insert(tx: CallerTx, table: string, def: DocumentDef, columns: Columns): Promise<Written> {
  const { id, billNo } = await nextDocument(tx, def.prefix, table)
  const state = firstState(def)
  const { orgId, userId } = tx.caller
  sendRow(tx, table, { groupId: tx.groupId, id, ...columns, orgId, kind: def.kind, state, billNo, creatorId: userId })
  return { id, billNo, version: 1, state }
}

/** The header is locked, so that what is written is known before it is. */
function update(tx: CallerTx, table: string, before: LockedDocument, columns: Columns): Written {
  const { id, billNo, version, state } = before
  const keys = Object.keys(columns)
  tx.send({
    text: `update ${table} set version = version + 1, ${keys.map((key, i) => `${snake(key)} = $${i + 3}`).join(', ')}
      where group_id = $1 and id = $2`,
    values: [tx.groupId, id, ...Object.values(columns)],
  })
  return { id, billNo, version: version + 1, state }
}

/** What is billed or written down is not of a day to come; a draft keeps the day that it had (business/repair 1.1). @throws Failure invalid */
export function assertDay({ bizDate }: { bizDate: string }, before: { bizDate: string } | undefined): void {
  if (bizDate !== before?.bizDate && bizDate > shanghaiDay())
    invalid([{ path: 'header.bizDate', message: `业务日期 ${bizDate} 晚于今天` }])
}
