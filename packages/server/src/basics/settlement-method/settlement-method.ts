import { type settlementRoutes, type SettlementRow } from '@chepu/contract/basics/settlement-method'
import { dictionaryButtons } from '@chepu/contract/access/document-rights'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { forbidden, invalid } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import { allOf, containing } from '../../kernel/caller/scope'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
  removeMaster,
} from '../../kernel/master/master'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'

type Body = BodyOf<typeof settlementRoutes.save>

interface Filters {
  q?: string | undefined
  kind?: Body['kind'] | undefined
  active?: boolean | undefined
}

const method: Master = { table: 'settlement_method', title: '结算方式' }

/** Settlement methods with the number of partners that have each (business/basics 7.2). */
export async function listSettlementMethods(
  tx: CallerTx,
  filters: Filters & Paging,
): Promise<{ rows: SettlementRow[]; more: boolean }> {
  const order = sortedBy({ name: 'm.name', kind: 'm.kind', termDays: 'm.term_days', sortNo: 'm.sort_no' }, filters.sort)
  return pageOf(
    tx,
    sql<SettlementRow>`select m.id, m.name, m.kind, m.term_days, m.month_day, m.sort_no, m.is_active, m.remark, m.version,
      (select count(*) from partner p where p.group_id = m.group_id and p.settlement_method_id = m.id) as partner_count
    from settlement_method m where ${where(tx, filters)}
    order by ${order ?? sql`m.sort_no, m.id`}`,
    filters,
  )
}

export async function settlementTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from settlement_method m where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, kind, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`m.group_id = ${tx.groupId}`,
    ...(q ? [sql<SqlBool>`lower(m.name) like ${containing(q.toLowerCase())}`] : []),
    ...(kind ? [sql<SqlBool>`m.kind = ${kind}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`m.is_active = ${active}`]),
  ])
}

/**
 * Saves a settlement method. Its kind stands once partners or documents have it, since credit and due days follow from it; other
 * days count for what is posted from then on (business/basics 7.2).
 */
export async function saveSettlementMethod(tx: CallerTx, body: Body): Promise<SavedRow> {
  const { id, version, ...row } = body
  if (!mayPress(tx.caller, id === undefined ? dictionaryButtons.add : dictionaryButtons.update)) forbidden()
  return onViolation({ settlement_method_group_id_name_key: `结算方式“${row.name}”已存在` }, async () => {
    if (id === undefined) return addMaster(tx, method, row)
    const before = await lockMaster<MasterRow & { kind: Body['kind'] }>(tx, method, id, version ?? 0)
    if (before.kind !== row.kind && (await isUsed(tx, id)))
      invalid([{ path: 'kind', message: '结算方式已被往来单位或单据使用，不能改类型' }])
    return changeMaster(tx, method, before, row)
  })
}

async function isUsed(tx: CallerTx, id: number): Promise<boolean> {
  const row = await tx.one<{ used: boolean }>({
    text: `select exists (select from partner where group_id = $1 and settlement_method_id = $2)
      or exists (select from goods_document where group_id = $1 and settlement_method_id = $2) as used`,
    values: [tx.groupId, id],
  })
  return row?.used === true
}

export const enableSettlementMethod = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, method, id, change)

/** Deletes a method that no partner and no document has. */
export const removeSettlementMethod = async (tx: CallerTx, id: number) =>
  removeMaster(tx, method, await lockMaster(tx, method, id))
