// What the tabs of 库存预警 know of the stock of a product.
import type { WarningFilters } from '@chepu/contract/warehouse/inventory-warning'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { sumIn } from '../../kernel/caller/cost-visibility'
import type { CallerTx } from '../../kernel/db/tx'
import { boundKinds } from '../../kernel/goods/registry'
import { isReturn } from '../../kernel/goods/types'
import { partConditions } from '../../kernel/query/part-filter'
import { goodsForSale, isBeyond, type StockLimit } from '../limits'
import type { Place } from '../queries/free-stock'
import { coming, placeOf } from './coming'

/** Kinds whose goods are used up: those that sell, and what comes back of them. */
function consumingKinds(): string[] {
  const selling = boundKinds().filter((kind) => kind.sells)
  const names = selling.map(({ def }) => def.kind)
  const returns = boundKinds().filter(
    (kind) => isReturn(kind) && kind.source?.kinds.some((each) => names.includes(each)),
  )
  return [...names, ...returns.map(({ def }) => def.kind)]
}

/** Joins to the part `p` what it is sold in: its names. */
export const partNames = sql`join brand b on b.group_id = p.group_id and b.id = p.brand_id
  join unit u on u.group_id = p.group_id and u.id = p.unit_id`

/** Joins to the product `pr` its default warehouse and its latest supplier. */
const productNames = sql`left join warehouse w on w.group_id = pr.group_id and w.id = pr.default_warehouse_id
  left join partner s on s.group_id = pr.group_id and s.id = pr.last_supplier_id`

/** Columns of the part `p`. */
export const partFields = {
  partId: sql`p.id`,
  partCode: sql`p.code`,
  partName: sql`p.name`,
  oeNo: sql`p.oe_no`,
  brandName: sql`b.name`,
  spec: sql`p.spec`,
  fitment: sql`p.fitment`,
  unitName: sql`u.name`,
}

/** Columns of the product `pr` and of its stock `st`. */
export const stockFields = {
  ...partFields,
  warehouseName: sql`w.name`,
  onHand: sql`coalesce(st.qty, 0.0000)`,
  reserved: sql`rs.held`,
  available: sql`coalesce(st.qty, 0.0000) - rs.held`,
  onOrder: sql`coalesce(oo.qty, 0.0000)`,
  minStock: sql`pr.min_stock`,
  maxStock: sql`pr.max_stock`,
  out30: sql`us.days30`,
  out90: sql`us.days90`,
  lastSupplierName: sql`s.name`,
  lastPurchasePrice: sql`pr.last_purchase_price`,
}

/** FROM and WHERE of products that are beyond a limit: product `pr`, part `p`, stock `st` that is for sale in the warehouses in sight. */
export async function stockBeyond(
  tx: CallerTx,
  filters: WarningFilters,
  limit: StockLimit,
): Promise<RawBuilder<unknown>> {
  const { groupId, caller } = tx
  const at = placeOf(tx, filters)
  const conditions = await partConditions(tx, filters)
  const value = sumIn(caller, 'cost_price', 'c.warehouse_id', sql`sum(c.value)`)
  const also = conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`
  return sql`from product pr
    join part p on p.group_id = pr.group_id and p.id = pr.part_id
    ${partNames} ${productNames}
    ${goodsForSale(tx, at('c.warehouse_id'), sql`, ${value} as value`)}
    cross join lateral (
      select coalesce(sum(r.qty - r.released_qty - r.backorder_qty), 0.0000) as held, coalesce(sum(r.backorder_qty), 0.0000) as waiting
      from stock_reservation r where r.group_id = ${groupId} and r.org_id = ${caller.orgId} and r.part_id = pr.part_id and r.is_live
        and ${at('r.warehouse_id')}
    ) rs
    ${coming(tx, at)}
    cross join lateral (${usedUp(tx, at)}) us
    where pr.group_id = ${groupId} and pr.org_id = ${caller.orgId} and ${isBeyond[limit]} ${also}`
}

/** What was sold of the part within 30 and within 90 days, less what came back. */
const usedUp = (tx: CallerTx, at: Place) => sql`
  select coalesce(-sum(g.qty) filter (where g.biz_date > ${addDays(shanghaiDay(), -30)}), 0.0000) as days30, coalesce(-sum(g.qty), 0.0000) as days90
  from stock_ledger g
  where g.group_id = ${tx.groupId} and g.org_id = ${tx.caller.orgId} and g.part_id = pr.part_id
    and g.biz_date > ${addDays(shanghaiDay(), -90)} and g.doc_kind = any (${consumingKinds()}) and ${at('g.warehouse_id')}`

/** Conditions on the part `p` and on the warehouse in `column`, as SQL to follow a WHERE. */
export async function placedParts(tx: CallerTx, filters: WarningFilters, column: string): Promise<RawBuilder<SqlBool>> {
  const conditions = [placeOf(tx, filters)(column), ...(await partConditions(tx, filters))]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
