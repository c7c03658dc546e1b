// Figures of stock that several pages show, each worked out in one place (business/ledgers 3.1).
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { poolFigures } from '../../kernel/query/pool-figures'

/** A condition on a warehouse's column: one that the caller may see, and the one asked for. */
export type Place = (column: string) => RawBuilder<SqlBool>

/** Of a part of the caller's organisation, in the places: what is `held` for documents, what is `locked` and what is `available`. */
export const figuresOfPart = (
  tx: CallerTx,
  part: RawBuilder<unknown>,
  at: (alias: string) => RawBuilder<SqlBool>,
) => sql`
  select coalesce(sum(s.held), 0.0000) as held, coalesce(sum(s.locked), 0.0000) as locked, coalesce(sum(s.available), 0.0000) as available
  from ${poolFigures(tx.groupId)} s where s.group_id = ${tx.groupId} and s.org_id = ${tx.caller.orgId} and s.part_id = ${part} and ${at('s')}`

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
 * and `warehouse_id`: `qty`, and `available`. What is not for sale is not counted. As a table of a FROM.
 */
export const groupPools = (tx: CallerTx): RawBuilder<unknown> => sql`(
  select s.group_id, s.part_id, s.org_id, s.warehouse_id, s.qty, s.available
  from ${poolFigures(tx.groupId)} s
  join org o on o.group_id = s.group_id and o.id = s.org_id and o.status = 'active'
  where s.group_id = ${tx.groupId} and s.kind in ('normal', 'repair')
    and (o.id = ${tx.caller.orgId} or coalesce((o.config ->> 'shareStockQty')::boolean, true)))`
