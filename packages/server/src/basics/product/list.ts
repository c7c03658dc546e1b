import type { OwnLimits, productRoutes, ProductRow } from '@chepu/contract/basics/product'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { QueryOf } from '../../kernel/http/bind'
import type { Caller } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { notFound } from '../../kernel/base/errors'
import { snake } from '../../kernel/db/names'
import { own } from '../../kernel/base/own'
import { fits, namesPart } from '../../kernel/query/part-filter'
import { allOf } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { inCategory } from '../part-search/find'
import { maySee, productFields } from './fields'
import { ownLimitsOf } from './limits'
import { pageOf, totalsOf } from '../../kernel/query/page'

export type ProductFilters = QueryOf<typeof productRoutes.totals>

const tables = sql`from product pr
  join part p on p.group_id = pr.group_id and p.id = pr.part_id
  join brand b on b.group_id = p.group_id and b.id = p.brand_id
  join part_category c on c.group_id = p.group_id and c.id = p.category_id
  join unit u on u.group_id = p.group_id and u.id = p.unit_id
  left join warehouse w on w.group_id = pr.group_id and w.id = pr.default_warehouse_id
  left join location l on l.group_id = pr.group_id and l.id = pr.default_location_id
  left join partner s on s.group_id = pr.group_id and s.id = pr.default_supplier_id
  left join partner ls on ls.group_id = pr.group_id and ls.id = pr.last_supplier_id`

const named: Readonly<Record<string, string>> = { lastSupplierName: 'ls.name', defaultSupplierName: 's.name' }

function columns(caller: Caller): RawBuilder<unknown> {
  const hidden = Object.keys(productFields)
    .filter((field) => maySee(caller, field))
    .map((field) => sql`${sql.raw(`${own(named, field) ?? `pr.${snake(field)}`} as ${snake(field)}`)}`)
  return sql.join([
    sql`pr.id, pr.part_id, p.code, p.name, p.oe_no, b.name as brand_name, c.name as category_name, p.spec, p.fitment,
      u.name as unit_name, pr.min_stock, pr.max_stock, pr.default_warehouse_id, w.name as default_warehouse_name,
      pr.default_location_id, l.code as default_location_code, pr.lead_days, pr.on_shelf, pr.pricing_note, pr.version`,
    ...hidden,
  ])
}

const sortable: Readonly<Record<string, string>> = {
  code: 'p.code',
  name: 'p.name',
  brandName: 'b.name',
  categoryName: 'c.name',
  purchasePrice: 'pr.purchase_price',
  lastPurchasePrice: 'pr.last_purchase_price',
  lastPurchaseOn: 'pr.last_purchase_on',
  wholesalePrice1: 'pr.wholesale_price1',
  wholesalePrice2: 'pr.wholesale_price2',
  wholesalePrice3: 'pr.wholesale_price3',
  retailPrice: 'pr.retail_price',
  transferPrice: 'pr.transfer_price',
  minSalePrice: 'pr.min_sale_price',
  minStock: 'pr.min_stock',
  maxStock: 'pr.max_stock',
}

/** SELECT of the rows, without order and limit; exports stream the same statement. */
export const selectProducts = async (tx: CallerTx, filters: ProductFilters): Promise<RawBuilder<ProductRow>> =>
  sql<ProductRow>`select ${columns(tx.caller)} ${tables} where ${await where(tx, filters)}`

/** Products of the caller's org; hidden prices are neither selected nor sorted by. */
export async function listProducts(tx: CallerTx, filters: QueryOf<typeof productRoutes.list>) {
  const open = Object.fromEntries(Object.entries(sortable).filter(([field]) => maySee(tx.caller, field)))
  return pageOf(
    tx,
    sql<ProductRow>`${await selectProducts(tx, filters)}
    order by ${sortedBy(open, filters.sort) ?? sql`p.code`}, pr.id`,
    filters,
  )
}

export async function productTotals(tx: CallerTx, filters: ProductFilters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count ${tables} where ${await where(tx, filters)}`)
}

export async function readProduct(tx: CallerTx, id: number): Promise<ProductRow & { limits: OwnLimits[] }> {
  const [row] = await tx.select<ProductRow>(
    sql<ProductRow>`select ${columns(tx.caller)} ${tables} where ${await where(tx, {})} and pr.id = ${id}`,
  )
  if (!row) notFound('商品')
  return { ...row, limits: await ownLimitsOf(tx, row.partId) }
}

async function where(tx: CallerTx, filters: ProductFilters): Promise<RawBuilder<SqlBool>> {
  const { q, brandId, categoryId, fitment, warehouseId, onShelf, unpriced } = filters
  return allOf([
    sql<SqlBool>`pr.group_id = ${tx.groupId} and pr.org_id = ${tx.caller.orgId}`,
    ...(q ? [await namesPart(tx, q)] : []),
    ...(brandId ? [sql<SqlBool>`p.brand_id = ${brandId}`] : []),
    ...(categoryId ? [inCategory(tx, categoryId)] : []),
    ...(fitment ? [fits(tx, fitment)] : []),
    ...(warehouseId ? [sql<SqlBool>`pr.default_warehouse_id = ${warehouseId}`] : []),
    ...(onShelf === undefined ? [] : [sql<SqlBool>`pr.on_shelf = ${onShelf}`]),
    ...(unpriced ? [sql<SqlBool>`pr.retail_price is null`] : []),
  ])
}
