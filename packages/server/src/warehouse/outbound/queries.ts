import { waitingStates } from '@chepu/contract/kernel/document'
import { postedStates } from '@chepu/contract/kernel/states'
import type { OutboundFilters, OutboundRow } from '@chepu/contract/warehouse/outbound'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/db'
import type { GoodsKind } from '../../kernel/goods/types'
import { hasPartNamed } from '../../kernel/query/part-filter'
import { allOf, documentScope, startingWith } from '../../kernel/caller/scope'
import { namesPartnerOn } from '../desk'
import { pageOf, totalsOf } from '../../kernel/query/page'

const shippedQty = ({ def }: GoodsKind) =>
  sql`case when d.state = any (${postedStates(def)}) then d.total_qty else 0.0000 end`

/** One page of what waits for the warehouse, the longest waiting first; of what is gone, the latest first. */
export async function listOutbound(tx: CallerTx, kind: GoodsKind, filters: OutboundFilters & Paging) {
  const order = filters.status === 'waiting' ? sql`arrived_at, d.id` : sql`d.posted_at desc, d.id desc`
  const shown = (column: RawBuilder<unknown>) =>
    sql`case when ${namesPartnerOn(tx.caller, 'outbound')} then ${column} end`
  return pageOf(
    tx,
    sql<OutboundRow>`select d.id, d.kind, d.bill_no, d.biz_date, d.state, d.version,
      ${shown(sql`p.name`)} as partner_name, d.warehouse_id, w.name as warehouse_name, d.line_count, d.total_qty, ${shippedQty(kind)} as shipped_qty,
      d.carrier_id, carrier.name as carrier_name, d.waybill, d.packages, ${shown(sql`d.address`)} as address,
      coalesce(d.approved_at, d.submitted_at, d.created_at) as arrived_at, c.real_name as creator_name, d.reason, d.remark
    from goods_document d
    join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
    left join partner p on p.group_id = d.group_id and p.id = d.partner_id
    left join partner carrier on carrier.group_id = d.group_id and carrier.id = d.carrier_id
    left join app_user c on c.group_id = d.group_id and c.id = d.creator_id
    where ${await where(tx, kind, filters)}
    order by ${order}`,
    filters,
  )
}

/** Documents and pieces over all pages. */
export async function outboundTotals(tx: CallerTx, kind: GoodsKind, filters: OutboundFilters): Promise<Totals> {
  return totalsOf(
    tx,
    sql`select count(*) as count, coalesce(sum(d.line_count), 0)::text as line_count, coalesce(sum(d.total_qty), 0) as total_qty,
        coalesce(sum(${shippedQty(kind)}), 0) as shipped_qty
      from goods_document d where ${await where(tx, kind, filters)}`,
  )
}

async function where(tx: CallerTx, kind: GoodsKind, filters: OutboundFilters): Promise<RawBuilder<SqlBool>> {
  const states = filters.status === 'waiting' ? waitingStates(kind.def) : postedStates(kind.def)
  const conditions: RawBuilder<SqlBool>[] = [
    documentScope(tx.caller, kind.def),
    sql<SqlBool>`d.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and d.kind = ${kind.def.kind} and d.state = any (${states}) and not d.is_red`,
  ]
  if (filters.from) conditions.push(sql<SqlBool>`d.biz_date >= ${filters.from}`)
  if (filters.to) conditions.push(sql<SqlBool>`d.biz_date <= ${filters.to}`)
  if (filters.billNo) conditions.push(sql<SqlBool>`d.bill_no like ${startingWith(filters.billNo.toUpperCase())}`)
  if (filters.warehouseId) conditions.push(sql<SqlBool>`d.warehouse_id = ${filters.warehouseId}`)
  if (filters.partnerId)
    conditions.push(sql<SqlBool>`d.partner_id = ${filters.partnerId} and ${namesPartnerOn(tx.caller, 'outbound')}`)
  if (filters.carrierId) conditions.push(sql<SqlBool>`d.carrier_id = ${filters.carrierId}`)
  if (filters.part) conditions.push(await hasPartNamed(tx, filters.part))
  return allOf(conditions)
}
