// 库存查询 in all its cuts. Longer than most reports because the cuts share one shape of row, so that the screens, the
// totals and the exports agree.
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import {
  type StockCut,
  type StockFilters,
  stockInquiry,
  type StockQuery,
  type StockRow,
} from '@chepu/contract/warehouse/stock-inquiry'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sees, stockPlaces } from '../../kernel/caller/caller'
import { figureIn, sumIn, withoutHidden } from '../../kernel/caller/cost-visibility'
import type { CallerTx } from '../../kernel/db/tx'
import { holdsText, knownWords, partConditions } from '../../kernel/query/part-filter'
import { allOf, isAnyOf } from '../../kernel/caller/scope'
import { cutTo, limitOf, totalsOf } from '../../kernel/query/page'
import { costKeys, type Expressions, type QueryStatements, selectList } from '../../kernel/query/query'
import { poolFigures } from '../../kernel/query/pool-figures'
import { sortedBy } from '../../kernel/query/sorting'
import { substituteLinks } from '../../kernel/query/substitutes'
import { productsBeyond, sightOf } from '../limits'
import { figuresOfPart, groupPools, onOrder, type Place } from './free-stock'

const noText = sql`null::text`
const noId = sql`null::bigint`

interface Cut {
  /**
   * FROM after `part p`: alias `c` has what one row stands for, with qty and value. `each` is `lateral` and a condition on
   * the part, when the page stops after a few parts and need not sum up all.
   */
  source(tx: CallerTx, at: Place, each: Each): RawBuilder<unknown>
  keys(tx: CallerTx): RawBuilder<unknown>
  /** Names of what the keys stand for, joined after the page is known. */
  names: RawBuilder<unknown>
  /** Columns that tell rows apart. */
  ties: readonly string[]
}

interface Each {
  lateral: RawBuilder<unknown>
  /** With the alias that has a part_id. */
  of(alias: 'c' | 'b'): RawBuilder<unknown>
}
const forAll: Each = { lateral: sql``, of: () => sql`` }
const forEach: Each = { lateral: sql`lateral`, of: (alias) => sql`and ${sql.ref(`${alias}.part_id`)} = p.id` }

function placeOf(tx: CallerTx, { warehouseId }: StockFilters): Place {
  const seen = stockPlaces(tx.caller)
  return (column) => isAnyOf(column, warehouseId ? seen.filter((id) => id === warehouseId) : seen)
}

