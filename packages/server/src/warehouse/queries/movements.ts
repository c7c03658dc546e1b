import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import {
  directions,
  type MovementFilters,
  type MovementPartRow,
  type MovementRow,
  movementKinds,
} from '@chepu/contract/warehouse/stock-movements'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, sees, warehousesWith } from '../../kernel/caller'
import { figureIn, sumIn, withoutHidden } from '../../kernel/cost-sight'
import type { CallerTx } from '../../kernel/db'
import { couldOpen } from '../../kernel/goods-document/sight'
import { partConditions } from '../../kernel/part-filter'
import { allOf, isAnyOf, startingWith } from '../../kernel/scope'
import { sortedBy } from '../../kernel/sorting'
import { inWords } from '../../kernel/words'
import { inbound, isInbound, outbound, sideSorts } from './direction'

const tables = sql`from stock_ledger s
  join goods_document d on d.group_id = s.group_id and d.id = s.doc_id
  join part p on p.group_id = s.group_id and p.id = s.part_id`

const direction = sql`case when ${isInbound} then 'in' else 'out' end`

/** SELECT of movements, without order and limit; exports stream the same statement, with codes in `words`. */
export async function selectMovements(tx: CallerTx, filters: MovementFilters, { words = false } = {}) {
  const coded = words
    ? sql`${inWords('s.doc_kind', movementKinds)} as doc_kind, case when ${isInbound} then ${directions.in} else ${directions.out} end as direction`
    : sql`s.doc_kind, ${direction} as direction`
  const costs = sees(tx.caller, 'cost_price')
    ? sql`, ${costIn(tx.caller, sql`round(s.unit_cost, 4)`)} as unit_cost, ${costIn(tx.caller, inbound('value'))} as in_value,
        ${costIn(tx.caller, outbound('value'))} as out_value, ${costIn(tx.caller, sql`s.pool_value_after`)} as balance_value`
    : sql``
  return sql<MovementRow>`select s.id, ${coded}, s.doc_id, d.bill_no, s.biz_date,
      case when ${couldOpen(tx.caller)} then partner.name end as partner_name, s.part_id,
      p.code as part_code, p.name as part_name, p.oe_no, b.name as brand_name, p.spec, p.fitment, unit.name as unit_name,
      w.name as warehouse_name, loc.code as location_code, s.batch_no, ${inbound('qty')} as in_qty, ${outbound('qty')} as out_qty, s.pool_qty_after as balance_qty,
      s.reversal_of is not null as is_reversal, u.real_name as poster_name ${costs}
    ${tables}
    join brand b on b.group_id = p.group_id and b.id = p.brand_id
    join unit on unit.group_id = p.group_id and unit.id = p.unit_id
    join warehouse w on w.group_id = s.group_id and w.id = s.warehouse_id
    join location loc on loc.group_id = s.group_id and loc.id = s.location_id
    left join partner on partner.group_id = d.group_id and partner.id = d.partner_id
    left join app_user u on u.group_id = d.group_id and u.id = d.poster_id
    where ${await where(tx, filters)}`
}

const costIn = (caller: Caller, cost: RawBuilder<unknown>) => figureIn(caller, 'cost_price', 's.warehouse_id', cost)
const costSum = (caller: Caller, sum: RawBuilder<unknown>) => sumIn(caller, 'cost_price', 's.warehouse_id', sum)
const costKeys = ['unitCost', 'balanceValue', 'inValue', 'outValue', 'netValue']

/** A page of the rows asked for and one more, without the costs that the caller may not see. */
const pageOf = <Row extends object>({ caller }: CallerTx, rows: readonly Row[], size: number) => ({
  rows: rows.slice(0, size).map((row) => withoutHidden(caller, row, costKeys)),
  more: rows.length > size,
})

const latest = sql`s.biz_date desc, s.id desc`
const movementSorts = {
  bizDate: 's.biz_date',
  billNo: 'd.bill_no',
  partCode: 'p.code',
  partName: 'p.name',
  ...sideSorts,
}

/** 出入库单据查询 by document: every movement, the latest business day first (DOMAIN 2.5 inOutBillSearch). */
export async function listMovements(tx: CallerTx, filters: MovementFilters & Paging) {
  const order = sortedBy(movementSorts, filters.sort)
  const rows = await tx.select<MovementRow>(sql<MovementRow>`${await selectMovements(tx, filters)}
    order by ${order ? sql`${order}, s.id desc` : latest} limit ${filters.rows + 1} offset ${(filters.page - 1) * filters.rows}`)
  return pageOf(tx, rows, filters.rows)
}

