import { fieldOfLine, ownLineFields } from '@chepu/contract/kernel/goods-document'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, mayPress, sees } from '../caller/caller'
import type { CallerTx } from '../db/tx'
import { groupBy } from '../base/group-by'
import { documentScope, isAnyOf } from '../caller/scope'
import { boundKinds } from './registry'
import type { GoodsKind, GoodsTraits } from './types'

/**
 * Goods documents `d` that the caller could open, of whatever kind: he has the page of the kind, and his data scope in its
 * area covers the document (business/access 7). What others tell of a document, such as movements, names its partner by this (ADR 0086).
 */
export function couldOpen(caller: Caller): RawBuilder<SqlBool> {
  const kinds = boundKinds().filter(({ def }) => mayPress(caller, def.buttons.view))
  const alike = groupBy(kinds, ({ def }) => `${def.area} ${def.hasCounterparty ?? false}`)
  const areas = [...alike.values()].map(
    (own) =>
      sql<SqlBool>`(d.kind = any (${own.map(({ def }) => def.kind)}) and ${documentScope(caller, (own[0] as GoodsKind).def)})`,
  )
  return areas.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(areas, sql` or `)})`
}

/** Those of the lines whose documents the caller could open, each with its document's partner. */
export async function linesInSight(
  tx: CallerTx,
  lineIds: readonly number[],
): Promise<{ id: number; partnerId: number | null }[]> {
  if (lineIds.length === 0) return []
  return tx.selectKept(sql<{
    id: number
    partnerId: number | null
  }>`select l.id, d.partner_id from goods_document_line l
    join goods_document d on d.group_id = l.group_id and d.id = l.document_id
    where l.group_id = ${tx.groupId} and ${isAnyOf('l.id', lineIds)} and ${couldOpen(tx.caller)}`)
}

/** Line fields that the kind alone has, without those that the caller may not see. */
export const seenLineFields = (caller: Caller, { def }: GoodsTraits): string[] =>
  ownLineFields(def).filter((name) => {
    const field = fieldOfLine(def, name)
    return field === undefined || sees(caller, field)
  })
