import type { matValuation } from '@chepu/contract/repair/valuation'
import { issuingStates, workOrder } from '@chepu/contract/repair/work-order'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sees } from '../../kernel/caller/caller'
import { figureIn } from '../../kernel/caller/cost-visibility'
import { allOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { namesPart } from '../../kernel/query/part-filter'
import type { QuerySource } from '../../kernel/query/query'
import { namesOrder } from '../../kernel/repair/list'
import { repairScope } from '../../kernel/repair/scope'

/** States of orders whose material may be priced: worked on, or completed and not settled. */
export const valuedStates: readonly string[] = [...issuingStates, 'completed']

/** Material that is in work, with what a unit of it costs. */
const inWork = ({ groupId }: CallerTx) => sql`join lateral (
    select sum(g.value) / nullif(sum(g.qty), 0) as unit_cost from wip_ledger g
    where g.group_id = ${groupId} and g.work_order_id = d.id and g.line_id = l.id
  ) c on true`

/** What a unit brings after its discount. */
const net = sql`round(l.price * l.discount_rate, 4)`
const isUnvalued = sql<SqlBool>`(l.price is null or not l.is_valued)`
/** Of lines that somebody buys; others are priced by other rules. */
const isSold = sql`l.payer in ('customer', 'insurance')`
const isBelowMin = sql<SqlBool>`(${isSold} and ${net} < coalesce(pr.min_sale_price, 0))`
const isBelowCost = sql<SqlBool>`(${isSold} and ${net} < coalesce(c.unit_cost, 0))`

/** Whether a line is below the lowest price, or below its cost, for who may know; nobody else learns a figure from the flag. */
const flagsOf = ({ caller }: CallerTx) => ({
  unvalued: isUnvalued,
  below_min: sees(caller, 'min_sale_price') ? isBelowMin : sql<SqlBool>`false`,
  below_cost: sees(caller, 'cost_price')
    ? sql<SqlBool>`coalesce(${figureIn(caller, 'cost_price', 'd.warehouse_id', isBelowCost)}, false)`
    : sql<SqlBool>`false`,
})

function flagWords(tx: CallerTx): RawBuilder<string> {
  const { unvalued, below_min: belowMin, below_cost: belowCost } = flagsOf(tx)
  return sql`concat_ws(' ', case when ${unvalued} then '未计价' end, case when ${belowMin} then '低于最低售价' end,
    case when ${belowCost} then '低于成本' end)`
}

/** 材料计价: issued lines of orders within the caller's scope, the oldest order first. */
export const valuationSource: QuerySource<typeof matValuation> = {
  select: (tx) => ({
    lineId: sql`l.id`,
    orderId: sql`d.id`,
    version: sql`d.version`,
    partId: sql`l.part_id`,
    billNo: sql`d.bill_no`,
    plate: sql`coalesce(nullif(v.plate, ''), v.vin, '')`,
    partnerName: sql`pa.name`,
    partCode: sql`p.code`,
    partName: sql`p.name`,
    oeNo: sql`p.oe_no`,
    brandName: sql`b.name`,
    spec: sql`p.spec`,
    fitment: sql`p.fitment`,
    unitName: sql`u.name`,
    issuedQty: sql`l.issued_qty - l.returned_qty`,
    price: sql`l.price`,
    discountRate: sql`l.discount_rate`,
    amount: sql`round(round((l.issued_qty - l.returned_qty) * coalesce(l.price, 0), 2) * l.discount_rate, 2)`,
    payer: sql`l.payer`,
    payerName: sql`coalesce(pp.name, dep.name)`,
    isValued: sql`l.is_valued`,
    flags: flagWords(tx),
    unitCost: figureIn(tx.caller, 'cost_price', 'd.warehouse_id', sql`round(c.unit_cost, 6)`),
  }),
  async from(tx, { order, flag, payer, part }) {
    const { groupId, caller } = tx
    const conditions = [
      repairScope(caller, workOrder.area),
      sql<SqlBool>`d.group_id = ${groupId} and d.org_id = ${caller.orgId} and d.kind = ${workOrder.kind}`,
      sql<SqlBool>`d.state = any (${[...valuedStates]}) and l.section = 'materials' and not l.is_consumable and l.issued_qty > l.returned_qty`,
    ]
    if (order) conditions.push(namesOrder(order))
    if (flag) conditions.push(flagsOf(tx)[flag])
    if (payer) conditions.push(sql`l.payer = ${payer}`)
    if (part) conditions.push(await namesPart(tx, part))
    return sql`from repair_document d
      join repair_line l on l.group_id = d.group_id and l.document_id = d.id
      join part p on p.group_id = l.group_id and p.id = l.part_id
      join brand b on b.group_id = p.group_id and b.id = p.brand_id
      join unit u on u.group_id = p.group_id and u.id = p.unit_id
      join partner pa on pa.group_id = d.group_id and pa.id = d.partner_id
      left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      left join partner pp on pp.group_id = l.group_id and pp.id = l.payer_partner_id
      left join department dep on dep.group_id = l.group_id and dep.id = l.payer_department_id
      left join product pr on pr.group_id = d.group_id and pr.org_id = d.org_id and pr.part_id = l.part_id
      ${inWork(tx)}
      where ${allOf(conditions)}`
  },
  order: sql`bill_no, line_id`,
}
