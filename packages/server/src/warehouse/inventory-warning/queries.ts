import {
  coverDays,
  type expiringStock as expiringQuery,
  type highStock as highQuery,
  type idleStock as idleQuery,
  type lowStock as lowQuery,
  usualLeadDays,
} from '@chepu/contract/warehouse/inventory-warning'
import { sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { figureIn } from '../../kernel/caller/cost-visibility'
import type { QuerySource } from '../../kernel/query/query'
import { urgency } from '../limits'
import { comingQty } from './coming'
import { partFields, partNames, placedParts, stockBeyond, stockFields } from './stock'

// The arithmetic of 建议采购量 (business/warehouse 4.2), in base units.
const dailyUse = sql`round(greatest(us.days30 / 30, us.days90 / 90, 0), 4)`
const leadDays = sql`coalesce(pr.lead_days, ${usualLeadDays}::int)`
const wanted = sql`lm.min_stock + ${dailyUse} * (${leadDays} + ${coverDays}::int)`
/** Never above the upper limit, where there is one. */
const target = sql`round(least(${wanted}, coalesce(lm.max_stock, ${wanted})), 4)`
/** What a count keeps where it is for some hours is still there: nothing is bought in its place. */
const expected = sql`rs.unheld - rs.waiting + coalesce(oo.qty, 0) + po.asked + rq.open`
/** Into how many parts the unit can be parted. */
const unitParts = sql`10::numeric ^ u.decimals::numeric`
const suggested = sql`round(ceil(greatest(${target} - (${expected}), 0) * ${unitParts}) / ${unitParts}, 4)`

/** 低于下限, the most urgent first: what lies here beside its limit. */
export const lowStock: QuerySource<typeof lowQuery> = {
  select: () => ({
    ...stockFields,
    suggestedQty: suggested,
    dailyUse,
    leadDays,
    target,
    askedQty: sql`po.asked`,
    requestedQty: sql`rq.open`,
    backorder: sql`rs.waiting`,
    expected,
    comingQty,
  }),
  from: (tx, filters) => stockBeyond(tx, filters, 'low'),
  order: sql`${urgency}, part_code, lm.warehouse_id`,
  ties: sql`part_code, lm.warehouse_id`,
}

const excess = sql`st.qty - lm.max_stock`

/** 高于上限, the most in excess first. */
export const highStock: QuerySource<typeof highQuery> = {
  select: () => ({ ...stockFields, excessQty: excess, stockValue: sql`st.value` }),
  from: (tx, filters) => stockBeyond(tx, filters, 'high'),
  order: sql`${excess} / greatest(lm.max_stock, 1) desc, part_code, lm.warehouse_id`,
  ties: sql`part_code, lm.warehouse_id`,
}

/** Of goods that never went out it counts from when they came. */
const idleSince = sql`coalesce(mv.last_out_on, mv.last_in_on)`
const daysSince = () => sql`(${shanghaiDay()}::date - ${idleSince})`

/** 呆滞, what lies longest first. */
export const idleStock: QuerySource<typeof idleQuery> = {
  select: (tx) => ({
    ...partFields,
    key: sql`concat_ws(':', c.part_id, c.warehouse_id)`,
    warehouseName: sql`w.name`,
    onHand: sql`c.qty`,
    stockValue: figureIn(tx.caller, 'cost_price', 'c.warehouse_id', sql`c.value`),
    lastInOn: sql`mv.last_in_on`,
    lastOutOn: sql`mv.last_out_on`,
    idleDays: daysSince(),
    lastSupplierName: sql`s.name`,
    lastPurchasePrice: sql`pr.last_purchase_price`,
  }),
  from: async (tx, filters) => sql`from stock_cost c
    join part p on p.group_id = c.group_id and p.id = c.part_id
    join warehouse w on w.group_id = c.group_id and w.id = c.warehouse_id and w.kind in ('normal', 'repair')
    ${partNames}
    left join product pr on pr.group_id = c.group_id and pr.org_id = c.org_id and pr.part_id = c.part_id
    left join partner s on s.group_id = pr.group_id and s.id = pr.last_supplier_id
    cross join lateral (
      select max(bl.last_in_on) as last_in_on, max(bl.last_out_on) as last_out_on from stock_balance bl
      where bl.group_id = c.group_id and bl.org_id = c.org_id and bl.warehouse_id = c.warehouse_id and bl.part_id = c.part_id
    ) mv
    where c.group_id = ${tx.groupId} and c.org_id = ${tx.caller.orgId} and c.qty > 0 and ${daysSince()} >= ${filters.days}::int
      and ${await placedParts(tx, filters, 'c.warehouse_id')}`,
  order: sql`${idleSince}, part_code, c.warehouse_id`,
  ties: sql`part_code, c.warehouse_id`,
}

/** 临期批次, what is over first: batches of parts that keep for a time, since they were produced as their receipt says. */
export const expiringStock: QuerySource<typeof expiringQuery> = {
  select: () => ({
    ...partFields,
    key: sql`concat_ws(':', bt.part_id, bt.warehouse_id, bt.batch_no)`,
    warehouseName: sql`w.name`,
    batchNo: sql`bt.batch_no`,
    onHand: sql`bt.qty`,
    producedOn: sql`made.produced_on`,
    expiresOn: sql`made.produced_on + p.shelf_life_days`,
    daysLeft: sql`made.produced_on + p.shelf_life_days - ${shanghaiDay()}::date`,
  }),
  from: async (tx, filters) => sql`from part p
    ${partNames}
    join lateral (
      select c.part_id, c.warehouse_id, c.batch_no, sum(c.qty) as qty from stock_balance c
      where c.group_id = p.group_id and c.org_id = ${tx.caller.orgId} and c.part_id = p.id and c.qty > 0 and c.batch_no <> ''
      group by c.part_id, c.warehouse_id, c.batch_no
    ) bt on true
    join warehouse w on w.group_id = p.group_id and w.id = bt.warehouse_id and w.kind in ('normal', 'repair')
    join lateral (
      select min(l.produced_on) as produced_on from goods_document_line l
      where l.group_id = p.group_id and l.part_id = p.id and l.batch_no = bt.batch_no and l.produced_on is not null
    ) made on made.produced_on is not null
    where p.group_id = ${tx.groupId} and p.shelf_life_days is not null
      and made.produced_on + p.shelf_life_days - ${shanghaiDay()}::date <= ${filters.days}::int
      and ${await placedParts(tx, filters, 'bt.warehouse_id')}`,
  order: sql`made.produced_on + p.shelf_life_days, part_code, bt.warehouse_id, bt.batch_no`,
  ties: sql`part_code, bt.warehouse_id, bt.batch_no`,
}
