import {
  type MovementFilters,
  type movements as query,
  movementsByPart as queryByPart,
} from '@chepu/contract/warehouse/stock-movements'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, stockPlaces } from '../../kernel/caller/caller'
import { figureIn, sumIn, withoutHidden } from '../../kernel/caller/cost-visibility'
import type { CallerTx } from '../../kernel/db/tx'
import { couldOpen } from '../../kernel/goods/price-visibility'
import { totalsOf } from '../../kernel/query/page'
import { partConditions } from '../../kernel/query/part-filter'
import { costKeys, type Expressions, type QuerySource, selectList } from '../../kernel/query/query'
import { allOf, isAnyOf, startingWith } from '../../kernel/caller/scope'
import { inbound, isInbound, outbound, sideSorts } from './direction'

const tables = sql`from stock_ledger s
  join goods_document d on d.group_id = s.group_id and d.id = s.doc_id
  join part p on p.group_id = s.group_id and p.id = s.part_id`
const partNames = sql`join brand b on b.group_id = p.group_id and b.id = p.brand_id
  join unit on unit.group_id = p.group_id and unit.id = p.unit_id`

const part = {
  partId: sql`s.part_id`,
  partCode: sql`p.code`,
  partName: sql`p.name`,
  oeNo: sql`p.oe_no`,
  brandName: sql`b.name`,
  spec: sql`p.spec`,
  fitment: sql`p.fitment`,
  unitName: sql`unit.name`,
}

const costIn = (caller: Caller, cost: RawBuilder<unknown>) => figureIn(caller, 'cost_price', 's.warehouse_id', cost)
const costSum = (caller: Caller, sum: RawBuilder<unknown>) => sumIn(caller, 'cost_price', 's.warehouse_id', sum)

/** 出入库单据查询 by document: every movement, the latest business day first (business/warehouse 3.3). */
export const movements: QuerySource<typeof query> = {
  select: ({ caller }) => ({
    ...part,
    id: sql`s.id`,
    docKind: sql`s.doc_kind`,
    docId: sql`s.doc_id`,
    billNo: sql`d.bill_no`,
    bizDate: sql`s.biz_date`,
    direction: sql`case when ${isInbound} then 'in' else 'out' end`,
    partnerName: sql`case when ${couldOpen(caller)} then partner.name end`,
    warehouseName: sql`w.name`,
    locationCode: sql`loc.code`,
    batchNo: sql`s.batch_no`,
    inQty: inbound('qty'),
    outQty: outbound('qty'),
    unitCost: costIn(caller, sql`round(s.unit_cost, 4)`),
    inValue: costIn(caller, inbound('value')),
    outValue: costIn(caller, outbound('value')),
    balanceQty: sql`s.pool_qty_after`,
    balanceValue: costIn(caller, sql`s.pool_value_after`),
    isReversal: sql`s.reversal_of is not null`,
    posterName: sql`u.real_name`,
  }),
  from: async (tx, filters) => sql`${tables} ${partNames}
    join warehouse w on w.group_id = s.group_id and w.id = s.warehouse_id
    join location loc on loc.group_id = s.group_id and loc.id = s.location_id
    left join partner on partner.group_id = d.group_id and partner.id = d.partner_id
    left join app_user u on u.group_id = d.group_id and u.id = d.poster_id
    where ${await where(tx, filters)}`,
  order: sql`s.biz_date desc, s.id desc`,
  ties: sql`s.id desc`,
  sorts: sideSorts,
  totals: (tx, filters) => sumsOf(tx, filters, sql`count(*)`, sidesOf(tx.caller)),
}

// What came and what went are never added together.
const sidesOf = (caller: Caller) => ({
  inQty: sql`coalesce(sum(${inbound('qty')}), 0.0000)`,
  outQty: sql`coalesce(sum(${outbound('qty')}), 0.0000)`,
  inValue: costSum(caller, sql`coalesce(sum(${inbound('value')}), 0.00)`),
  outValue: costSum(caller, sql`coalesce(sum(${outbound('value')}), 0.00)`),
})
const figuresOf = (caller: Caller) => ({
  ...sidesOf(caller),
  netQty: sql`sum(s.qty)`,
  netValue: costSum(caller, sql`sum(s.value)`),
})

/** 出入库单据查询 by part: what came, what went, what is left of it. */
export const movementsByPart: QuerySource<typeof queryByPart> = {
  select: ({ caller }) => ({
    ...part,
    movements: sql`count(*)`,
    ...figuresOf(caller),
    lastOn: sql`max(s.biz_date)`,
  }),
  from: async (tx, filters) => sql`${tables} ${partNames} where ${await where(tx, filters)}
    group by s.part_id, p.code, p.name, p.oe_no, b.name, p.spec, p.fitment, unit.name`,
  order: sql`part_code, part_id`,
  ties: sql`part_id`,
  totals: (tx, filters) => sumsOf(tx, filters, sql`count(distinct s.part_id)`, figuresOf(tx.caller)),
}

/** Sums over all movements; a cost is left out when one of its movements is of a warehouse whose costs are hidden. */
async function sumsOf(
  tx: CallerTx,
  filters: MovementFilters,
  count: RawBuilder<unknown>,
  figures: Partial<Expressions<typeof queryByPart>>,
): Promise<Totals> {
  const { count: rows, sums } = await totalsOf(
    tx,
    sql`select ${count} as count, ${selectList(tx.caller, queryByPart, figures)} ${tables} where ${await where(tx, filters)}`,
  )
  const known: Record<string, string | null> = rows === 0 ? sums : withoutHidden(tx.caller, sums, costKeys(queryByPart))
  return { count: rows, sums: Object.fromEntries(Object.entries(known).map(([key, sum]) => [key, sum ?? '0'])) }
}

/** As in 台账, the warehouses that the caller may view decide; what he sees of the documents is `couldOpen` (ADR 0086). */
async function where(tx: CallerTx, filters: MovementFilters): Promise<RawBuilder<SqlBool>> {
  const { caller } = tx
  const conditions: RawBuilder<SqlBool>[] = [
    sql<SqlBool>`s.group_id = ${tx.groupId} and s.org_id = ${caller.orgId}`,
    isAnyOf('s.warehouse_id', stockPlaces(caller)),
    ...(await partConditions(tx, filters)),
  ]
  if (filters.from) conditions.push(sql<SqlBool>`s.biz_date >= ${filters.from}`)
  if (filters.to) conditions.push(sql<SqlBool>`s.biz_date <= ${filters.to}`)
  if (filters.kind) conditions.push(sql<SqlBool>`s.doc_kind = any (${filters.kind.split(',')})`)
  if (filters.direction)
    conditions.push(filters.direction === 'in' ? sql<SqlBool>`${isInbound}` : sql<SqlBool>`not ${isInbound}`)
  if (filters.billNo) conditions.push(sql<SqlBool>`d.bill_no like ${startingWith(filters.billNo.toUpperCase())}`)
  // Who does not see a partner's name does not find it out by filtering either.
  if (filters.partnerId) conditions.push(sql<SqlBool>`d.partner_id = ${filters.partnerId} and ${couldOpen(caller)}`)
  if (filters.warehouseId) conditions.push(sql<SqlBool>`s.warehouse_id = ${filters.warehouseId}`)
  if (filters.posterId) conditions.push(sql<SqlBool>`d.poster_id = ${filters.posterId}`)
  if (filters.partId) conditions.push(sql<SqlBool>`s.part_id = ${filters.partId}`)
  return allOf(conditions)
}
