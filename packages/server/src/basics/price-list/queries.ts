import { currentPrices, priceHistory, priceList } from '@chepu/contract/basics/price-list'
import { type ProductPrice, priceNames } from '@chepu/contract/basics/product'
import type { QueryFilters } from '@chepu/contract/kernel/query'
import type { DataOf } from '@chepu/contract/kernel/route'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { forbidden } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import { sumIn, withoutHidden } from '../../kernel/caller/cost-visibility'
import { allOf } from '../../kernel/caller/scope'
import { snake } from '../../kernel/db/names'
import type { CallerTx } from '../../kernel/db/tx'
import type { Bind } from '../../kernel/http/bind'
import { partConditions } from '../../kernel/query/part-filter'
import { bindQuery, type Expressions, type QuerySource, selectList } from '../../kernel/query/query'
import { priceInTaxModeSql } from '../../kernel/query/tax-mode'
import { maySee } from '../product/fields'
import { joinSaleTax } from './costs'

const productPrice = (name: ProductPrice) => sql.raw(`pr.${snake(name)}`)

/** What the org holds of each part `p`, over all warehouses: `held.qty`, and its value for who may see costs and for who may see margins. */
const joinHeld = ({ groupId, caller }: CallerTx) => sql`left join lateral (
    select sum(c.qty) as qty, ${sumIn(caller, 'cost_price', 'c.warehouse_id', sql`sum(c.value)`)} as value
    from stock_cost c where c.group_id = ${groupId} and c.org_id = ${caller.orgId} and c.part_id = p.id and c.qty > 0
  ) held on true`

const cost = sql`round(held.value / nullif(held.qty, 0), 4)`

/** 毛利率 of the retail price as `marginRate` of the contract has it: both without tax. */
function margin({ caller }: CallerTx): RawBuilder<unknown> {
  const kept = caller.org.config.priceTaxIncluded ? 'true' : 'false'
  const untaxed = sql`nullif(${sql.raw(priceInTaxModeSql('pr.retail_price', 'tax.rate', kept, 'false'))}, 0)`
  return sql`round((${untaxed} - ${cost}) / ${untaxed}, 4)`
}

const changedOn = sql`(select (h.changed_at at time zone 'Asia/Shanghai')::date from price_history h
  where h.group_id = pr.group_id and h.org_id = pr.org_id and h.part_id = pr.part_id order by h.id desc limit 1)`

const figures = {
  lastPurchasePrice: sql`pr.last_purchase_price`,
  costPrice: cost,
  purchasePrice: productPrice('purchasePrice'),
  wholesalePrice1: productPrice('wholesalePrice1'),
  wholesalePrice2: productPrice('wholesalePrice2'),
  wholesalePrice3: productPrice('wholesalePrice3'),
  retailPrice: productPrice('retailPrice'),
  transferPrice: productPrice('transferPrice'),
  minSalePrice: productPrice('minSalePrice'),
} satisfies Partial<Expressions<typeof priceList>>

/** 价格, by part. */
const prices: QuerySource<typeof priceList> = {
  select: (tx) => ({
    productId: sql`pr.id`,
    partId: sql`p.id`,
    taxRate: sql`tax.rate`,
    partCode: sql`p.code`,
    partName: sql`p.name`,
    oeNo: sql`p.oe_no`,
    brandName: sql`b.name`,
    spec: sql`p.spec`,
    fitment: sql`p.fitment`,
    unitName: sql`u.name`,
    ...figures,
    marginRate: margin(tx),
    changedOn,
  }),
  from: async (tx, filters) => sql`from product pr
    join part p on p.group_id = pr.group_id and p.id = pr.part_id
    join brand b on b.group_id = p.group_id and b.id = p.brand_id
    join unit u on u.group_id = p.group_id and u.id = p.unit_id
    ${await joinSaleTax(tx)}
    ${joinHeld(tx)}
    where ${allOf(await conditionsOf(tx, filters))}`,
  order: sql`part_code, part_id`,
}