export const movementsExport = async (tx: CallerTx, filters: MovementFilters) =>
  sql<Record<string, unknown>>`${await selectMovements(tx, filters, { words: true })} order by ${latest}`

// What came and what went are never added together.
const sides = sql`coalesce(sum(${inbound('qty')}), 0.0000) as in_qty, coalesce(sum(${outbound('qty')}), 0.0000) as out_qty`
const sideValues = (caller: Caller) => sql`
  ${costSum(caller, sql`coalesce(sum(${inbound('value')}), 0.00)`)} as in_value,
  ${costSum(caller, sql`coalesce(sum(${outbound('value')}), 0.00)`)} as out_value`
const partFigures = sql`${sides}, sum(s.qty) as net_qty`
const partValues = (caller: Caller) => sql`${sideValues(caller)}, ${costSum(caller, sql`sum(s.value)`)} as net_value`

export const movementTotals = (tx: CallerTx, filters: MovementFilters): Promise<Totals> =>
  totalsOf(tx, filters, sql`count(*)`, sides, sideValues(tx.caller))

export const movementPartTotals = (tx: CallerTx, filters: MovementFilters): Promise<Totals> =>
  totalsOf(tx, filters, sql`count(distinct s.part_id)`, partFigures, partValues(tx.caller))

async function totalsOf(
  tx: CallerTx,
  filters: MovementFilters,
  count: RawBuilder<unknown>,
  figures: RawBuilder<unknown>,
  values: RawBuilder<unknown>,
): Promise<Totals> {
  const costs = sees(tx.caller, 'cost_price') ? sql`, ${values}` : sql``
  const [row] = await tx.select<{ count: number } & Record<string, string | null>>(
    sql`select ${count} as count, ${figures} ${costs} ${tables} where ${await where(tx, filters)}`,
  )
  const { count: rows = 0, ...all } = row ?? { count: 0 }
  const sums = rows === 0 ? all : withoutHidden(tx.caller, all, costKeys)
  const shown = Object.entries(sums as Record<string, string | null>).map(([key, sum]) => [key, sum ?? '0'])
  return { count: rows, sums: Object.fromEntries(shown) as Record<string, string> }
}

/** SELECT of movements by part, without order and limit. */
export async function selectMovementParts(
  tx: CallerTx,
  filters: MovementFilters,
): Promise<RawBuilder<MovementPartRow>> {
  const values = sees(tx.caller, 'cost_price') ? sql`, ${partValues(tx.caller)}` : sql``
  return sql<MovementPartRow>`select s.part_id, p.code as part_code, p.name as part_name, p.oe_no, b.name as brand_name, p.spec, p.fitment,
      unit.name as unit_name, count(*) as movements, ${partFigures}, max(s.biz_date) as last_on ${values}
    ${tables}
    join brand b on b.group_id = p.group_id and b.id = p.brand_id
    join unit on unit.group_id = p.group_id and unit.id = p.unit_id
    where ${await where(tx, filters)}
    group by s.part_id, p.code, p.name, p.oe_no, b.name, p.spec, p.fitment, unit.name`
}

const partSorts = {
  partCode: 'part_code',
  partName: 'part_name',
  inQty: 'in_qty',
  outQty: 'out_qty',
  netQty: 'net_qty',
  movements: 'movements',
  lastOn: 'last_on',
}

/** 出入库单据查询 by part: what came, what went, what is left of it. */
export async function listMovementParts(tx: CallerTx, filters: MovementFilters & Paging) {
  const order = sortedBy(partSorts, filters.sort) ?? sql`part_code`
  const rows = await tx.select<MovementPartRow>(sql<MovementPartRow>`${await selectMovementParts(tx, filters)}
    order by ${order}, part_id limit ${filters.rows + 1} offset ${(filters.page - 1) * filters.rows}`)
  return pageOf(tx, rows, filters.rows)
}

/** As in 台账, the warehouses that the caller may view decide; what he sees of the documents is `couldOpen` (ADR 0086). */
async function where(tx: CallerTx, filters: MovementFilters): Promise<RawBuilder<SqlBool>> {
  const { caller } = tx
  const conditions: RawBuilder<SqlBool>[] = [
    sql<SqlBool>`s.group_id = ${tx.groupId} and s.org_id = ${caller.orgId}`,
    isAnyOf('s.warehouse_id', warehousesWith(caller, 'view')),
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