const cuts: Record<StockCut, Cut> = {
  warehouse: {
    source: (
      tx,
      at,
    ) => sql`join stock_cost c on c.group_id = p.group_id and c.org_id = ${tx.caller.orgId} and c.part_id = p.id
      and ${at('c.warehouse_id')}`,
    keys: (tx) => sql`c.warehouse_id, ${noId} as location_id, ${noText} as batch_no, ${noId} as org_id, c.qty,
      ${costIn(tx, 'c.warehouse_id', sql`c.value`)} as value`,
    names: sql`join warehouse w on w.group_id = page.group_id and w.id = page.warehouse_id`,
    ties: ['part_id', 'warehouse_id'],
  },
  part: {
    // Every part that the org trades, whether it ever lay here or not.
    source: (tx, at, each) => sql`left join ${each.lateral} (
        select part_id, sum(qty) as qty, ${sumIn(tx.caller, 'cost_price', 'c.warehouse_id', sql`sum(value)`)} as value from stock_cost c
        where c.group_id = ${tx.groupId} and c.org_id = ${tx.caller.orgId} and ${at('c.warehouse_id')} ${each.of('c')}
        group by part_id
      ) c on c.part_id = p.id`,
    keys: () => sql`${noId} as warehouse_id, ${noId} as location_id, ${noText} as batch_no, ${noId} as org_id,
      coalesce(c.qty, 0.0000) as qty, case when c.part_id is null then 0.00 else c.value end as value`,
    names: sql``,
    ties: ['part_id'],
  },
  location: {
    source: (tx, at, each) => sql`join ${each.lateral} (
        select b.part_id, b.warehouse_id, b.location_id, sum(b.qty) as qty from stock_balance b
        where b.group_id = ${tx.groupId} and b.org_id = ${tx.caller.orgId} and ${at('b.warehouse_id')} ${each.of('b')}
        group by b.part_id, b.warehouse_id, b.location_id
      ) c on c.part_id = p.id`,
    keys: () =>
      sql`c.warehouse_id, c.location_id, ${noText} as batch_no, ${noId} as org_id, c.qty, null::numeric as value`,
    names: sql`join warehouse w on w.group_id = page.group_id and w.id = page.warehouse_id
      join location loc on loc.group_id = page.group_id and loc.id = page.location_id`,
    ties: ['part_id', 'warehouse_id', 'location_id'],
  },
  batch: {
    source: (
      tx,
      at,
    ) => sql`join stock_balance c on c.group_id = p.group_id and c.org_id = ${tx.caller.orgId} and c.part_id = p.id
      and ${at('c.warehouse_id')}`,
    keys: () => sql`c.warehouse_id, c.location_id, c.batch_no, ${noId} as org_id, c.qty, null::numeric as value`,
    names: sql`join warehouse w on w.group_id = page.group_id and w.id = page.warehouse_id
      join location loc on loc.group_id = page.group_id and loc.id = page.location_id`,
    ties: ['part_id', 'warehouse_id', 'location_id', 'batch_no'],
  },
  group: {
    source: (tx, _at, each) => sql`join ${each.lateral} (
        select c.part_id, c.org_id, sum(c.qty) as qty from ${groupPools(tx)} c where c.group_id = ${tx.groupId} ${each.of('c')}
        group by c.part_id, c.org_id
      ) c on c.part_id = p.id`,
    keys: () =>
      sql`${noId} as warehouse_id, ${noId} as location_id, ${noText} as batch_no, c.org_id, c.qty, null::numeric as value`,
    names: sql`join org o on o.group_id = page.group_id and o.id = page.org_id`,
    ties: ['part_id', 'org_id'],
  },
}

/** Whether an order needs the sums of all parts, before the first page is known. */
const isSummed = (sort: string | undefined) => sort !== undefined && /^-?(onHand|stockValue)$/.test(sort)

// What rows are sorted by is known before their names are looked up.
const sorts: Record<string, string> = {
  partCode: 'page.part_code',
  partName: 'page.part_name',
  brandName: 'page.brand_name',
  onHand: 'page.qty',
}

/** Whether an order needs the share that each bin has of its pool. */
const isByShare = (name: StockCut, sort: string | undefined): name is 'location' | 'batch' =>
  isBinned(name) && sort !== undefined && /^-?stockValue$/.test(sort)

/** Order of the rows `page`: what the caller asked for, by part code otherwise, ties by what a row stands for. */
function orderOf(tx: CallerTx, name: StockCut, sort: string | undefined): RawBuilder<unknown> {
  const isOpen = (key: string) => key !== 'stockValue' || (name !== 'group' && sees(tx.caller, 'cost_price'))
  const columns = Object.entries({ ...sorts, stockValue: isBinned(name) ? 'worth' : 'page.value' }).filter(([key]) =>
    isOpen(key),
  )
  const ties = cuts[name].ties.map((column) => `page.${column}`).join(', ')
  return sql`${sortedBy(Object.fromEntries(columns), sort) ?? sql.raw('page.part_code')}, ${sql.raw(ties)}`
}

/** SELECT of one page: the rows are chosen first, and what costs a look each is looked up for them alone. */
export async function selectStock(
  tx: CallerTx,
  name: StockCut,
  filters: StockFilters & Partial<Paging>,
): Promise<RawBuilder<StockRow>> {
  const cut = cuts[name]
  const at = placeOf(tx, filters)
  const { rows, page = 1 } = filters
  const limit = rows === undefined ? sql`` : limitOf({ rows, page })
  const order = orderOf(tx, name, filters.sort)
  const byShare = isByShare(name, filters.sort)
  return sql<StockRow>`with page as materialized (
      select page.*${byShare ? sql`, ${valueOf(tx, name)} as worth` : sql``} from (
        select p.group_id, p.id as part_id, p.code as part_code, p.name as part_name, p.oe_no, b.name as brand_name, p.spec, p.fitment,
          u.name as unit_name, ${cut.keys(tx)}
        from part p
        join brand b on b.group_id = p.group_id and b.id = p.brand_id
        join unit u on u.group_id = p.group_id and u.id = p.unit_id
        ${cut.source(tx, at, isSummed(filters.sort) ? forAll : forEach)}
        where ${await where(tx, name, filters)}
      ) page ${byShare ? shareOf(tx, name, 'all') : sql``} order by ${order} ${limit}
    ), on_order as materialized (${onOrder(tx, at)})
    select ${selectList(tx.caller, stockInquiry[name], expressionsOf(tx, name))}
    from page ${cut.names} ${name === 'group' ? freeInGroup(tx) : details(tx, name, at)}
    order by ${order}`
}

