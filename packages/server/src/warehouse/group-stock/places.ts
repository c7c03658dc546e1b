import type { GroupPlace } from '@chepu/contract/warehouse/group-stock'
import type { Surplus } from '@chepu/contract/warehouse/inventory-warning'
import { statesIn, unfinishedStates } from '@chepu/contract/kernel/states'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { sql } from 'kysely'
import { isAnyOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { substituteLinks } from '../../kernel/query/substitutes'
import { groupPools } from '../queries/free-stock'

/** Where sister organisations have a part or what stands in for it (business/warehouse 6.2). */
export const placesWith = (tx: CallerTx, partId: number): Promise<GroupPlace[]> =>
  tx.select(sql<GroupPlace>`select p.id as part_id, p.code as part_code, p.name as part_name, b.name as brand_name,
      o.id as org_id, o.name as org_name, w.id as warehouse_id, w.name as warehouse_name, g.available, rq.qty as requested_qty
    from (
      select part_id, min(priority) as priority from (
        select ${partId}::bigint as part_id, -1 as priority
        union all
        select l.substitute_id, l.priority from ${substituteLinks(tx)} l where l.part_id = ${partId}
      ) named group by part_id
    ) wanted
    join part p on p.group_id = ${tx.groupId} and p.id = wanted.part_id and p.is_active
    join brand b on b.group_id = p.group_id and b.id = p.brand_id
    join ${groupPools(tx)} g on g.group_id = p.group_id and g.part_id = p.id
    join org o on o.group_id = g.group_id and o.id = g.org_id
    join warehouse w on w.group_id = g.group_id and w.id = g.warehouse_id and w.is_active
    cross join lateral (
      select coalesce(sum(greatest(l.qty - l.executed_qty - l.closed_qty, 0)), 0.0000) as qty
      from goods_document d join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
      where d.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and d.kind = ${transferRequest.kind}
        and d.state = any (${unfinishedStates(transferRequest)}) and d.to_warehouse_id = w.id and l.part_id = p.id
    ) rq
    where g.org_id <> ${tx.caller.orgId} and g.available > 0
    order by wanted.priority, p.code, g.available desc, o.code, w.code`)

/** Requests that nobody has approved yet hold nothing at the supplier: what they ask for is spoken for all the same. */
const spokenFor = (tx: CallerTx) => sql`(
  select d.counter_org_id as org_id, l.part_id, sum(l.qty) as qty
  from goods_document d join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
  where d.group_id = ${tx.groupId} and d.kind = ${transferRequest.kind}
    and d.state = any (${statesIn(transferRequest, 'entry', 'waiting')}) and d.counter_org_id is not null
  group by d.counter_org_id, l.part_id)`

/**
 * Of each part the sister organisation with the greatest surplus, in the warehouse of it that has most (business/warehouse 4.4), in what the unit can
 * be parted into.
 */
export const surplusesOf = (tx: CallerTx, partIds: readonly number[]): Promise<Surplus[]> =>
  tx.select(sql<Surplus>`select distinct on (part_id) part_id, org_name, warehouse_id, warehouse_name, surplus_qty from (
      select g.part_id, o.code as org_code, o.name as org_name, w.id as warehouse_id, w.name as warehouse_name,
        round(trunc(least(g.available - coalesce(pl.max_stock, pl.min_stock, 0), sum(g.available) over (partition by g.part_id, g.org_id)
          - coalesce(pr.max_stock, pr.min_stock, 0) - coalesce(sf.qty, 0)), u.decimals), 4) as surplus_qty
      from ${groupPools(tx)} g
      join part p on p.group_id = g.group_id and p.id = g.part_id
      join unit u on u.group_id = p.group_id and u.id = p.unit_id
      join org o on o.group_id = g.group_id and o.id = g.org_id
      join warehouse w on w.group_id = g.group_id and w.id = g.warehouse_id and w.is_active
      left join product pr on pr.group_id = g.group_id and pr.org_id = g.org_id and pr.part_id = g.part_id
      left join product_limit pl on pl.group_id = g.group_id and pl.org_id = g.org_id and pl.part_id = g.part_id and pl.warehouse_id = g.warehouse_id
      left join ${spokenFor(tx)} sf on sf.org_id = g.org_id and sf.part_id = g.part_id
      where g.group_id = ${tx.groupId} and g.org_id <> ${tx.caller.orgId} and ${isAnyOf('g.part_id', partIds)}
    ) each where surplus_qty > 0
    order by part_id, surplus_qty desc, org_code, warehouse_id`)
