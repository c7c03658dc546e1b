import type { countLines as query } from '@chepu/contract/warehouse/count-lines'
import { seeBook, stockCount } from '@chepu/contract/warehouse/stock-count'
import { countedBy } from '@chepu/contract/kernel/document'
import { endedStates } from '@chepu/contract/kernel/states'
import type { QueryFilters } from '@chepu/contract/kernel/query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { own } from '../../kernel/base/own'
import { mayPress, sees } from '../../kernel/caller/caller'
import { figureIn, sumIn, withoutHidden } from '../../kernel/caller/cost-visibility'
import { allOf, documentScope, startingWith, within } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { bucketOf, countedTotals, isCounted } from '../../kernel/query/counted'
import { partConditions } from '../../kernel/query/part-filter'
import type { QuerySource } from '../../kernel/query/query'
import { heldAt } from '../stock-count/repo'

type Filters = QueryFilters<typeof query>

/** What the books say of a count that is posted; of others to who need not count blindly. */
const seen = (tx: CallerTx, figure: RawBuilder<unknown>): RawBuilder<unknown> =>
  mayPress(tx.caller, seeBook) ? figure : sql`case when d.posted_at is not null then ${figure} end`

const difference = sql`${heldAt} - l.book_qty`

/** 盘点查询, the latest count first (business/warehouse 5.7). */
export const countLines: QuerySource<typeof query> = {
  select: (tx) => ({
    id: sql`l.id`,
    countId: sql`d.id`,
    isRed: sql`d.is_red`,
    partCode: sql`p.code`,
    partName: sql`p.name`,
    oeNo: sql`p.oe_no`,
    brandName: sql`b.name`,
    spec: sql`p.spec`,
    fitment: sql`p.fitment`,
    unitName: sql`u.name`,
    orgName: sql`org.name`,
    warehouseName: sql`w.name`,
    locationCode: sql`loc.code`,
    batchNo: sql`l.batch_no`,
    bookQty: seen(tx, sql`l.book_qty`),
    countedQty: heldAt,
    diffQty: seen(tx, difference),
    diffValue: figureIn(tx.caller, 'cost_price', 'd.warehouse_id', sql`l.diff_value`),
    billNo: sql`d.bill_no`,
    state: sql`d.state`,
    bizDate: sql`d.biz_date`,
    counterName: sql`counter.real_name`,
    countedAt: sql`l.counted_at`,
  }),
  from: async (tx, filters) => sql`${tables}
    join org on org.group_id = d.group_id and org.id = d.org_id
    join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
    join location loc on loc.group_id = l.group_id and loc.id = l.location_id
    left join brand b on b.group_id = p.group_id and b.id = p.brand_id
    join unit u on u.group_id = p.group_id and u.id = p.unit_id
    left join app_user counter on counter.group_id = l.group_id and counter.id = l.counter_id
    where ${await where(tx, filters)}`,
  order: sql`d.biz_date desc, d.id desc, l.line_no`,
  ties: sql`d.biz_date desc, l.id`,
  totals,
  countedBy: countedBy(stockCount),
}

const tables = sql`from stock_count_line l
  join stock_count d on d.group_id = l.group_id and d.id = l.count_id
  join part p on p.group_id = l.group_id and p.id = l.part_id`

/** Sums of posted counts, and beside them of those that wait. */
async function totals(tx: CallerTx, filters: Filters) {
  type Row = { bucket: 'counted' | 'waiting' | 'voided'; count: number; documents: number } & Record<
    string,
    string | null
  >
  const isCosted = sees(tx.caller, 'cost_price')
  const value = sumIn(tx.caller, 'cost_price', 'd.warehouse_id', sql`coalesce(sum(l.diff_value), 0.00)`)
  const rows =
    await tx.select(sql<Row>`select ${bucketOf(stockCount)} as bucket, count(*) as count, count(distinct d.id) as documents,
      coalesce(sum(${seen(tx, sql`l.book_qty`)}), 0.0000) as book_qty, coalesce(sum(${heldAt}), 0.0000) as counted_qty,
      coalesce(sum(${seen(tx, difference)}), 0.0000) as diff_qty ${isCosted ? sql`, ${value} as diff_value` : sql``}
    ${tables} where ${await where(tx, filters)} group by 1`)
  const names = ['bookQty', 'countedQty', 'diffQty', ...(isCosted ? ['diffValue'] : [])]
  return countedTotals(rows, (row) => {
    const sums = Object.fromEntries(
      names.map((name) => [name, row ? ((own<unknown>(row, name) ?? null) as string | null) : '0']),
    )
    const shown = Object.entries(withoutHidden(tx.caller, sums, ['diffValue']))
    return Object.fromEntries(shown.map(([name, sum]) => [name, sum ?? '0']))
  })
}

async function where(tx: CallerTx, filters: Filters): Promise<RawBuilder<SqlBool>> {
  const conditions: RawBuilder<SqlBool>[] = [
    documentScope(tx.caller, stockCount),
    within(tx.caller, filters.orgs),
    filters.unposted ? sql<SqlBool>`d.state <> all (${endedStates(stockCount)})` : isCounted(stockCount),
    ...(await partConditions(tx, filters)),
  ]
  if (filters.from) conditions.push(sql<SqlBool>`d.biz_date >= ${filters.from}`)
  if (filters.to) conditions.push(sql<SqlBool>`d.biz_date <= ${filters.to}`)
  if (filters.billNo) conditions.push(sql<SqlBool>`d.bill_no like ${startingWith(filters.billNo.toUpperCase())}`)
  if (filters.warehouseId) conditions.push(sql<SqlBool>`d.warehouse_id = ${filters.warehouseId}`)
  // Who does not see a difference does not find it out by filtering either.
  if (filters.differing) conditions.push(sql<SqlBool>`${seen(tx, difference)} <> 0`)
  return allOf(conditions)
}
