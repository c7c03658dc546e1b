// Figures of stock that several pages show, each worked out in one place (business/ledgers 3.1).
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'

/** A condition on a warehouse's column: one that the caller may see, and the one asked for. */
export type Place = (column: string) => RawBuilder<SqlBool>

/** Joins to the pool `c` its warehouse where its goods are not for sale: because of the warehouse, or of a count that has frozen them. */
export const lockingWarehouse = sql`join warehouse lw on lw.group_id = c.group_id and lw.id = c.warehouse_id
  and (lw.kind in ('old_part', 'scrap', 'transit') or c.frozen_by is not null)`

/** Of a part of the caller's organisation, in the places: what is `held` for documents, and what is `locked`. */
export const heldAndLocked = (
  tx: CallerTx,
  part: RawBuilder<unknown>,
  at: (alias: string) => RawBuilder<SqlBool>,
) => sql`
  select coalesce((select sum(s.qty - s.released_qty - s.backorder_qty) from stock_reservation s
      where s.group_id = ${tx.groupId} and s.org_id = ${tx.caller.orgId} and s.part_id = ${part} and ${at('s')} and s.is_live), 0.0000) as held,
    coalesce((select sum(c.qty) from stock_cost c ${lockingWarehouse}
      where c.group_id = ${tx.groupId} and c.org_id = ${tx.caller.orgId} and c.part_id = ${part} and ${at('c')}), 0.0000) as locked`

/** What is still to come of approved purchase orders, and of transfers that are on their way here, by part and warehouse. */
export const onOrder = (tx: CallerTx, at: Place) => sql`
  select part_id, warehouse_id, sum(qty) as qty from (
    select l.part_id, l.warehouse_id, greatest(l.qty - l.executed_qty - l.closed_qty, 0) as qty
    from goods_document d join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
    where d.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and d.kind = 'purchase_order'
      and d.state in ('approved', 'partial') and ${at('l.warehouse_id')}
    union all
    select l.part_id, d.to_warehouse_id, l.qty - l.executed_qty
    from goods_document d join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
    where d.group_id = ${tx.groupId} and d.kind = 'transfer_order' and d.state in ('shipped', 'partial') and not d.is_red
      and (d.counter_org_id = ${tx.caller.orgId} or (d.counter_org_id is null and d.org_id = ${tx.caller.orgId}))
      and ${at('d.to_warehouse_id')}
  ) coming group by part_id, warehouse_id`

/**
 * 全集团: what lies in the warehouses of the caller's organisation and of those that share their quantities with it (集团共享库存数量), by part, `org_id`
 * and `warehouse_id`: `qty`, and `available`, which is neither held nor frozen. What is not for sale is not counted. As a table of a FROM.
 */
export const groupPools = (tx: CallerTx): RawBuilder<unknown> => sql`(
  select c.group_id, c.part_id, c.org_id, c.warehouse_id, c.qty,
    c.qty - case when c.frozen_by is null then 0 else c.qty end - coalesce((
      select sum(s.qty - s.released_qty - s.backorder_qty) from stock_reservation s
      where s.group_id = c.group_id and s.org_id = c.org_id and s.warehouse_id = c.warehouse_id and s.part_id = c.part_id and s.is_live), 0) as available
  from stock_cost c
  join org o on o.group_id = c.group_id and o.id = c.org_id and o.status = 'active'
  join warehouse w on w.group_id = c.group_id and w.id = c.warehouse_id and w.kind in ('normal', 'repair')
  where c.group_id = ${tx.groupId} and (o.id = ${tx.caller.orgId} or coalesce((o.config ->> 'shareStockQty')::boolean, true)))`