/** Who may not see margins cannot find them out by asking for those below a figure (business/access 8). */
async function conditionsOf(tx: CallerTx, filters: QueryFilters<typeof priceList>): Promise<RawBuilder<SqlBool>[]> {
  const { onShelf, unpriced, marginBelow, adjustmentId, ...parts } = filters
  if (marginBelow !== undefined && !sees(tx.caller, 'gross_profit')) forbidden('您没有查看毛利的权限')
  return [
    sql<SqlBool>`pr.group_id = ${tx.groupId} and pr.org_id = ${tx.caller.orgId}`,
    ...(await partConditions(tx, parts)),
    ...(onShelf === undefined ? [] : [sql<SqlBool>`pr.on_shelf = ${onShelf}`]),
    ...(unpriced ? [sql<SqlBool>`pr.retail_price is null`] : []),
    ...(marginBelow === undefined ? [] : [sql<SqlBool>`${margin(tx)} < ${marginBelow}::numeric / 100`]),
    ...(adjustmentId === undefined
      ? []
      : [
          sql<SqlBool>`exists (select 1 from price_adjustment_line l
            join price_adjustment d on d.group_id = l.group_id and d.id = l.adjustment_id and d.org_id = pr.org_id
            where l.group_id = pr.group_id and l.adjustment_id = ${adjustmentId} and l.part_id = pr.part_id)`,
        ]),
  ]
}

/** What the prices of some parts are now. */
async function pricesNow(tx: CallerTx, partIds: readonly number[]): Promise<DataOf<typeof currentPrices>> {
  const rows = await tx.select(
    sql<DataOf<typeof currentPrices>[number]>`
      select p.id as part_id, tax.rate as tax_rate, ${selectList(tx.caller, priceList, figures)}
      from part p
      ${await joinSaleTax(tx)}
      left join product pr on pr.group_id = p.group_id and pr.org_id = ${tx.caller.orgId} and pr.part_id = p.id
      ${joinHeld(tx)}
      where p.group_id = ${tx.groupId} and p.id = any (${[...partIds]}::bigint[])`,
  )
  return rows.map((row) => withoutHidden(tx.caller, row, ['costPrice']))
}

/** 调价记录, the latest first; levels that the caller may not see are in no row. */
const history: QuerySource<typeof priceHistory> = {
  select: () => ({
    id: sql`h.id`,
    partId: sql`h.part_id`,
    adjustmentId: sql`h.adjustment_id`,
    changedAt: sql`h.changed_at`,
    partCode: sql`p.code`,
    partName: sql`p.name`,
    price: sql`h.price`,
    oldPrice: sql`h.old_price`,
    newPrice: sql`h.new_price`,
    source: sql`h.source`,
    billNo: sql`d.bill_no`,
    userName: sql`w.real_name`,
  }),
  from: async (tx, { partId, part, price, from, to }) => sql`from price_history h
    join part p on p.group_id = h.group_id and p.id = h.part_id
    left join price_adjustment d on d.group_id = h.group_id and d.id = h.adjustment_id
    left join app_user w on w.group_id = h.group_id and w.id = h.user_id
    where ${allOf([
      sql<SqlBool>`h.group_id = ${tx.groupId} and h.org_id = ${tx.caller.orgId}`,
      sql<SqlBool>`h.price = any (${priceNames.filter((name) => maySee(tx.caller, name))}::text[])`,
      ...(await partConditions(tx, { part })),
      ...(partId ? [sql<SqlBool>`h.part_id = ${partId}`] : []),
      ...(price ? [sql<SqlBool>`h.price = any (${price.split(',')}::text[])`] : []),
      ...(from ? [sql<SqlBool>`h.changed_at >= ${`${from} 00:00:00+08`}::timestamptz`] : []),
      ...(to ? [sql<SqlBool>`h.changed_at < ${`${to} 00:00:00+08`}::timestamptz + interval '1 day'`] : []),
    ])}`,
  order: sql`id desc`,
}

/** Binds what 价格管理 shows beside its documents. */
export function bindPriceLists(bind: Bind): void {
  bindQuery(bind, priceList, prices)
  bindQuery(bind, priceHistory, history)
  bind(currentPrices, (tx, { body }) => pricesNow(tx, body.partIds))
}
