import type { ConfirmLine, ConfirmRow } from '@chepu/contract/sales/order-confirm'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { sees } from '../../kernel/caller/caller'
import { bucketOf, countedTotals } from '../../kernel/query/counted'
import type { CallerTx } from '../../kernel/db/tx'
import { notFound } from '../../kernel/base/errors'
import { isOverdueOn } from '../../kernel/query/overdue'
import { allOf, documentScope, startingWith } from '../../kernel/caller/scope'
import { priceInTaxModeSql } from '../../kernel/query/tax-mode'
import { pageOf } from '../../kernel/query/page'
import { poolFigures } from '../../kernel/query/pool-figures'

interface ConfirmFilters {
  from?: string | undefined
  to?: string | undefined
  billNo?: string | undefined
  state?: string | undefined
  partnerId?: number | undefined
  salespersonId?: number | undefined
  ids?: number | undefined
  short?: boolean | undefined
}

/** What reservations hold now. */
const held = sql`sum(r.qty - r.released_qty - r.backorder_qty)`

type PoolFigure = 'available' | 'unheld'

/**
 * What of a part in a warehouse an order can have, by `poolFigures`: what its line `own` holds counts as free for it, and goods of the line's own
 * warehouse are free whatever kind of warehouse that is.
 */
const free = (tx: CallerTx, figure: PoolFigure, warehouse: string, part: string, own?: string) => sql`coalesce((
  select c.${sql.ref(figure)} from ${poolFigures(tx.groupId, {
    ...(own && { own: sql<SqlBool>`(r.source_kind, r.source_line_id) = (d.kind, ${sql.raw(own)})` }),
    takenFrom: sql.raw('l.warehouse_id'),
  })} c
  where c.group_id = d.group_id and c.org_id = d.org_id and c.warehouse_id = ${sql.raw(warehouse)} and c.part_id = ${sql.raw(part)}), 0.0000)`

/** What line `l` of order `d` has still to deliver beyond what it holds. */
const needed = sql`greatest(l.qty - l.executed_qty - l.closed_qty - coalesce((
  select ${held} from stock_reservation r
  where r.group_id = l.group_id and r.source_kind = ${salesOrder.kind} and r.source_line_id = l.id and r.is_live), 0), 0.0000)`

/**
 * What a line lacks, among all lines of its order: free stock serves the lines of a part in a warehouse one after the other. What a count has frozen may
 * be held all the same (business/warehouse 5.4), so that nobody lacks it.
 */
const shortage = (
  tx: CallerTx,
) => sql`least(${needed}, greatest(sum(${needed}) over (partition by l.warehouse_id, l.part_id order by l.line_no)
  - ${free(tx, 'unheld', 'l.warehouse_id', 'l.part_id')}, 0.0000))`

/** Lines of the order `d` that lack something. */
const shortLines = (tx: CallerTx) => sql`select 1 from (select ${shortage(tx)} as qty from goods_document_line l
    where l.group_id = d.group_id and l.document_id = d.id) s where s.qty > 0`

/** Orders waiting for confirmation, oldest first, with what decides it: stock, floor, credit. */
export async function listOrders(tx: CallerTx, filters: ConfirmFilters & Paging) {
  return pageOf(
    tx,
    sql<ConfirmRow>`select ${columns(tx)} ${tables} where ${where(tx, filters)}
    order by d.submitted_at nulls last, d.id`,
    filters,
  )
}

/** Sums of the confirmed orders, and apart from them of those that wait. */
export async function orderTotals(tx: CallerTx, filters: ConfirmFilters): Promise<Totals> {
  const isPriced = sees(tx.caller, 'doc_price')
  const rows = await tx.select<SumRow>(
    sql<SumRow>`select ${bucketOf(salesOrder)} as bucket, count(*) as count, sum(d.total_qty) as total_qty
        ${isPriced ? sql`, sum(d.total_taxed) as total_taxed` : sql``}
      from goods_document d where ${where(tx, filters)} group by 1`,
  )
  return countedTotals(rows, (row) => ({
    totalQty: row?.totalQty ?? '0',
    ...(isPriced && { totalTaxed: row?.totalTaxed ?? '0' }),
  }))
}

interface SumRow {
  bucket: 'counted' | 'waiting' | 'voided'
  count: number
  totalQty: string
  /** Absent for who does not see prices. */
  totalTaxed?: string
}

