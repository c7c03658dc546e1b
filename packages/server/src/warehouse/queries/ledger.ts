import type { Paging } from '@chepu/contract/kernel/list-query'
import type { LedgerRow } from '@chepu/contract/warehouse/stock-inquiry'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, mayPress, sees, stockPlaces } from '../../kernel/caller/caller'
import { figureIn, seesIn, withoutHidden } from '../../kernel/caller/cost-visibility'
import type { CallerTx } from '../../kernel/db/tx'
import { documentKinds } from '../../kernel/document/registry'
import { couldOpen } from '../../kernel/goods/price-visibility'
import { allOf, isAnyOf } from '../../kernel/caller/scope'
import { repairDocuments } from '../../kernel/repair/repo'
import { repairScope } from '../../kernel/repair/scope'
import { cutTo, limitOf, pageOf } from '../../kernel/query/page'
import { substituteLinks } from '../../kernel/query/substitutes'
import { inbound, outbound } from './direction'
import { figuresOfPart } from './free-stock'

interface OfPart extends Paging {
  partId: number
  warehouseId?: number | undefined
}

const placesOf = (tx: CallerTx, { warehouseId }: OfPart): number[] =>
  stockPlaces(tx.caller).filter((id) => warehouseId === undefined || id === warehouseId)

/**
 * 台账 (business/warehouse 3.2): movements of a part in the order they were posted, the latest first, with what was there after each,
 * over the warehouses asked for. Documents dated back stand where they were posted (business/ledgers 4.5).
 */
export async function ledgerOfPart(
  tx: CallerTx,
  filters: OfPart & { from?: string | undefined; to?: string | undefined },
) {
  const range = [
    ...(filters.from ? [sql<SqlBool>`s.biz_date >= ${filters.from}`] : []),
    ...(filters.to ? [sql<SqlBool>`s.biz_date <= ${filters.to}`] : []),
  ]
  const [only, ...others] = placesOf(tx, filters)
  // A warehouse's own balances stand in its rows; over several warehouses they are summed up.
  const isOne = only !== undefined && others.length === 0
  const place = isOne ? sql<SqlBool>`s.warehouse_id = ${only}` : isAnyOf('s.warehouse_id', placesOf(tx, filters))
  const balances = isOne
    ? sql`s.pool_qty_after as balance_qty, s.pool_value_after as balance_value`
    : sql`sum(s.qty) over (order by s.id) as balance_qty, sum(s.value) over (order by s.id) as balance_value`
  const costs = sees(tx.caller, 'cost_price') ? sql`, ${costsOf(tx, filters)}` : sql``
  const rows =
    await tx.select<LedgerRow>(sql<LedgerRow>`select s.id, s.biz_date, s.posted_at, s.doc_kind, s.doc_id, d.bill_no,
      case when ${couldOpen(tx.caller)} then partner.name end as partner_name, w.name as warehouse_name, l.code as location_code, s.batch_no,
      ${inbound('qty')} as in_qty, ${outbound('qty')} as out_qty, s.balance_qty,
      s.reversal_of is not null as is_reversal, u.real_name as poster_name ${costs}
    from (
      select * from (
        select s.*, ${balances} from stock_ledger s
        where s.group_id = ${tx.groupId} and s.org_id = ${tx.caller.orgId} and s.part_id = ${filters.partId} and ${place}
      ) s where ${allOf(range)}
      order by s.id desc ${limitOf(filters)}
    ) s
    join goods_document d on d.group_id = s.group_id and d.id = s.doc_id
    join warehouse w on w.group_id = s.group_id and w.id = s.warehouse_id
    join location l on l.group_id = s.group_id and l.id = s.location_id
    left join partner on partner.group_id = d.group_id and partner.id = d.partner_id
    left join app_user u on u.group_id = d.group_id and u.id = d.poster_id
    order by s.id desc`)
  return cutTo(
    filters.rows,
    rows.map((row) => withoutHidden(tx.caller, row, costKeys)),
  )
}

const costKeys = ['unitCost', 'value', 'variance', 'balanceValue']

