import type { GoodsRow, goodsFilters } from '@chepu/contract/kernel/goods-document'
import { goodsColumns } from '@chepu/contract/kernel/goods-columns'
import { columnsOfKind } from '@chepu/contract/kernel/own-columns'
import { isSummed } from '@chepu/contract/kernel/query'
import { executedState, isExecuted, isOrder, postedStates, statesIn } from '@chepu/contract/kernel/states'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { type Caller, type HiddenField, sees } from '../caller/caller'
import { costFields, figureIn, sumIn, withoutBlank, withoutHidden } from '../caller/cost-visibility'
import { bucketOf, isCounted, countedTotals } from '../query/counted'
import type { CallerTx } from '../db/tx'
import { snake } from '../db/names'
import { own as ownField } from '../base/own'
import { conditionsOf, documentPage, rowColumns, rowJoins, sortable } from '../document/list'
import { ownColumns, ownConditions } from '../document/own-columns'
import { hasPartNamed } from '../query/part-filter'
import { allOf, documentScope, isOfSide, within } from '../caller/scope'
import { sortColumn, sortDirection } from '../query/sorting'
import { inWords } from '../query/in-words'
import { remainingColumn } from './source-lines'
import { type GoodsTraits, isReturn } from './types'
import { bookedAs, costOf } from './booked'
import { onceItHasPrices } from './priced'

/** The filters of all kinds; the kind's own stand beside them. Reports ask for what trade brings alone. */
type Filters = z.output<typeof goodsFilters> & { tradeOnly?: boolean }

const settled = sql`coalesce(item.settled, 0.00)`

/** An amount of open items with the sign of the documents: what goes back is owed the other way. */
const owed = (kind: GoodsTraits, amount: RawBuilder<unknown>) => (isReturn(kind) ? sql`-${amount}` : amount)

/** How much of an order is executed. What its confirmation or its end left out is not waited for. */
const executed = ({ def }: GoodsTraits) =>
  sql`case when d.state = ${executedState(def, 'whole') ?? null} then 'full' when d.executed_qty > 0 then 'part' else 'none' end`

const sortColumns: Record<string, string> = {
  ...sortable,
  warehouseName: 'w.name',
  lineCount: 'd.line_count',
  totalQty: 'd.total_qty',
  totalTaxed: 'd.total_taxed',
  totalUntaxed: 'd.total_untaxed',
  totalTax: 'd.total_tax',
  executedQty: 'd.executed_qty',
  costAmount: 'd.cost_amount',
}

/** One page of a kind's documents; hidden figures are not selected at all (ARCHITECTURE, Who sees what). */
export async function listDocuments(tx: CallerTx, kind: GoodsTraits, filters: Filters & Paging) {
  const order = orderOf(tx, kind, filters.sort)
  const { rows, more } = await documentPage(
    tx,
    sql<{
      id: number
    }>`select d.id from ${tablesOf(kind, filters, order)} where ${await where(tx, kind, filters)} order by ${order.by}`,
    filters,
    // Names and open items are looked up for the rows of the page alone.
    (
      page,
    ) => sql<GoodsRow>`select ${columnsOf(tx, kind)}, ${remainingColumn(kind)} as remaining_qty ${kind.def.hasCounterparty ? sql`, d.counter_org_id, d.to_warehouse_id` : sql``}
      ${joinedTo(kind, sql`${page} join goods_document d on d.group_id = ${tx.groupId} and d.id = page.id`)}`,
  )
  return { rows: rows.map((row) => withoutHidden(tx.caller, row, hideable(kind))), more }
}

/** Row count and sums over all pages: what counts, and apart from it what waits to be posted or approved. */
export async function documentTotals(tx: CallerTx, kind: GoodsTraits, filters: Filters): Promise<Totals> {
  const sums = sumsOf(tx, kind, filters)
  const chosen = sql`${tablesOf(kind, filters)} where ${await where(tx, kind, filters)}`
  const hasItems = sees(tx.caller, kind.priceField) && !isOrder(kind.def)
  const booked = bookedAs(kind)
  // Open items are summed in a join of their own: one look at the index for each of many documents takes longer.
  const money = sql`left join (
      select ${owed(kind, sql`coalesce(sum(i.written_off + i.discounted), 0.00)`)} as settled_amount,
        ${owed(kind, sql`coalesce(sum(i.balance), 0.00)`)} as open_amount
      from (select d.group_id, d.kind, d.id, d.partner_id from ${chosen}) d
      join open_item i on i.group_id = d.group_id and i.source_kind = ${booked.kind} and i.source_id = ${booked.id} and i.partner_id = d.partner_id
    ) money on figures.bucket = 'counted'`
  const rows = await tx.select(
    sql<SumRow>`select * from (
        select ${bucketOf(kind.def)} as bucket, count(*) as count, ${columnsOfSums(sums)} from ${chosen} group by 1
      ) figures ${hasItems ? money : sql``}`,
  )
  const entered = sums.filter(({ isPosted }) => !isPosted).map(({ name }) => name)
  const all = [...sums.map(({ name }) => name), ...(hasItems ? ['settledAmount', 'openAmount'] : [])]
  const shown = (names: readonly string[]) => (row: SumRow | undefined) => shownSums(tx, kind, names, row)
  return countedTotals(rows, shown(all), shown(entered))
}