/** Whether a cut stands for whole warehouses, of which reservations and orders are known. */
const isPooled = (name: StockCut) => name === 'warehouse' || name === 'part'

/** Whether a cut stands for bins, of which each has a share of its pool. */
const isBinned = (name: StockCut): name is 'location' | 'batch' => name === 'location' || name === 'batch'

function expressionsOf(tx: CallerTx, name: StockCut): Expressions<StockQuery> {
  const hasBin = isBinned(name)
  const pooled = (figure: RawBuilder<unknown>) => (isPooled(name) ? figure : noText)
  const own = (column: RawBuilder<unknown>) => (name === 'group' ? undefined : column)
  return {
    key: sql`concat_ws(':', page.part_id, page.org_id, page.warehouse_id, page.location_id, page.batch_no)`,
    partId: sql`page.part_id`,
    partCode: sql`page.part_code`,
    partName: sql`page.part_name`,
    oeNo: sql`page.oe_no`,
    brandName: sql`page.brand_name`,
    spec: sql`page.spec`,
    fitment: sql`page.fitment`,
    unitName: sql`page.unit_name`,
    orgName: name === 'group' ? sql`o.name` : noText,
    warehouseId: sql`page.warehouse_id`,
    warehouseName: hasBin || name === 'warehouse' ? sql`w.name` : noText,
    locationId: sql`page.location_id`,
    locationCode: hasBin ? sql`loc.code` : name === 'warehouse' ? binCodes(tx) : noText,
    batchNo: sql`page.batch_no`,
    onHand: sql`page.qty`,
    reserved: pooled(sql`r.held`),
    locked: pooled(sql`r.locked`),
    available: own(pooled(sql`r.available`)) ?? sql`free.available`,
    onOrder: pooled(sql`coalesce(oo.qty, 0.0000)`),
    lastInOn: own(sql`m.last_in_on`) ?? noText,
    lastOutOn: own(sql`m.last_out_on`) ?? noText,
    costPrice: own(
      isPooled(name)
        ? sql`round(page.value / nullif(page.qty, 0), 4)`
        : costIn(tx, 'page.warehouse_id', sql`share.price`),
    ),
    stockValue: own(valueOf(tx, name)),
    retailPrice: own(sql`pr.retail_price`),
    wholesalePrice1: own(sql`pr.wholesale_price1`),
  }
}

/** The bins of the row's warehouse that hold the part, the fullest first. */
const binCodes = (tx: CallerTx) => sql`(select string_agg(held.code, ' ' order by held.qty desc, held.code) from (
      select loc.code, sum(b.qty) as qty from stock_balance b
      join location loc on loc.group_id = b.group_id and loc.id = b.location_id
      where b.group_id = ${tx.groupId} and b.org_id = ${tx.caller.orgId} and b.part_id = page.part_id
        and b.warehouse_id = page.warehouse_id and b.qty > 0
      group by loc.code
    ) held)`

/** A cost of the warehouse in `column`; null where the caller may not see it. */
const costIn = (tx: CallerTx, column: string, cost: RawBuilder<unknown>) =>
  figureIn(tx.caller, 'cost_price', column, cost)

/** What a row of `page` is worth: that of its pool, or of a bin its share of the pool (`shareOf`). */
const valueOf = (tx: CallerTx, name: StockCut): RawBuilder<unknown> =>
  isPooled(name) ? sql`page.value` : costIn(tx, 'page.warehouse_id', sql`share.value`)

/**
 * Joins to the bins `page` their share of the pool: rounded to the fen, and the largest bin of a pool takes what rounding leaves,
 * so that they add up to it. Of a `page` only its own pools are looked at.
 */
