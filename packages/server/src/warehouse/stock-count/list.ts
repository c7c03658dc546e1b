import { type CountRow, countScopes, stockCount } from '@chepu/contract/warehouse/stock-count'
import type { QueryOf } from '../../kernel/http/bind'
import { labelsOf } from '@chepu/contract/kernel/states'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sees } from '../../kernel/caller/caller'
import { figureIn, sumIn, withoutHidden } from '../../kernel/caller/cost-visibility'
import { allOf, documentScope, within } from '../../kernel/caller/scope'
import { snake } from '../../kernel/db/names'
import type { CallerTx } from '../../kernel/db/tx'
import { conditionsOf, documentPage, rowJoins, sortable } from '../../kernel/document/list'
import { bucketOf, countedTotals } from '../../kernel/query/counted'
import { namesPart } from '../../kernel/query/part-filter'
import { inWords } from '../../kernel/query/in-words'
import { sortedBy } from '../../kernel/query/sorting'

type Filters = QueryOf<typeof stockCount.routes.totals>

/** Counts that people are at, as the list is asked for them. */
export const running = { state: 'counting,recount' }

/** Figures of a count that are money. */
export const amounts = ['gainAmount', 'lossAmount']

const { partnerName: _, ...common } = sortable
const sortColumns: Record<string, string> = {
  ...common,
  warehouseName: 'w.name',
  scope: 'd.scope',
  snapshotAt: 'd.snapshot_at',
  lineCount: 'd.line_count',
  gainQty: 'd.gain_qty',
  lossQty: 'd.loss_qty',
}

const sortsFor = (tx: CallerTx) =>
  sees(tx.caller, 'cost_price')
    ? { ...sortColumns, gainAmount: 'd.gain_amount', lossAmount: 'd.loss_amount' }
    : sortColumns

/** One page of counts. */
export async function listCounts(tx: CallerTx, filters: QueryOf<typeof stockCount.routes.list>) {
  const { rows, more } = await documentPage<CountRow>(
    tx,
    sql<{
      id: number
    }>`select d.id from stock_count d join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
      where ${await where(tx, filters)} order by ${sortedBy(sortsFor(tx), filters.sort) ?? sql`d.biz_date desc`}, d.id desc`,
    filters,
    (page) => rowsOf(tx, sql`${page} join stock_count d on d.group_id = ${tx.groupId} and d.id = page.id`),
  )
  return { rows: rows.map((row) => withoutHidden(tx.caller, row, amounts)), more }
}

/** Rows of 仓库工作台: what the count covers stands for a partner, and it waits from its snapshot. */
export const latestCounts = async (tx: CallerTx, filters: Filters): Promise<RawBuilder<unknown>> =>
  sql`select d.id, d.kind, d.bill_no, d.state, concat_ws(' ', ${inWords(sql`d.scope`, countScopes)}, nullif(${scopeName}, '')) as side_name,
      w.name as warehouse_name, d.line_count, null::numeric as qty, ${countedCount} as counted_count, d.snapshot_at as since
    from stock_count d
    join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
    left join part_category category on category.group_id = d.group_id and category.id = d.category_id
    where ${await where(tx, filters)}`

/** SELECT of all rows that the filters leave, without order, with coded values in words: what a sheet holds. */
export const selectCounts = async (tx: CallerTx, filters: Filters): Promise<RawBuilder<CountRow>> =>
  sql<CountRow>`${rowsOf(tx, sql`stock_count d`, { words: true })} where ${await where(tx, filters)}`

/** Row count and sums over all pages: what is posted, and apart from it what waits. */
export async function countTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  type Row = { bucket: 'counted' | 'waiting' | 'voided'; count: number } & Record<string, unknown>
  const figures = ['gainQty', 'lossQty', ...(sees(tx.caller, 'cost_price') ? amounts : [])]
  const sumOf = (name: string) => {
    const sum = sql`sum(${sql.ref(`d.${snake(name)}`)})`
    return amounts.includes(name) ? sumIn(tx.caller, 'cost_price', 'd.warehouse_id', sum) : sum
  }
  const sums = sql.join(figures.map((name) => sql`${sumOf(name)} as ${sql.ref(snake(name))}`))
  const rows = await tx.select(
    sql<Row>`select ${bucketOf(stockCount)} as bucket, count(*) as count, ${sums} from stock_count d where ${await where(tx, filters)} group by 1`,
  )
  return countedTotals(rows, (row) => {
    const shown = Object.fromEntries(figures.map((name) => [name, row ? (row[name] as string | null) : '0']))
    return Object.fromEntries(
      Object.entries(withoutHidden(tx.caller, shown, amounts)).map(([name, sum]) => [name, sum ?? '0']),
    )
  })
}

const scopeName = sql`case d.scope when 'category' then category.name when 'location' then d.location else '' end`
const countedCount = sql`(select count(*) from stock_count_line l where l.group_id = d.group_id and l.count_id = d.id and l.counted_qty is not null)`

/** What a row and a header show of a count `d` alike. */
export const countFields = (
  tx: CallerTx,
): RawBuilder<unknown> => sql`d.id, d.org_id, org.name as org_name, d.bill_no, d.biz_date, d.is_red,
  d.warehouse_id, w.name as warehouse_name,
  ${scopeName} as scope_name, d.is_freezing, d.snapshot_at, d.line_count,
  ${countedCount} as counted_count,
  d.gain_qty, d.loss_qty, h.name as handler_name, c.real_name as creator_name, d.created_at, a.real_name as approver_name, d.approved_at, d.posted_at,
  d.remark, d.version, d.print_count ${amountFields(tx)}`

const amountFields = (tx: CallerTx) =>
  sees(tx.caller, 'cost_price')
    ? sql`, ${figureIn(tx.caller, 'cost_price', 'd.warehouse_id', sql`d.gain_amount`)} as gain_amount,
        ${figureIn(tx.caller, 'cost_price', 'd.warehouse_id', sql`d.loss_amount`)} as loss_amount`
    : sql``

/** What counts `d` refer to. */
export const countJoins = sql`${rowJoins}
  join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
  left join part_category category on category.group_id = d.group_id and category.id = d.category_id`

function rowsOf(tx: CallerTx, counts: RawBuilder<unknown>, { words = false } = {}): RawBuilder<CountRow> {
  const state = words ? inWords('d.state', labelsOf(stockCount.states)) : sql`d.state`
  const scope = words ? inWords('d.scope', countScopes) : sql`d.scope`
  return sql<CountRow>`select ${countFields(tx)}, ${state} as state, ${scope} as scope from ${counts} ${countJoins}`
}

async function where(tx: CallerTx, filters: Filters): Promise<RawBuilder<SqlBool>> {
  return allOf([
    documentScope(tx.caller, stockCount),
    within(tx.caller, filters.orgs),
    ...conditionsOf(stockCount, filters),
    ...(filters.warehouseId ? [sql<SqlBool>`d.warehouse_id = ${filters.warehouseId}`] : []),
    ...(filters.part ? [await hasPart(tx, filters.part)] : []),
    ...(filters.scope ? [sql<SqlBool>`d.scope = ${filters.scope}`] : []),
  ])
}

const hasPart = async (tx: CallerTx, text: string): Promise<RawBuilder<SqlBool>> =>
  sql<SqlBool>`exists (select 1 from stock_count_line l where l.group_id = d.group_id and l.count_id = d.id
    and l.part_id = any (array(select p.id from part p where p.group_id = ${tx.groupId} and ${await namesPart(tx, text)})))`
