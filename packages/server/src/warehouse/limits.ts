// What there is too little or too much of: one condition for 库存预警, 库存查询, the home page, 仓库工作台 and the daily reminder.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CallerTx, Tx } from '../kernel/db/tx'

/**
 * Joins to the product `pr` what of it lies for sale, `st`, in the warehouses that the condition on pools `c` leaves: what lies with
 * old parts, with scrap or on its way does not count (business/warehouse 4.1). `sums` are further sums of the pools.
 */
export const goodsForSale = (
  { groupId }: Pick<Tx, 'groupId'>,
  at: RawBuilder<SqlBool>,
  sums: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`left join (
    select c.group_id, c.org_id, c.part_id, sum(c.qty) as qty ${sums}
    from stock_cost c join warehouse cw on cw.group_id = c.group_id and cw.id = c.warehouse_id and cw.kind in ('normal', 'repair')
    where c.group_id = ${groupId} and ${at} group by c.group_id, c.org_id, c.part_id
  ) st on st.group_id = pr.group_id and st.org_id = pr.org_id and st.part_id = pr.part_id`

/** Products `pr` on the shelf of whose part `p` less, or more, is for sale than their limit says. */
export const isBeyond = {
  low: sql<SqlBool>`(p.is_active and pr.on_shelf and coalesce(st.qty, 0) < pr.min_stock)`,
  high: sql<SqlBool>`(p.is_active and pr.on_shelf and coalesce(st.qty, 0) > pr.max_stock)`,
}
export type StockLimit = keyof typeof isBeyond

/** FROM and WHERE of the caller's products that are beyond a limit in the warehouses that the condition on pools `c` leaves. */
export const productsBeyond = (
  tx: CallerTx,
  limit: StockLimit,
  at: RawBuilder<SqlBool>,
): RawBuilder<unknown> => sql`from product pr
    join part p on p.group_id = pr.group_id and p.id = pr.part_id
    ${goodsForSale(tx, at)}
    where pr.group_id = ${tx.groupId} and pr.org_id = ${tx.caller.orgId} and ${isBeyond[limit]}`

/** Orders what is too little: the less there is of what there should be, the earlier. */
export const urgency = sql`coalesce(st.qty, 0) / nullif(pr.min_stock, 0)`