function shareOf(tx: CallerTx, name: 'location' | 'batch', each: 'page' | 'all'): RawBuilder<unknown> {
  const batch = name === 'batch' ? sql`, b.batch_no` : sql``
  const ofPage = each === 'page' ? sql`and b.part_id = page.part_id and b.warehouse_id = page.warehouse_id` : sql``
  return sql`left join ${each === 'page' ? sql`lateral` : sql``} (
      select bins.*, bins.rounded + case when bins.place = 1
        then bins.pool_value - sum(bins.rounded) over (partition by bins.warehouse_id, bins.part_id) else 0 end as value
      from (
        select b.part_id, b.warehouse_id, b.location_id ${batch}, round(pool.value / nullif(pool.qty, 0), 4) as price, pool.value as pool_value,
          coalesce(round(pool.value * sum(b.qty) / nullif(pool.qty, 0), 2), 0.00) as rounded,
          row_number() over (partition by b.warehouse_id, b.part_id order by sum(b.qty) desc, b.location_id ${batch}) as place
        from stock_balance b
        join stock_cost pool on pool.group_id = b.group_id and pool.org_id = b.org_id and pool.warehouse_id = b.warehouse_id
          and pool.part_id = b.part_id
        where b.group_id = ${tx.groupId} and b.org_id = ${tx.caller.orgId} ${ofPage}
        group by b.part_id, b.warehouse_id, b.location_id ${batch}, pool.value, pool.qty
      ) bins
    ) share on share.part_id = page.part_id and share.warehouse_id = page.warehouse_id and share.location_id = page.location_id
      ${name === 'batch' ? sql`and share.batch_no = page.batch_no` : sql``}`
}

/** Joins to the organisations `page` what of their stock is free. */
const freeInGroup = (tx: CallerTx) => sql`cross join lateral (
      select sum(g.available) as available from ${groupPools(tx)} g
      where g.group_id = ${tx.groupId} and g.part_id = page.part_id and g.org_id = page.org_id
    ) free`

function details(tx: CallerTx, name: StockCut, place: Place): RawBuilder<unknown> {
  const { groupId } = tx
  const orgId = tx.caller.orgId
  const at = (alias: string) =>
    name === 'part'
      ? place(`${alias}.warehouse_id`)
      : sql<SqlBool>`${sql.ref(`${alias}.warehouse_id`)} = page.warehouse_id`
  const bin = isBinned(name) ? sql`and b.location_id = page.location_id` : sql``
  const batch = name === 'batch' ? sql`and b.batch_no = page.batch_no` : sql``
  const bins = sql`left join product pr on pr.group_id = page.group_id and pr.org_id = ${orgId} and pr.part_id = page.part_id
    cross join lateral (
      select max(b.last_in_on) as last_in_on, max(b.last_out_on) as last_out_on from stock_balance b
      where b.group_id = ${groupId} and b.org_id = ${orgId} and b.part_id = page.part_id and ${at('b')} ${bin} ${batch}
    ) m`
  if (isBinned(name)) return sql`${bins} ${shareOf(tx, name, 'page')}`
  return sql`${bins}
    cross join lateral (${figuresOfPart(tx, sql`page.part_id`, at)}) r
    left join lateral (
      select sum(o.qty) as qty from on_order o where o.part_id = page.part_id and ${at('o')}
    ) oo on true`
}

/** 库存查询 of a cut (business/warehouse 3.1). */
export const stockOf = (name: StockCut): QueryStatements<StockQuery> => ({
  page: async (tx, filters) =>
    cutTo(
      filters.rows,
      (await tx.select(await selectStock(tx, name, filters))).map((row) =>
        withoutHidden(tx.caller, row, costKeys(stockInquiry[name])),
      ),
    ),
  rows: (tx, filters) => selectStock(tx, name, filters),
  totals: (tx, filters) => stockTotals(tx, name, filters),
})

