// What the boards of the warehouse tell of documents of other areas (ADR 0094).
import { button } from '@chepu/contract/access/catalogue'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, mayPress, warehousesWith } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/db'
import type { GoodsKind } from '../kernel/goods/types'
import { couldOpen } from '../kernel/goods/price-visibility'
import { goodsOf, viewDocument } from '../kernel/goods/view'
import { isAnyOf } from '../kernel/caller/scope'

type Desk = 'inbound' | 'outbound'
const flags = { inbound: 'in', outbound: 'out' } as const

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
