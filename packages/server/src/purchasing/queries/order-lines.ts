import type { Totals } from '@chepu/contract/kernel/list-query'
import { countedBy } from '@chepu/contract/kernel/document'
import { countedStates } from '@chepu/contract/kernel/states'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import {
  orderLines as query,
  orderParts as queryByPart,
  type OrderQueryFilters,
} from '@chepu/contract/purchasing/order-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bucketOf, countedTotals, isCounted } from '../../kernel/query/counted'
import type { CallerTx } from '../../kernel/db/tx'
import { remainingOfLine } from '../../kernel/goods/source-lines'
import { own } from '../../kernel/base/own'
import { totalsOf } from '../../kernel/query/page'
import { partConditions } from '../../kernel/query/part-filter'
import { openColumns, type QuerySource, selectList } from '../../kernel/query/query'
import { allOf, documentScope, startingWith, within } from '../../kernel/caller/scope'
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

const priced = (figure: RawBuilder<unknown>) => sql`case when not l.is_unpriced then ${figure} end`

/** 采购订单查询 by document: lines of orders, the newest order first (business/purchasing 2.2). */
export const orderLines: QuerySource<typeof query> = {
  select: () => ({
    lineId: sql`l.id`,
    documentId: sql`d.id`,
    orgName: sql`org.name`,
    billNo: sql`d.bill_no`,
    bizDate: sql`d.biz_date`,
    partnerName: sql`s.name`,
    warehouseName: sql`w.name`,
    partId: sql`l.part_id`,
    partCode: sql`l.part_code`,
    partName: sql`l.part_name`,
    oeNo: sql`p.oe_no`,
    brandName: sql`l.brand_name`,
    spec: sql`l.spec`,
    fitment: sql`p.fitment`,
    unitName: sql`l.unit_name`,
    qty: sql`l.qty`,
    executedQty: sql`l.executed_qty`,
    returnedQty: returned,
    openQty: open(),
    // Prices stand in either tax mode: the price with tax is what makes the amount.
    taxedPrice: priced(sql`round(l.taxed / nullif(l.qty, 0), 4)`),
    taxed: priced(sql`l.taxed`),
    expectedOn: sql`d.expected_on`,
    state: sql`d.state`,
    salespersonName: sql`e.name`,
  }),
  from: async (tx, filters) => sql`${tables}
    join org on org.group_id = d.group_id and org.id = d.org_id
    join partner s on s.group_id = d.group_id and s.id = d.partner_id
    join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
    left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id
    where ${await where(tx, filters)}`,
  order: sql`d.biz_date desc, d.id desc, l.line_no`,
  ties: sql`l.id`,
  totals: lineTotals,
  countedBy: countedBy(purchaseOrder),
}

const sumOf = (figure: RawBuilder<unknown>, of: RawBuilder<SqlBool> = sql<SqlBool>`true`) =>
  sql`coalesce(sum(${figure}) filter (where ${of}), 0)`
const isApproved = isCounted(purchaseOrder)

/** Sums of what counts, of the orders that `of` names. */
const figuresOf = (of?: RawBuilder<SqlBool>) => ({
  qty: sumOf(sql`l.qty`, of),
  executedQty: sumOf(sql`l.executed_qty`, of),
  returnedQty: sumOf(returned, of),
  openQty: sumOf(open(), of),
  taxed: sumOf(sql`l.taxed`, of),
})
/** What is not approved stands beside it, as a figure of its own. */
const waitingQty = sumOf(sql`l.qty`, sql<SqlBool>`${bucketOf(purchaseOrder)} = 'waiting'`)

async function lineTotals(tx: CallerTx, filters: OrderQueryFilters): Promise<Totals> {
  type Row = { bucket: 'counted' | 'waiting' | 'voided'; count: number; documents: number } & Record<
    string,
    string | number
  >
  const sums = figuresOf()
  const rows = await tx.select<Row>(
    sql<Row>`select ${bucketOf(purchaseOrder)} as bucket, count(*) as count, count(distinct d.id) as documents, ${selectList(tx.caller, query, sums)}
      ${tables} where ${await where(tx, filters)} group by 1`,
  )
  const names = openColumns(tx.caller, query).flatMap(([key]) => (own(sums, key) ? [key] : []))
  return countedTotals(rows, (row) =>
    Object.fromEntries(names.map((name) => [name, String(own(row ?? {}, name) ?? '0')])),
  )
}

/** 采购订单查询 by part: all orders of a part together (business/purchasing 2.2). */
export const orderParts: QuerySource<typeof queryByPart> = {
  select: () => ({
    partId: sql`l.part_id`,
    partCode: sql`p.code`,
    partName: sql`p.name`,
    oeNo: sql`p.oe_no`,
    brandName: sql`b.name`,
    spec: sql`p.spec`,
    fitment: sql`p.fitment`,
    unitName: sql`u.name`,
    orders: sql`count(distinct d.id) filter (where ${isApproved})`,
    ...figuresOf(isApproved),
    waitingQty,
    nextExpectedOn: sql`min(d.expected_on) filter (where ${open()} > 0)`,
    taxedAverage: sql`round(${sumOf(sql`l.taxed`, isApproved)} / nullif(${sumOf(sql`l.qty`, isApproved)}, 0), 4)`,
  }),
  from: async (tx, filters) => sql`${tables}
    join brand b on b.group_id = p.group_id and b.id = p.brand_id
    join unit u on u.group_id = p.group_id and u.id = p.unit_id
    where ${await where(tx, filters)}
    group by l.part_id, p.code, p.name, p.oe_no, b.name, p.spec, p.fitment, u.name`,
  order: sql`part_code, part_id`,
  ties: sql`part_id`,
  totals: async (tx, filters) =>
    totalsOf(
      tx,
      sql`select count(distinct l.part_id) as count, ${selectList(tx.caller, queryByPart, { ...figuresOf(isApproved), waitingQty })}
        ${tables} where ${await where(tx, filters)}`,
    ),
  countedBy: countedBy(purchaseOrder),
}

const approved = [...countedStates(purchaseOrder)]
const unposted = ['draft', 'submitted', ...approved]

async function where(tx: CallerTx, filters: OrderQueryFilters): Promise<RawBuilder<SqlBool>> {
  const states = filters.state ? filters.state.split(',') : filters.unposted ? unposted : approved
  const conditions: RawBuilder<SqlBool>[] = [
    documentScope(tx.caller, purchaseOrder),
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
