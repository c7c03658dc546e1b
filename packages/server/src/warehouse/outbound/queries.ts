import type { OutboundFilters, OutboundRow } from '@chepu/contract/warehouse/outbound'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import type { GoodsKind } from '../../kernel/goods/types'
import { arrivedAt, movedQty, namesPartnerOn, onBoard } from '../desk'
import { pageOf, totalsOf } from '../../kernel/query/page'

/** One page of what waits for the warehouse, the longest waiting first; of what is gone, the latest first. */
export async function listOutbound(tx: CallerTx, kind: GoodsKind, filters: OutboundFilters & Paging) {
  const order = filters.status === 'waiting' ? sql`arrived_at, d.id` : sql`d.posted_at desc, d.id desc`
  const shown = (column: RawBuilder<unknown>) =>
    sql`case when ${namesPartnerOn(tx.caller, 'outbound')} then ${column} end`
  return pageOf(
    tx,
    sql<OutboundRow>`select d.id, d.kind, d.bill_no, d.biz_date, d.state, d.version,
      ${shown(sql`p.name`)} as partner_name, d.warehouse_id, w.name as warehouse_name, d.line_count, d.total_qty, ${movedQty(kind)} as shipped_qty,
      d.carrier_id, carrier.name as carrier_name, d.waybill, d.packages, ${shown(sql`d.address`)} as address,
      ${arrivedAt} as arrived_at, c.real_name as creator_name, d.reason, d.remark
    from goods_document d
    join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
    left join partner p on p.group_id = d.group_id and p.id = d.partner_id
    left join partner carrier on carrier.group_id = d.group_id and carrier.id = d.carrier_id
    left join app_user c on c.group_id = d.group_id and c.id = d.creator_id
    where d.group_id = ${tx.groupId} and ${await where(tx, kind, filters)}
    order by ${order}`,
    filters,
  )
}

/** Documents and pieces over all pages. */
export async function outboundTotals(tx: CallerTx, kind: GoodsKind, filters: OutboundFilters): Promise<Totals> {
  return totalsOf(
    tx,
    sql`select count(*) as count, coalesce(sum(d.line_count), 0)::text as line_count, coalesce(sum(d.total_qty), 0) as total_qty,
        coalesce(sum(${movedQty(kind)}), 0) as shipped_qty
      from goods_document d where d.group_id = ${tx.groupId} and ${await where(tx, kind, filters)}`,
  )
}

async function where(tx: CallerTx, kind: GoodsKind, filters: OutboundFilters): Promise<RawBuilder<SqlBool>> {
  const shown = await onBoard(tx, 'outbound', kind, filters)
  return filters.carrierId ? sql<SqlBool>`${shown} and d.carrier_id = ${filters.carrierId}` : shown
}