/** What a movement was worth, where the caller may see it; the balance is that of all warehouses asked for. */
function costsOf(tx: CallerTx, filters: OfPart) {
  const cost = (figure: RawBuilder<unknown>) => figureIn(tx.caller, 'cost_price', 's.warehouse_id', figure)
  const seesBalance = placesOf(tx, filters).every((id) => seesIn(tx.caller, 'cost_price', id))
  return sql`${cost(sql`round(s.unit_cost, 4)`)} as unit_cost, ${cost(sql`s.value`)} as value, ${cost(sql`s.variance`)} as variance,
    ${seesBalance ? sql`s.balance_value` : sql`null`} as balance_value`
}

/** Documents of cars `d` that the caller could open. */
const couldOpenRepair = (caller: Caller) => {
  const kinds = documentKinds().filter(
    ({ def, family }) => family === repairDocuments && mayPress(caller, def.buttons.view),
  )
  return sql<SqlBool>`(d.kind = any (${kinds.map(({ def }) => def.kind)}) and ${repairScope(caller, 'repair')})`
}

/** 占用明细: live reservations of a part, by documents of whatever family, the oldest first, since they are served in that order. */
export async function reservationsOfPart(tx: CallerTx, filters: OfPart) {
  return pageOf<{
    id: number
    sourceKind: string
    sourceId: number
    billNo: string
    bizDate: string
    partnerName: string | null
    warehouseName: string
    heldQty: string
    backorderQty: string
    createdAt: string
    creatorName: string | null
  }>(
    tx,
    sql`select r.id, r.source_kind, r.source_id, h.bill_no, h.biz_date,
      case when h.is_open then p.name end as partner_name, w.name as warehouse_name,
      r.qty - r.released_qty - r.backorder_qty as held_qty, r.backorder_qty, r.created_at, u.real_name as creator_name
    from stock_reservation r
    cross join lateral (
      select d.bill_no, d.biz_date, d.partner_id, d.creator_id, ${couldOpen(tx.caller)} as is_open from goods_document d
      where d.group_id = r.group_id and d.id = r.source_id and d.kind = r.source_kind
      union all
      select d.bill_no, d.biz_date, d.partner_id, d.creator_id, ${couldOpenRepair(tx.caller)} from repair_document d
      where d.group_id = r.group_id and d.id = r.source_id and d.kind = r.source_kind
    ) h
    join warehouse w on w.group_id = r.group_id and w.id = r.warehouse_id
    left join partner p on p.group_id = r.group_id and p.id = h.partner_id
    left join app_user u on u.group_id = r.group_id and u.id = h.creator_id
    where r.group_id = ${tx.groupId} and r.org_id = ${tx.caller.orgId} and r.part_id = ${filters.partId} and r.is_live
      and ${isAnyOf('r.warehouse_id', placesOf(tx, filters))}
    order by r.id`,
    filters,
  )
}

/** 替换件 of a part with their stock in the warehouses asked for, the preferred first. */
export async function substitutesOfPart(tx: CallerTx, filters: OfPart) {
  const places = placesOf(tx, filters)
  const price = sees(tx.caller, 'doc_price') ? sql`, pr.retail_price` : sql``
  return pageOf<{
    partId: number
    partCode: string
    partName: string
    oeNo: string | null
    brandName: string | null
    spec: string | null
    fitment: string | null
    unitName: string
    onHand: string
    available: string
    retailPrice?: string | null
    note: string
  }>(
    tx,
    sql`select p.id as part_id, p.code as part_code, p.name as part_name, p.oe_no, b.name as brand_name, p.spec, p.fitment,
      u.name as unit_name, c.qty as on_hand, r.available, sub.note ${price}
    from ${substituteLinks(tx)} sub
    join part p on p.group_id = ${tx.groupId} and p.id = sub.substitute_id and p.is_active
    join brand b on b.group_id = p.group_id and b.id = p.brand_id
    join unit u on u.group_id = p.group_id and u.id = p.unit_id
    left join product pr on pr.group_id = p.group_id and pr.org_id = ${tx.caller.orgId} and pr.part_id = p.id
    cross join lateral (
      select coalesce(sum(qty), 0.0000) as qty from stock_cost c
      where c.group_id = p.group_id and c.org_id = ${tx.caller.orgId} and c.part_id = p.id and ${isAnyOf('c.warehouse_id', places)}
    ) c
    cross join lateral (${figuresOfPart(tx, sql`p.id`, (alias) => isAnyOf(`${alias}.warehouse_id`, places))}) r
    where sub.group_id = ${tx.groupId} and sub.part_id = ${filters.partId}
    order by sub.priority, p.code`,
    filters,
  )
}