/** How many documents the list shows with these filters. */
export async function countDocuments(tx: CallerTx, kind: GoodsTraits, filters: Filters): Promise<number> {
  const [row] = await tx.select<{ count: number }>(
    sql`select count(*) as count from ${tablesOf(kind, filters)} where ${await where(tx, kind, filters)}`,
  )
  return row?.count ?? 0
}

/** Documents `d` that trade brings: what is given for a bill to a manufacturer is neither sold nor taken back (business/three-guarantees 3.7). */
export const isTrade = sql<SqlBool>`d.warranty_bill_id is null`

/** Sums of what counts by business day, each as the list's own totals of that day are, without what is given for bills to manufacturers. A figure that is hidden is null. */
export const documentDays = async (
  tx: CallerTx,
  kind: GoodsTraits,
  filters: Filters,
): Promise<({ day: string } & Record<string, string | null>)[]> =>
  tx.select(
    sql<{
      day: string
    }>`select d.biz_date as day, ${columnsOfSums(sumsOf(tx, kind, filters))} from ${tablesOf(kind, filters)}
      where ${await where(tx, kind, filters)} and ${isCounted(kind.def)} and ${isTrade} group by d.biz_date`,
  )

type SumRow = { bucket: 'counted' | 'waiting' | 'voided'; count: number } & Record<string, unknown>

interface Sum {
  name: string
  sum: RawBuilder<unknown>
  /** The figure comes with posting. */
  isPosted?: boolean
}

/** The sums of a kind's documents that the caller may see. What one's own and another side's documents come to is no figure together. */
function sumsOf(tx: CallerTx, kind: GoodsTraits, { side, orgs }: Filters): Sum[] {
  const isOfBothSides = kind.def.hasCounterparty && !side && orgs !== 'group'
  const plain = (name: string) => ({ name, sum: sql`sum(${sql.ref(`d.${snake(name)}`)})` })
  const guarded = (name: string, field: HiddenField, figure: RawBuilder<unknown>) =>
    sees(tx.caller, field) && !isOfBothSides
      ? [{ name, sum: sumIn(tx.caller, field, 'd.warehouse_id', sql`sum(${figure})`) }]
      : []
  const posted = [
    ...guarded('costAmount', 'cost_price', costOf(tx.caller, kind)),
    ...(hasProfit(kind) ? guarded('grossProfit', 'gross_profit', grossProfit(tx.caller, kind)) : []),
  ].map((sum) => ({ ...sum, isPosted: true }))
  const ofOrders = [{ name: 'openQty', sum: sql`sum(${openQty(kind)})` }]
  const own = ownFigures(tx, kind)
    .filter(({ column }) => isSummed(column))
    .map(({ key, column: { field }, value }) => {
      const sum = sql`sum(${value})`
      return { name: key, sum: field ? sumIn(tx.caller, field, 'd.warehouse_id', sum) : sum }
    })
  return [
    plain('totalQty'),
    plain('executedQty'),
    ...priceColumns.flatMap((name) => guarded(name, kind.priceField, sql.ref(`d.${snake(name)}`))),
    ...(isExecuted(kind.def) ? ofOrders : []),
    ...(isOrder(kind.def) ? [] : posted),
    ...own,
  ]
}

const columnsOfSums = (sums: readonly Sum[]): RawBuilder<unknown> =>
  sql.join(sums.map(({ name, sum }) => sql`${sum} as ${sql.ref(snake(name))}`))

/** The named sums as the answer holds them: nothing is zero, what is hidden is left out, and so are costs that are all another organisation's. */
function shownSums(
  tx: CallerTx,
  kind: GoodsTraits,
  names: readonly string[],
  row: SumRow | undefined,
): Record<string, string> {
  const sums = Object.fromEntries(names.map((key) => [key, (row ? row[key] : '0') as string | null]))
  const keys = hideable(kind)
  const shown = Object.entries(
    kind.def.hasCounterparty ? withoutBlank(sums, keys) : withoutHidden(tx.caller, sums, keys),
  )
  return Object.fromEntries(shown.map(([key, sum]) => [key, sum ?? '0']))
}

/** The kind's own columns; what the caller may not see of a warehouse is null there. */
const ownFigures = (tx: CallerTx, kind: GoodsTraits) =>
  ownColumns(tx.caller, kind, goodsColumns).map(({ value, ...own }) => {
    const { field } = own.column
    return { ...own, value: field ? figureIn(tx.caller, field, 'd.warehouse_id', value) : value }
  })