/** Row count, and for each figure of the rows its sum over all of them; the value for who may see costs. */
export async function stockTotals(tx: CallerTx, name: StockCut, filters: StockFilters): Promise<Totals> {
  const cut = cuts[name]
  const at = placeOf(tx, filters)
  const pooled = isPooled(name) && {
    reserved: sql`coalesce(sum(h.reserved), 0.0000)`,
    locked: sql`coalesce(sum(h.locked), 0.0000)`,
    available: sql`coalesce(sum(h.available), 0.0000)`,
    onOrder: sql`coalesce(sum(h.on_order), 0.0000)`,
  }
  const value = valueOf(tx, name)
  const figures = {
    onHand: sql`coalesce(sum(page.qty), 0)`,
    ...pooled,
    ...(name === 'group' && { available: sql`coalesce(sum(free.available), 0)` }),
    ...(name !== 'group' && {
      stockValue: sql`case when count(*) = count(${value}) then coalesce(sum(${value}), 0) end`,
    }),
  }
  const details = isPooled(name) ? held(tx, name, at) : isBinned(name) ? shareOf(tx, name, 'all') : freeInGroup(tx)
  const { count, sums } = await totalsOf(
    tx,
    sql`select count(*) as count, ${selectList(tx.caller, stockInquiry[name], figures)} from (
        select p.group_id, p.id as part_id, ${cut.keys(tx)} from part p ${cut.source(tx, at, forAll)} where ${await where(tx, name, filters)}
      ) page ${details}`,
  )
  return { count, sums: withoutHidden(tx.caller, sums, ['stockValue']) }
}

/** Joins to the rows `page` of a whole cut what is reserved, locked, available and on order: `h`, one row a part or part and warehouse. */
function held(tx: CallerTx, name: StockCut, at: Place): RawBuilder<unknown> {
  const { groupId } = tx
  const warehouse = name === 'warehouse' ? sql`, warehouse_id` : sql``
  const same = name === 'warehouse' ? sql`and h.warehouse_id = page.warehouse_id` : sql``
  return sql`left join (
      select part_id ${warehouse}, sum(reserved) as reserved, sum(locked) as locked, sum(available) as available, sum(on_order) as on_order from (
        select s.part_id, s.warehouse_id, s.held as reserved, s.locked, s.available, 0.0000 as on_order from ${poolFigures(groupId, { at: 'many' })} s
        where s.group_id = ${groupId} and s.org_id = ${tx.caller.orgId} and ${at('s.warehouse_id')}
        union all
        select part_id, warehouse_id, 0.0000, 0.0000, 0.0000, qty from (${onOrder(tx, at)}) o
      ) each group by part_id ${warehouse}
    ) h on h.part_id = page.part_id ${same}`
}

async function where(tx: CallerTx, name: StockCut, filters: StockFilters): Promise<RawBuilder<SqlBool>> {
  const { part, substitutes, ...rest } = filters
  const conditions = [sql<SqlBool>`p.group_id = ${tx.groupId}`, ...(await partConditions(tx, rest))]
  if (part) conditions.push(await named(tx, part, substitutes ?? false))
  if (filters.locationId && (name === 'location' || name === 'batch')) {
    conditions.push(sql<SqlBool>`c.location_id = ${filters.locationId}`)
  }
  if (filters.limit && name === 'part')
    conditions.push(
      sql<SqlBool>`p.id in (select pr.part_id ${productsBeyond(tx, filters.limit, sightOf(tx, filters))})`,
    )
  if (filters.inStock || name === 'location' || name === 'batch') conditions.push(sql<SqlBool>`c.qty > 0`)
  else if (name === 'part') {
    conditions.push(sql<SqlBool>`(c.part_id is not null or exists (select 1 from product pr
      where pr.group_id = p.group_id and pr.org_id = ${tx.caller.orgId} and pr.part_id = p.id))`)
  }
  return allOf(conditions)
}

/** Parts that the text names and, when asked, those that stand in for them. */
async function named(tx: CallerTx, text: string, substitutes: boolean): Promise<RawBuilder<SqlBool>> {
  const known = await knownWords(tx)
  const found = holdsText(text, known)
  if (!substitutes) return found
  return sql<SqlBool>`(${found} or p.id in (
    select l.substitute_id from ${substituteLinks(tx)} l join part q on q.group_id = l.group_id and q.id = l.part_id
    where l.group_id = ${tx.groupId} and ${holdsText(text, known, 'q')}))`
}
