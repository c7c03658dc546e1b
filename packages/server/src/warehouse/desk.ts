// What the boards of the warehouse tell of documents of other areas (ADR 0094).
import { button, pageOf } from '@chepu/contract/access/catalogue'
import { waitingStates } from '@chepu/contract/kernel/document'
import { postedStates } from '@chepu/contract/kernel/states'
import type { boardFilters } from '@chepu/contract/warehouse/board'
import { inboundTabs } from '@chepu/contract/warehouse/inbound'
import type { DeskPlace } from '@chepu/contract/warehouse/keeper-desk'
import { outboundTabs } from '@chepu/contract/warehouse/outbound'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, mayPress, warehousesWith } from '../kernel/caller/caller'
import type { z } from 'zod'
import type { CallerTx } from '../kernel/db/tx'
import type { GoodsKind } from '../kernel/goods/types'
import { kindNamed } from '../kernel/goods/registry'
import { couldOpen } from '../kernel/goods/price-visibility'
import { goodsOf, viewDocument } from '../kernel/goods/view'
import { allOf, documentScope, isAnyOf, startingWith } from '../kernel/caller/scope'
import { hasPartNamed } from '../kernel/query/part-filter'

export type Desk = 'inbound' | 'outbound'
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

/** The moment from which document `d` has waited for the warehouse. */
export const arrivedAt = sql`coalesce(d.approved_at, d.submitted_at, d.created_at)`

/** Documents `d` that wait at any tab of a desk. */
export async function waitingAt(
  tx: CallerTx,
  desk: Desk,
  filters: Partial<BoardFilters> = {},
): Promise<RawBuilder<SqlBool>> {
  const tabs = kindsAt(desk).map((kind) => onBoard(tx, desk, kind, { ...filters, status: 'waiting' }))
  const conditions = (await Promise.all(tabs)).map((tab) => sql<SqlBool>`(${tab})`)
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

/** How many documents wait at each tab of a desk, in the order of the tabs; none for who may not open it. */
export async function waitingPlaces(
  tx: CallerTx,
  desk: Desk,
  filters: Pick<BoardFilters, 'warehouseId'> = {},
): Promise<DeskPlace[]> {
  if (!mayPress(tx.caller, pageOf(desk))) return []
  const rows = await tx.select(sql<{
    kind: string
    count: number
  }>`select d.kind, count(*) as count from goods_document d
    where d.group_id = ${tx.groupId} and ${await waitingAt(tx, desk, filters)} group by d.kind`)
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
  return kindsAt(desk).map(({ def }) => ({
    title: def.board?.tab ?? def.title,
    count: counts.get(def.kind) ?? 0,
    screen: boards[desk].screen,
    params: { tab: def.kind, ...placeOf(filters) },
  }))
}

/** The warehouse that was asked for, as the address of a board names it. */
export const placeOf = ({ warehouseId }: { warehouseId?: number | undefined }): Record<string, string> =>
  warehouseId === undefined ? {} : { warehouseId: String(warehouseId) }

/** The bound kinds of a desk, in the order of its tabs. */
const kindsAt = (desk: Desk): GoodsKind[] => boards[desk].tabs.flatMap(({ def }) => kindNamed(def.kind) ?? [])

const boards = {
  inbound: { tabs: inboundTabs, screen: 'purWareHous' },
  outbound: { tabs: outboundTabs, screen: 'outWareHous' },
}

/** Pieces of document `d` that have been moved: all of them, or none yet. */
export const movedQty = ({ def }: GoodsKind): RawBuilder<unknown> =>
  sql`case when d.state = any (${postedStates(def)}) then d.total_qty else 0.0000 end`