const totalColumns = ['totalUntaxed', 'totalTax', 'totalTaxed']
const priceColumns = [...totalColumns, 'orderDiscount']

/** Figures that are left out of rows and sums where the caller may not see what goods of a warehouse cost. */
const hideable = (kind: GoodsTraits): string[] => [
  'costAmount',
  'grossProfit',
  ...(kind.priceField === 'cost_price' ? [...priceColumns, 'freight'] : []),
  ...Object.entries(kind.def.columns ?? {}).flatMap(([key, { field }]) =>
    field && costFields.has(field) ? [key] : [],
  ),
]

/** What an order waits for: what is not approved yet and what is over wait for nothing, and no line makes up for another. */
const openQty = (kind: GoodsTraits): RawBuilder<unknown> =>
  isExecuted(kind.def) ? sql`coalesce(${remainingColumn(kind)}, 0.0000)` : sql`0.0000`

/** Goods bring a profit when they are sold or come back from who bought them. */
export const hasProfit = ({ def }: GoodsTraits): boolean => def.area === 'sales' && !isOrder(def)

/** business/documents 3.8: what the goods brought without tax, discount and freight, less what they cost; a bill to a manufacturer brings and takes none. */
const grossProfit = (caller: Caller, kind: GoodsTraits) =>
  sql`case when ${isTrade} then d.total_untaxed - d.charged_freight - ${costOf(caller, kind)} else 0.00 end`

const partner = sql`left join partner p on p.group_id = d.group_id and p.id = d.partner_id`
const warehouse = sql`join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id`

// What has been paid of a document follows from its open items; the index on their source finds them.
const openItems = (kind: GoodsTraits) => sql`left join lateral (
    select sum(i.written_off + i.discounted) as settled, sum(i.balance) as open from open_item i
    where i.group_id = d.group_id and i.source_kind = ${bookedAs(kind).kind} and i.source_id = ${bookedAs(kind).id} and i.partner_id = d.partner_id
  ) item on true`

/** Documents with no more beside them than filters and order ask for. */
const tablesOf = (kind: GoodsTraits, filters: Filters, order?: Order): RawBuilder<unknown> =>
  sql`goods_document d ${order?.of === 'p' ? partner : sql``} ${order?.of === 'w' ? warehouse : sql``}
    ${filters.settled ? openItems(kind) : sql``}`

/** FROM of the whole row: what the documents of alias `d` refer to. */
const joinedTo = (kind: GoodsTraits, documents: RawBuilder<unknown>): RawBuilder<unknown> => sql`from ${documents}
  ${rowJoins}
  ${warehouse}
  ${openItems(kind)}`

const codesOf = (kind: GoodsTraits) =>
  ({ state: sql`d.state`, invoiceKind: sql`d.invoice_kind`, executed: executed(kind) }) as const

/** Codes, which every kind may call in its own words, and the kind's own columns. */
function codedColumns(tx: CallerTx, kind: GoodsTraits, inPlainWords: boolean): RawBuilder<unknown> {
  const known = columnsOfKind(kind.def, goodsColumns)
  const own = ownFigures(tx, kind).map(({ key, value }) => [key, value] as const)
  return sql.join(
    [...Object.entries(codesOf(kind)), ...own].map(([name, value]) => {
      const labels = inPlainWords ? ownField(known, name)?.labels : undefined
      return sql`${labels ? inWords(value, labels) : value} as ${sql.ref(snake(name))}`
    }),
  )
}

/** SELECT of all rows that the filters leave, without order; exports stream it, with coded values in `words`. */
export async function selectRows(
  tx: CallerTx,
  kind: GoodsTraits,
  filters: Filters,
  options: { words?: boolean } = {},
): Promise<RawBuilder<GoodsRow>> {
  return sql<GoodsRow>`select ${columnsOf(tx, kind, options)} ${joinedTo(kind, sql`goods_document d`)} where ${await where(tx, kind, filters)}`
}