function where(tx: CallerTx, filters: ConfirmFilters): RawBuilder<SqlBool> {
  const conditions = [
    documentScope(tx.caller, salesOrder),
    sql<SqlBool>`d.org_id = ${tx.caller.orgId} and d.kind = 'sales_order'`,
  ]
  if (filters.ids) conditions.push(sql<SqlBool>`d.id = ${filters.ids}`)
  else conditions.push(sql<SqlBool>`d.state = any (${(filters.state ?? 'submitted').split(',')})`)
  if (filters.short) conditions.push(sql<SqlBool>`exists (${shortLines(tx)})`)
  if (filters.from) conditions.push(sql<SqlBool>`d.biz_date >= ${filters.from}`)
  if (filters.to) conditions.push(sql<SqlBool>`d.biz_date <= ${filters.to}`)
  if (filters.billNo) conditions.push(sql<SqlBool>`d.bill_no like ${startingWith(filters.billNo.toUpperCase())}`)
  if (filters.partnerId) conditions.push(sql<SqlBool>`d.partner_id = ${filters.partnerId}`)
  if (filters.salespersonId) conditions.push(sql<SqlBool>`d.salesperson_id = ${filters.salespersonId}`)
  return allOf(conditions)
}

const tables = sql`from goods_document d
  join partner p on p.group_id = d.group_id and p.id = d.partner_id
  join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
  left join partner_org po on po.group_id = d.group_id and po.org_id = d.org_id and po.partner_id = d.partner_id
  left join employee s on s.group_id = d.group_id and s.id = d.salesperson_id
  left join app_user u on u.group_id = d.group_id and u.id = d.creator_id`

function columns(tx: CallerTx): RawBuilder<unknown> {
  const shown = [
    sql`d.id, d.org_id, d.bill_no, d.biz_date, d.delivery_on, d.state, d.confirm_state, d.version, d.is_red, d.partner_id,
      p.name as partner_name, d.warehouse_id, w.name as warehouse_name, s.name as salesperson_name, u.real_name as creator_name,
      d.submitted_at, d.line_count, d.total_qty, d.allow_backorder, p.is_blacklisted, d.remark,
      (select i.bill_no from open_item i where i.group_id = d.group_id and i.org_id = d.org_id and i.side = 'AR'
        and i.partner_id = d.partner_id and ${sql.raw(isOverdueOn)} ${shanghaiDay()} order by i.due_on, i.id limit 1) as overdue_no,
      (select count(*) from (${shortLines(tx)}) s) as short_lines`,
  ]
  if (sees(tx.caller, 'doc_price')) shown.push(sql`d.total_taxed`)
  if (sees(tx.caller, 'credit_limit') && sees(tx.caller, 'ar_balance')) shown.push(creditLeft)
  if (sees(tx.caller, 'min_sale_price')) {
    shown.push(sql`(select count(*) from goods_document_line l
      join product pr on pr.group_id = l.group_id and pr.org_id = d.org_id and pr.part_id = l.part_id
      where l.group_id = d.group_id and l.document_id = d.id and not l.is_unpriced and ${netPrice} < ${floorIn(tx)}) as below_min_lines`)
  }
  return sql`${sql.join(shown)}`
}

/** `netPriceOf` of the contract: what one unit is sold for after both discounts. */
const netPrice = sql`l.price * l.discount_rate
  - coalesce(case when d.tax_included then l.discount_share else l.discount_share_untaxed end / nullif(l.qty, 0), 0)`

/** 最低售价, which is kept in the organisation's tax mode, in that of the order. */
const floorIn = (tx: CallerTx) =>
  sql.raw(
    priceInTaxModeSql(
      'pr.min_sale_price',
      'l.tax_rate',
      String(tx.caller.org.config.priceTaxIncluded),
      'd.tax_included',
    ),
  )

const creditLeft = sql`case when p.credit_policy <> 'none' then po.credit_limit
    - coalesce((select b.balance from partner_balance b where b.group_id = d.group_id and b.org_id = d.org_id
        and b.partner_id = d.partner_id and b.account = 'AR'), 0)
    + coalesce((select b.balance from partner_balance b where b.group_id = d.group_id and b.org_id = d.org_id
        and b.partner_id = d.partner_id and b.account = 'ADV_IN'), 0)
    - coalesce((select sum(o.total_taxed) from goods_document o where o.group_id = d.group_id and o.org_id = d.org_id
        and o.partner_id = d.partner_id and o.kind = 'sales_delivery' and o.state = 'approved'), 0) end as credit_left`

