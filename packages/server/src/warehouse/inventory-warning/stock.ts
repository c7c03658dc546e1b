// What the tabs of 库存预警 know of the stock of a product.
import { allWarehouses, type WarningFilters } from '@chepu/contract/warehouse/inventory-warning'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import { boundKinds } from '../../kernel/goods/registry'
import { isReturn } from '../../kernel/goods/types'
import { partConditions } from '../../kernel/query/part-filter'
import { poolFigures } from '../../kernel/query/pool-figures'
import { isBeyond, limitedProducts, sightOf, type StockLimit } from '../limits'
import type { Place } from '../queries/free-stock'
import { allComing, coming, placeOf } from './coming'

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

/** Joins to the product `pr` the warehouse of its limits `lm` and its latest supplier. */
const productNames = sql`left join warehouse w on w.group_id = lm.group_id and w.id = lm.warehouse_id
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

/** Columns of the product `pr`, of its limits `lm` and of the stock `st` that is held against them. */
export const stockFields = {
  ...partFields,
  key: sql`concat_ws(':', pr.part_id, lm.warehouse_id)`,
  warehouseId: sql`lm.warehouse_id`,
  warehouseName: sql`coalesce(w.name, ${allWarehouses})`,
  onHand: sql`st.qty`,
  reserved: sql`rs.held`,
  available: sql`rs.available`,
  onOrder: sql`coalesce(oo.qty, 0.0000)`,
  minStock: sql`lm.min_stock`,
  maxStock: sql`lm.max_stock`,
  out30: sql`us.days30`,
  out90: sql`us.days90`,
  lastSupplierName: sql`s.name`,
  lastPurchasePrice: sql`pr.last_purchase_price`,
}

/** FROM and WHERE of limits `lm` that products are beyond: product `pr`, part `p`, and of the warehouse of the limits, or of all in sight, what lies there, `st`. */
export async function stockBeyond(
  tx: CallerTx,
  filters: WarningFilters,
  limit: StockLimit,
): Promise<RawBuilder<unknown>> {
  const { groupId, caller } = tx
  const sight = sightOf(tx, filters)
  const at: Place = (column) =>
    sql<SqlBool>`(${sight.at(column)} and ${sql.raw(column)} = coalesce(lm.warehouse_id, ${sql.raw(column)}))`
  const conditions = await partConditions(tx, filters)
  const also = conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`
  return sql`${limitedProducts(tx, sight)}
    ${partNames} ${productNames}
    cross join lateral (
      select coalesce(sum(c.held), 0.0000) as held, coalesce(sum(c.waiting), 0.0000) as waiting, coalesce(sum(c.unheld), 0.0000) as unheld,
        coalesce(sum(c.available), 0.0000) as available
      from ${poolFigures(groupId)} c where c.group_id = ${groupId} and c.org_id = ${caller.orgId} and c.part_id = pr.part_id
        and c.kind in ('normal', 'repair') and ${at('c.warehouse_id')}
    ) rs
    ${coming(tx, at)} ${limit === 'low' ? allComing(tx) : sql``}
    cross join lateral (${usedUp(tx, at)}) us
    where ${isBeyond(limit, sight)} ${also}`
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