function columnsOf(tx: CallerTx, kind: GoodsTraits, { words = false } = {}): RawBuilder<unknown> {
  const own = (field: HiddenField, figure: RawBuilder<unknown>) => figureIn(tx.caller, field, 'd.warehouse_id', figure)
  const posted = (figure: RawBuilder<unknown>) => ifPosted(kind, figure)
  const columns = [
    codedColumns(tx, kind, words),
    rowColumns,
    sql`d.warehouse_id, w.name as warehouse_name, d.line_count, d.total_qty, d.executed_qty, ${openQty(kind)} as open_qty,
      nullif(concat_ws(',', (select b.bill_no from repair_document b where b.group_id = d.group_id and b.id = d.warranty_bill_id),
        (select string_agg(distinct sd.bill_no, ',') from goods_document_line l
        join goods_document_line sl on sl.group_id = l.group_id and sl.id = l.source_line_id
        join goods_document sd on sd.group_id = sl.group_id and sd.id = sl.document_id
        where l.group_id = d.group_id and l.document_id = d.id)), '') as source_no`,
  ]
  if (sees(tx.caller, kind.priceField)) {
    columns.push(
      ...totalColumns.map((name) => {
        const figure = onceItHasPrices(sql.ref(`d.${snake(name)}`))
        return sql`${own(kind.priceField, figure)} as ${sql.ref(snake(name))}`
      }),
      sql`${own(kind.priceField, sql`d.order_discount`)} as order_discount,
        ${own(kind.priceField, sql`d.freight`)} as freight, ${posted(owed(kind, settled))} as settled_amount,
        ${posted(owed(kind, sql`coalesce(item.open, 0.00)`))} as open_amount`,
    )
  }
  if (sees(tx.caller, 'cost_price'))
    columns.push(sql`${own('cost_price', posted(costOf(tx.caller, kind)))} as cost_amount`)
  if (hasProfit(kind) && sees(tx.caller, 'gross_profit'))
    columns.push(sql`${own('gross_profit', posted(grossProfit(tx.caller, kind)))} as gross_profit`)
  return sql.join(columns)
}

interface Order {
  by: RawBuilder<unknown>
  /** Alias of the table whose column decides: `d`, or `p` and `w`, whose names it takes. */
  of: string
}

/** A figure that documents have once they are posted. */
const ifPosted = (kind: GoodsTraits, figure: RawBuilder<unknown>) =>
  sql`case when d.state = any (${[...postedStates(kind.def)]}) then ${figure} end`

function orderOf(tx: CallerTx, kind: GoodsTraits, sort: string | undefined): Order {
  if (!sort) return { by: sql`d.biz_date desc, d.id desc`, of: 'd' }
  const name = sort.replace(/^-/, '')
  const ownColumn = ownFigures(tx, kind).find(({ key }) => key === name)
  if (ownColumn && ownColumn.column.sort !== false)
    return { by: sql`${ownColumn.value} ${sortDirection(sort)}, d.id desc`, of: 'd' }
  const isOpen = (column: string) =>
    column === 'costAmount'
      ? sees(tx.caller, 'cost_price')
      : !totalColumns.includes(column) || sees(tx.caller, kind.priceField)
  const column = sortColumn(Object.fromEntries(Object.entries(sortColumns).filter(([each]) => isOpen(each))), sort)
  const field = name === 'costAmount' ? 'cost_price' : totalColumns.includes(name) ? kind.priceField : null
  const figure = name === 'costAmount' ? ifPosted(kind, costOf(tx.caller, kind)) : sql.raw(column)
  const value = field ? figureIn(tx.caller, field, 'd.warehouse_id', figure) : figure
  // Rows that show no cost stand together at the end, whichever way the others go.
  const by = sql`${value} ${sortDirection(sort)} ${name === 'costAmount' ? sql`nulls last` : sql``}, d.id desc`
  return { by, of: column.slice(0, column.indexOf('.')) }
}

async function where(tx: CallerTx, kind: GoodsTraits, filters: Filters): Promise<RawBuilder<SqlBool>> {
  const conditions: RawBuilder<SqlBool>[] = [
    documentScope(tx.caller, kind.def),
    within(tx.caller, filters.orgs, kind.def),
    ...conditionsOf(kind.def, filters),
  ]
  if (filters.tradeOnly) conditions.push(isTrade)
  if (filters.side) conditions.push(isOfSide(tx.caller, filters.side))
  if (filters.warehouseId) conditions.push(sql<SqlBool>`d.warehouse_id = ${filters.warehouseId}`)
  if (filters.invoiceKind) conditions.push(sql<SqlBool>`d.invoice_kind = ${filters.invoiceKind}`)
  if (filters.part) conditions.push(await hasPartNamed(tx, filters.part))
  if (filters.executed) conditions.push(sql<SqlBool>`${executed(kind)} = ${filters.executed}`)
  if (filters.settled && sees(tx.caller, kind.priceField)) conditions.push(isSettled(kind, filters.settled))
  return allOf([...conditions, ...ownConditions(kind, filters)])
}

/** How much of what the document brought about is settled: nothing, a part, or all, as of what leaves nothing open. */
function isSettled({ def }: GoodsTraits, how: 'none' | 'part' | 'full'): RawBuilder<SqlBool> {
  if (how === 'full') return sql`coalesce(item.open, 0) = 0 and d.state = any (${statesIn(def, 'posted')})`
  return how === 'none' ? sql`item.open <> 0 and ${settled} = 0` : sql`item.open <> 0 and ${settled} <> 0`
}