/** One order as the board shows it; outside the caller's scope it does not exist. */
export async function orderOf(tx: CallerTx, id: number): Promise<ConfirmRow> {
  const { rows } = await listOrders(tx, { ids: id, page: 1, rows: 1 })
  return rows[0] ?? notFound('单据')
}

/** A figure of a line; a draft's line may wait for its price. */
const priced = (figure: string) => sql`case when not l.is_unpriced then ${sql.raw(figure)} end`

/** The lines of an order with free stock here, elsewhere, and of substitutes. */
export async function orderLines(tx: CallerTx, orderId: number): Promise<ConfirmLine[]> {
  const prices = sees(tx.caller, 'doc_price')
    ? sql`, ${priced('l.price')} as price, ${priced('l.net_amount')} as net_amount`
    : sql``
  const floor = sees(tx.caller, 'min_sale_price')
    ? sql`, pr.min_sale_price, not l.is_unpriced and ${netPrice} < coalesce(${floorIn(tx)}, 0) as is_below_min`
    : sql``
  return tx.select<ConfirmLine>(sql<ConfirmLine>`
    select l.id, l.line_no, l.part_id, l.part_code, l.part_name, p.oe_no, l.brand_name, l.spec, p.fitment, l.unit_name,
      l.warehouse_id, w.name as warehouse_name, l.qty, l.executed_qty, l.closed_qty, ${free(tx, 'available', 'l.warehouse_id', 'l.part_id', 'l.id')} as available,
      ${free(tx, 'unheld', 'l.warehouse_id', 'l.part_id', 'l.id')} as reservable,
      ${shortage(tx)} as shortage, ${onOrder} as on_order, ${elsewhere(tx)} as elsewhere, ${substitutes(tx)} as substitutes ${prices} ${floor}
    from goods_document_line l
    join goods_document d on d.group_id = l.group_id and d.id = l.document_id
    join part p on p.group_id = l.group_id and p.id = l.part_id
    join warehouse w on w.group_id = l.group_id and w.id = l.warehouse_id
    left join product pr on pr.group_id = l.group_id and pr.org_id = d.org_id and pr.part_id = l.part_id
    where l.group_id = ${tx.groupId} and l.document_id = ${orderId} order by l.line_no`)
}

const onOrder = sql`(
  select coalesce(json_agg(json_build_object('id', o.id, 'billNo', o.bill_no, 'qty', o.qty::text) order by o.id), '[]')
  from (
    select b.id, b.bill_no, sum(greatest(bl.qty - bl.executed_qty - bl.closed_qty, 0)) as qty
    from goods_document b
    join goods_document_line bl on bl.group_id = b.group_id and bl.document_id = b.id and bl.part_id = l.part_id
    where b.group_id = d.group_id and b.bought_for = d.id and b.state <> 'voided' group by b.id, b.bill_no
  ) o where o.qty > 0)`

const elsewhere = (tx: CallerTx) => sql`(
  select coalesce(json_agg(json_build_object('warehouseId', o.id, 'warehouseName', o.name, 'available', o.available::text) order by o.id), '[]')
  from (
    select ow.id, ow.name, ${free(tx, 'available', 'ow.id', 'l.part_id')} as available from warehouse ow
    where ow.group_id = d.group_id and ow.org_id = d.org_id and ow.is_active and ow.allow_sale and ow.id <> l.warehouse_id
  ) o where o.available > 0)`

const substitutes = (tx: CallerTx) => sql`(
  select coalesce(json_agg(json_build_object('partId', o.id, 'partCode', o.code, 'partName', o.name, 'brandName', o.brand_name,
    'available', o.available::text, 'note', o.note) order by o.priority, o.id), '[]')
  from (
    select sp.id, sp.code, sp.name, b.name as brand_name, ps.note, ps.priority, ${free(tx, 'available', 'l.warehouse_id', 'sp.id')} as available
    from part_substitute ps
    join part sp on sp.group_id = ps.group_id and sp.is_active
      and sp.id = case when ps.part_id = l.part_id then ps.substitute_id else ps.part_id end
    join brand b on b.group_id = sp.group_id and b.id = sp.brand_id
    where ps.group_id = l.group_id
      and (ps.part_id = l.part_id or (ps.substitute_id = l.part_id and ps.direction = 'two_way'))
  ) o)`
