import type { InboundFilters, InboundRow } from '@chepu/contract/warehouse/inbound'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import type { GoodsKind } from '../../kernel/goods/types'
import { arrivedAt, movedQty, namesPartnerOn, onBoard, viewOnBoard } from '../desk'
import { pageOf, totalsOf } from '../../kernel/query/page'

/** One page of what waits for the warehouse, the longest waiting first; of what is in, the latest first. */
export async function listInbound(tx: CallerTx, kind: GoodsKind, filters: InboundFilters & Paging) {
  const order = filters.status === 'waiting' ? sql`arrived_at, d.id` : sql`d.posted_at desc, d.id desc`
  const shown = (column: RawBuilder<unknown>) =>
    sql`case when ${namesPartnerOn(tx.caller, 'inbound')} then ${column} end`
  return pageOf(
    tx,
    sql<InboundRow>`select d.id, d.kind, d.bill_no, d.biz_date, d.state, d.version,
      ${shown(sql`p.name`)} as partner_name, d.warehouse_id, w.name as warehouse_name, d.line_count, d.total_qty, ${movedQty(kind)} as received_qty,
      ${arrivedAt} as arrived_at, c.real_name as creator_name, d.reason, d.remark
    from goods_document d
    join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
    left join partner p on p.group_id = d.group_id and p.id = d.partner_id
    left join app_user c on c.group_id = d.group_id and c.id = d.creator_id
    where d.group_id = ${tx.groupId} and ${await onBoard(tx, 'inbound', kind, filters)}
    order by ${order}`,
    filters,
  )
}

/** Documents and pieces over all pages. */
export async function inboundTotals(tx: CallerTx, kind: GoodsKind, filters: InboundFilters): Promise<Totals> {
  return totalsOf(
    tx,
    sql`select count(*) as count, coalesce(sum(d.line_count), 0)::text as line_count, coalesce(sum(d.total_qty), 0) as total_qty,
        coalesce(sum(${movedQty(kind)}), 0) as received_qty
      from goods_document d where d.group_id = ${tx.groupId} and ${await onBoard(tx, 'inbound', kind, filters)}`,
  )
}

/**
 * A document as its keeper puts it away: lines without a location name the part's own in that warehouse, which is where
 * the goods enter unless he says otherwise.
 */
export async function readToPlace(tx: CallerTx, kind: GoodsKind, id: number) {
  const shown = await viewOnBoard(tx, 'inbound', kind, id)
  const open = shown.lines.filter((line) => line.locationId === null)
  if (open.length === 0) return shown
  const rows = await tx.query<{ partId: number; locationId: number; locationCode: string }>({
    name: 'own-locations',
    text: `select p.part_id, l.id as location_id, l.code as location_code
      from goods_document d
      join product p on p.group_id = d.group_id and p.org_id = d.org_id and p.part_id = any ($3::bigint[])
      join location l on l.group_id = p.group_id and l.id = p.default_location_id and l.warehouse_id = d.warehouse_id and l.is_active
      where d.group_id = $1 and d.id = $2`,
    values: [tx.groupId, id, open.map((line) => line.partId)],
  })
  const own = new Map(rows.map(({ partId, ...place }) => [partId, place]))
  return {
    ...shown,
    lines: shown.lines.map((line) => ({ ...line, ...(line.locationId === null && own.get(line.partId)) })),
  }
}
