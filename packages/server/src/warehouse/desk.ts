// What the boards of the warehouse tell of documents of other areas (ADR 0094).
import { button } from '@chepu/contract/access/catalogue'
import { waitingStates } from '@chepu/contract/kernel/document'
import { postedStates } from '@chepu/contract/kernel/states'
import type { boardFilters } from '@chepu/contract/warehouse/board'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, mayPress, warehousesWith } from '../kernel/caller/caller'
import type { z } from 'zod'
import type { CallerTx } from '../kernel/db/tx'
import type { GoodsKind } from '../kernel/goods/types'
import { couldOpen } from '../kernel/goods/price-visibility'
import { goodsOf, viewDocument } from '../kernel/goods/view'
import { allOf, documentScope, isAnyOf, startingWith } from '../kernel/caller/scope'
import { hasPartNamed } from '../kernel/query/part-filter'

type Desk = 'inbound' | 'outbound'
const flags = { inbound: 'in', outbound: 'out' } as const

/** What a board is asked for, of what waits or of what is done. */
type BoardFilters = z.output<typeof boardFilters> & { status: 'waiting' | 'done' }

/** Documents `d` that the caller receives or ships: he may confirm, and move goods of the warehouse that way. */
const isHandledBy = (caller: Caller, desk: Desk): RawBuilder<SqlBool> =>
  mayPress(caller, button(desk, 'post'))
    ? isAnyOf('d.warehouse_id', warehousesWith(caller, flags[desk]))
    : sql<SqlBool>`false`

/** Documents `d` whose partner the board names: to who receives or ships them, and to who could open them. */
export const namesPartnerOn = (caller: Caller, desk: Desk): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isHandledBy(caller, desk)} or ${couldOpen(caller)})`

/** A document as the board shows it: prices, costs and terms only to who could open the document itself. */
export async function viewOnBoard(tx: CallerTx, desk: Desk, kind: GoodsKind, id: number) {
  const view = await viewDocument(tx, kind, id)
  const [sight] = await tx.select<{ isOpen: boolean; withPartner: boolean }>(
    sql`select ${couldOpen(tx.caller)} as is_open, ${namesPartnerOn(tx.caller, desk)} as with_partner
      from goods_document d where d.group_id = ${tx.groupId} and d.id = ${id}`,
  )
  return sight?.isOpen ? view : goodsOf(view, { withPartner: sight?.withPartner ?? false })
}

/** Documents `d` of a kind that a tab of the board shows. */
export async function onBoard(
  tx: CallerTx,
  desk: Desk,
  { def }: GoodsKind,
  filters: BoardFilters,
): Promise<RawBuilder<SqlBool>> {
  const states = filters.status === 'waiting' ? waitingStates(def) : postedStates(def)
  const conditions: RawBuilder<SqlBool>[] = [
    documentScope(tx.caller, def),
    sql<SqlBool>`d.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and d.kind = ${def.kind} and d.state = any (${states}) and not d.is_red`,
  ]
  if (filters.from) conditions.push(sql<SqlBool>`d.biz_date >= ${filters.from}`)
  if (filters.to) conditions.push(sql<SqlBool>`d.biz_date <= ${filters.to}`)
  if (filters.billNo) conditions.push(sql<SqlBool>`d.bill_no like ${startingWith(filters.billNo.toUpperCase())}`)
  if (filters.warehouseId) conditions.push(sql<SqlBool>`d.warehouse_id = ${filters.warehouseId}`)
  if (filters.partnerId)
    conditions.push(sql<SqlBool>`d.partner_id = ${filters.partnerId} and ${namesPartnerOn(tx.caller, desk)}`)
  if (filters.part) conditions.push(await hasPartNamed(tx, filters.part))
  return allOf(conditions)
}

/** Pieces of document `d` that have been moved: all of them, or none yet. */
export const movedQty = ({ def }: GoodsKind): RawBuilder<unknown> =>
  sql`case when d.state = any (${postedStates(def)}) then d.total_qty else 0.0000 end`
