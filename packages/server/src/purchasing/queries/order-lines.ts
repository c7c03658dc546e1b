import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { countedStates, stateLabels } from '@chepu/contract/kernel/document'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import type { OrderLineRow, OrderPartRow, OrderQueryFilters } from '@chepu/contract/purchasing/order-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sees } from '../../kernel/caller'
import { bucketOf, isCounted, totalsOf } from '../../kernel/counted'
import type { CallerTx } from '../../kernel/db'
import { remainingOfLine } from '../../kernel/goods-document/former'
import { own } from '../../kernel/own'
import { partConditions } from '../../kernel/part-filter'
import { allOf, documentScope, startingWith, within } from '../../kernel/scope'
import { sortedBy } from '../../kernel/sorting'
import { inWords } from '../../kernel/words'
import { traits } from '../purchase-order/traits'

// As the list of orders has it. Kinds are bound after this file is read, so it is asked for with each statement.
const open = () => remainingOfLine(traits)

// Returns count against the receipts of the line.
const returned = sql`(select coalesce(sum(r.returned_qty), 0) from goods_document_line r
  join goods_document rd on rd.group_id = r.group_id and rd.id = r.document_id
  where r.group_id = l.group_id and r.source_line_id = l.id and rd.state = 'done' and not rd.is_red)`

const tables = sql`from goods_document d
  join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
  join part p on p.group_id = l.group_id and p.id = l.part_id`

/** SELECT of order lines, without order and limit; exports stream the same statement, with states in `words`. */
export async function selectOrderLines(tx: CallerTx, filters: OrderQueryFilters, { words = false } = {}) {
  const columns = [
    sql`l.id as line_id, d.id as document_id, org.name as org_name, d.bill_no, d.biz_date, s.name as partner_name, w.name as warehouse_name, l.part_id,
      l.part_code, l.part_name, p.oe_no, l.brand_name, l.spec, p.fitment, l.unit_name, l.qty, l.executed_qty,
      ${returned} as returned_qty, ${open()} as open_qty, d.expected_on, e.name as salesperson_name,
      ${words ? inWords('d.state', stateLabels) : sql`d.state`} as state`,
  ]
  if (sees(tx.caller, 'purchase_price'))
    columns.push(
      // Prices stand in either tax mode: the price with tax is what makes the amount.
      sql`case when not l.is_unpriced then round(l.taxed / nullif(l.qty, 0), 4) end as taxed_price,
        case when not l.is_unpriced then l.taxed end as taxed`,
    )
  return sql<OrderLineRow>`select ${sql.join(columns)} ${tables}
    join org on org.group_id = d.group_id and org.id = d.org_id
    join partner s on s.group_id = d.group_id and s.id = d.partner_id
    join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
    left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id
    where ${await where(tx, filters)}`
}

const lineOrder = sql`d.biz_date desc, d.id desc, l.line_no`
const lineSorts = {
  billNo: 'd.bill_no',
  bizDate: 'd.biz_date',
  partnerName: 's.name',
  partCode: 'l.part_code',
  partName: 'l.part_name',
  qty: 'l.qty',
  expectedOn: 'd.expected_on',
}

/** 采购订单查询 by document: lines of orders, the newest order first (DOMAIN 2.3). */
export async function listOrderLines(tx: CallerTx, filters: OrderQueryFilters & Paging) {
  const order = sortedBy(lineSorts, filters.sort)
  const rows = await tx.select<OrderLineRow>(sql<OrderLineRow>`${await selectOrderLines(tx, filters)}
    order by ${order ? sql`${order}, l.id` : lineOrder} limit ${filters.rows + 1} offset ${(filters.page - 1) * filters.rows}`)
  return { rows: rows.slice(0, filters.rows), more: rows.length > filters.rows }
}

export const orderLinesExport = async (tx: CallerTx, filters: OrderQueryFilters) =>
  sql<Record<string, unknown>>`${await selectOrderLines(tx, filters, { words: true })} order by ${lineOrder}`

const sumOf = (figure: RawBuilder<unknown>, of: RawBuilder<SqlBool> = sql<SqlBool>`true`) =>
  sql`coalesce(sum(${figure}) filter (where ${of}), 0)`
const isApproved = isCounted(purchaseOrder)

/** Sums of what counts, of the orders that `of` names. */
const figures = (tx: CallerTx, of?: RawBuilder<SqlBool>) => sql`${sumOf(sql`l.qty`, of)} as qty,
  ${sumOf(sql`l.executed_qty`, of)} as executed_qty, ${sumOf(returned, of)} as returned_qty, ${sumOf(open(), of)} as open_qty
  ${sees(tx.caller, 'purchase_price') ? sql`, ${sumOf(sql`l.taxed`, of)} as taxed` : sql``}`
