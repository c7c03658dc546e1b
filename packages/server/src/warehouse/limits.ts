// What there is too little or too much of: one condition for 库存预警, 库存查询, the home page, 仓库工作台 and the daily reminder.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, warehousesWith } from '../kernel/caller/caller'
import { figureIn, sumIn } from '../kernel/caller/cost-visibility'
import { isAnyOf } from '../kernel/caller/scope'
import type { CallerTx, Tx } from '../kernel/db/tx'
import type { Place } from './queries/free-stock'

export type StockLimit = 'low' | 'high'

/** Whose limits count, and the goods that are held against them. */
interface Sight {
  /** Warehouses whose goods count. */
  at: Place
  /** Warehouses whose own limits count. */
  own: Place
  /** Products `pr` whose limits as a whole count. */
  whole: RawBuilder<SqlBool>
  /** One organisation; all of them otherwise. */
  orgId?: number
  /** Whether a product that is beyond its limits as a whole is not listed by its warehouses besides. */
  wholeFirst: boolean
  /** Who sees what the goods are worth, where that is asked for. */
  caller?: Caller
}

/** All organisations with all of their warehouses, as the daily message looks at them. */
export const everywhere: Sight = {
  at: () => sql<SqlBool>`true`,
  own: () => sql<SqlBool>`true`,
  whole: sql`true`,
  wholeFirst: true,
}

/**
 * The caller's organisation with the warehouses that he may view. Of a warehouse that is asked for its own limits count; products that have none
 * there and are bought for it count as a whole (business/warehouse 4.1).
 */
export function sightOf({ groupId, caller }: CallerTx, { warehouseId }: { warehouseId?: number | undefined }): Sight {
  const seen = warehousesWith(caller, 'view')
  const at: Place = (column) => isAnyOf(column, seen)
  const sight = { at, orgId: caller.orgId, caller }
  if (warehouseId === undefined) return { ...sight, own: at, whole: sql`true`, wholeFirst: true }
  const isSeen = seen.includes(warehouseId)
  const hasOwn = sql`exists (select from product_limit l where l.group_id = pr.group_id and l.org_id = pr.org_id and l.part_id = pr.part_id
    and l.warehouse_id = ${warehouseId})`
  return {
    ...sight,
    own: (column) => isAnyOf(column, isSeen ? [warehouseId] : []),
    whole: sql`${isSeen}::boolean and ${homeOf(groupId, caller.orgId)} = ${warehouseId} and not ${hasOwn}`,
    wholeFirst: false,
  }
}

/** The warehouse that the product `pr` of the organisation is bought for: its default one, else that of the organisation. */
export const homeOf = (groupId: number, orgId: number): RawBuilder<unknown> => sql`coalesce(pr.default_warehouse_id,
    (select d.id from warehouse d where d.group_id = ${groupId} and d.org_id = ${orgId} and d.is_default and d.is_active limit 1))`

/**
 * FROM of limits `lm`, of a warehouse or, without one, of the product as a whole, with product `pr`, part `p` and what lies for sale where they
 * count, `st`: what lies with old parts, with scrap or on its way does not (business/warehouse 4.1). Conditions follow from `isBeyond`.
 */
export function limitedProducts({ groupId }: Pick<Tx, 'groupId'>, sight: Sight): RawBuilder<unknown> {
  const { at, own, whole, orgId, caller } = sight
  const ofOrg = (alias: string) => (orgId === undefined ? sql`` : sql`and ${sql.ref(`${alias}.org_id`)} = ${orgId}`)
  const sum = caller ? sumIn(caller, 'cost_price', 'c.warehouse_id', sql`sum(c.value)`) : sql`null::numeric`
  const worth = caller ? figureIn(caller, 'cost_price', 'oc.warehouse_id', sql`oc.value`) : sql`null::numeric`
  return sql`from (
      select pr.group_id, pr.org_id, pr.part_id, null::bigint as warehouse_id, pr.min_stock, pr.max_stock
      from product pr where pr.group_id = ${groupId} ${ofOrg('pr')} and ${whole}
      union all
      select l.group_id, l.org_id, l.part_id, l.warehouse_id, l.min_stock, l.max_stock
      from product_limit l join warehouse lw on lw.group_id = l.group_id and lw.id = l.warehouse_id and lw.is_active and lw.kind in ('normal', 'repair')
      where l.group_id = ${groupId} ${ofOrg('l')} and ${own('l.warehouse_id')}
    ) lm
    join product pr on pr.group_id = lm.group_id and pr.org_id = lm.org_id and pr.part_id = lm.part_id
    join part p on p.group_id = pr.group_id and p.id = pr.part_id
    left join (
      select c.group_id, c.org_id, c.part_id, sum(c.qty) as qty, ${sum} as value
      from stock_cost c join warehouse cw on cw.group_id = c.group_id and cw.id = c.warehouse_id and cw.kind in ('normal', 'repair')
      where c.group_id = ${groupId} and ${at('c.warehouse_id')} group by c.group_id, c.org_id, c.part_id
    ) al on al.group_id = lm.group_id and al.org_id = lm.org_id and al.part_id = lm.part_id
    left join stock_cost oc on oc.group_id = lm.group_id and oc.org_id = lm.org_id and oc.warehouse_id = lm.warehouse_id and oc.part_id = lm.part_id
    cross join lateral (
      select case when lm.warehouse_id is null then coalesce(al.qty, 0.0000) else coalesce(oc.qty, 0.0000) end as qty,
        case when lm.warehouse_id is null then al.value else ${worth} end as value
    ) st`
}

const beyond: Readonly<Record<StockLimit, (qty: string, limits: string) => RawBuilder<SqlBool>>> = {
  low: (qty, limits) => sql<SqlBool>`coalesce(${sql.ref(qty)}, 0) < ${sql.ref(`${limits}.min_stock`)}`,
  high: (qty, limits) => sql<SqlBool>`coalesce(${sql.ref(qty)}, 0) > ${sql.ref(`${limits}.max_stock`)}`,
}

/** Products `pr` on the shelf of whose part `p` less, or more, is for sale than the limits `lm` say. */
export function isBeyond(limit: StockLimit, { wholeFirst }: Sight): RawBuilder<SqlBool> {
  const shown = wholeFirst
    ? sql`and (lm.warehouse_id is null or (${beyond[limit]('al.qty', 'pr')}) is not true)`
    : sql``
  return sql<SqlBool>`(p.is_active and pr.on_shelf and ${beyond[limit]('st.qty', 'lm')} ${shown})`
}

/** FROM and WHERE of limits that products are beyond. */
export const productsBeyond = (tx: Pick<Tx, 'groupId'>, limit: StockLimit, sight: Sight): RawBuilder<unknown> =>
  sql`${limitedProducts(tx, sight)} where ${isBeyond(limit, sight)}`

/** Orders what is too little: the less there is of what there should be, the earlier. */
export const urgency = sql`st.qty / nullif(lm.min_stock, 0)`