/** What is not approved stands beside it, as a figure of its own. */
const figuresByPart = (tx: CallerTx) =>
  sql`${figures(tx, isApproved)}, ${sumOf(sql`l.qty`, sql<SqlBool>`${bucketOf(purchaseOrder)} = 'waiting'`)} as waiting_qty`

export async function orderLineTotals(tx: CallerTx, filters: OrderQueryFilters): Promise<Totals> {
  type Row = { bucket: 'counted' | 'waiting' | 'voided'; count: number; documents: number } & Record<
    string,
    string | number
  >
  const rows = await tx.select<Row>(
    sql<Row>`select ${bucketOf(purchaseOrder)} as bucket, count(*) as count, count(distinct d.id) as documents, ${figures(tx)}
      ${tables} where ${await where(tx, filters)} group by 1`,
  )
  const names = [
    'qty',
    'executedQty',
    'returnedQty',
    'openQty',
    ...(sees(tx.caller, 'purchase_price') ? ['taxed'] : []),
  ]
  return totalsOf(rows, (row) => Object.fromEntries(names.map((name) => [name, String(own(row ?? {}, name) ?? '0')])))
}

export async function orderPartTotals(tx: CallerTx, filters: OrderQueryFilters): Promise<Totals> {
  const [row] = await tx.select<{ count: number } & Record<string, string>>(
    sql`select count(distinct l.part_id) as count, ${figuresByPart(tx)} ${tables} where ${await where(tx, filters)}`,
  )
  const { count = 0, ...sums } = row ?? { count: 0 }
  return { count, sums }
}

/** SELECT of orders by part, without order and limit. */
export async function selectOrderParts(tx: CallerTx, filters: OrderQueryFilters): Promise<RawBuilder<OrderPartRow>> {
  const average = sees(tx.caller, 'purchase_price')
    ? sql`, round(${sumOf(sql`l.taxed`, isApproved)} / nullif(${sumOf(sql`l.qty`, isApproved)}, 0), 4) as taxed_average`
    : sql``
  return sql<OrderPartRow>`select l.part_id, p.code as part_code, p.name as part_name, p.oe_no, b.name as brand_name, p.spec, p.fitment,
      u.name as unit_name, count(distinct d.id) filter (where ${isApproved}) as orders, ${figuresByPart(tx)},
      min(d.expected_on) filter (where ${open()} > 0) as next_expected_on ${average}
    ${tables}
    join brand b on b.group_id = p.group_id and b.id = p.brand_id
    join unit u on u.group_id = p.group_id and u.id = p.unit_id
    where ${await where(tx, filters)}
    group by l.part_id, p.code, p.name, p.oe_no, b.name, p.spec, p.fitment, u.name`
}

const partSorts = { partCode: 'part_code', partName: 'part_name', qty: 'qty', openQty: 'open_qty', orders: 'orders' }

/** 采购订单查询 by part: all orders of a part together (DOMAIN 2.3). */
export async function listOrderParts(tx: CallerTx, filters: OrderQueryFilters & Paging) {
  const order = sortedBy(partSorts, filters.sort) ?? sql`part_code`
  const rows = await tx.select<OrderPartRow>(sql<OrderPartRow>`${await selectOrderParts(tx, filters)}
    order by ${order}, part_id limit ${filters.rows + 1} offset ${(filters.page - 1) * filters.rows}`)
  return { rows: rows.slice(0, filters.rows), more: rows.length > filters.rows }
}

const approved = [...countedStates(purchaseOrder)]
const unposted = ['draft', 'submitted', ...approved]

async function where(tx: CallerTx, filters: OrderQueryFilters): Promise<RawBuilder<SqlBool>> {
  const states = filters.state ? filters.state.split(',') : filters.unposted ? unposted : approved
  const conditions: RawBuilder<SqlBool>[] = [
    documentScope(tx.caller, 'purchase'),
    within(tx.caller, filters.orgs),
    sql<SqlBool>`d.kind = 'purchase_order' and d.state = any (${states})`,
    ...(await partConditions(tx, filters)),
  ]
  if (filters.from) conditions.push(sql<SqlBool>`d.biz_date >= ${filters.from}`)
  if (filters.to) conditions.push(sql<SqlBool>`d.biz_date <= ${filters.to}`)
  if (filters.billNo) conditions.push(sql<SqlBool>`d.bill_no like ${startingWith(filters.billNo.toUpperCase())}`)
  if (filters.partnerId) conditions.push(sql<SqlBool>`d.partner_id = ${filters.partnerId}`)
  if (filters.warehouseId) conditions.push(sql<SqlBool>`d.warehouse_id = ${filters.warehouseId}`)
  if (filters.salespersonId) conditions.push(sql<SqlBool>`d.salesperson_id = ${filters.salespersonId}`)
  if (filters.open) conditions.push(sql<SqlBool>`${open()} > 0`)
  return allOf(conditions)
}
