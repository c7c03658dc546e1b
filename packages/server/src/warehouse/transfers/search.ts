// 调拨查询: what was sent, by line and by part (business/transfers 6).
import { postedStates } from '@chepu/contract/kernel/states'
import {
  transferLines as query,
  type TransferSearchFilters,
  transferParts as queryByPart,
} from '@chepu/contract/warehouse/transfer-desk'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../kernel/caller/caller'
import { figureIn, sumIn } from '../../kernel/caller/cost-visibility'
import { allOf, documentScope, startingWith } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { partConditions } from '../../kernel/query/part-filter'
import type { QuerySource } from '../../kernel/query/query'

/** Lines that were sent, each with what arrived of it. */
const tables = sql`from goods_document d
  join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
  join part p on p.group_id = l.group_id and p.id = l.part_id
  left join lateral (
    select sum(rl.qty) as qty from goods_document_line rl
    join goods_document rd on rd.group_id = rl.group_id and rd.id = rl.document_id and rd.kind = ${transferReceipt.kind}
      and rd.outcome = 'arrived' and rd.state = 'done' and not rd.is_red
    where rl.group_id = d.group_id and rl.source_line_id = l.id
  ) came on true`

const arrived = sql`coalesce(came.qty, 0.0000)`
const figures = {
  sentQty: sql`l.qty`,
  arrivedQty: arrived,
  differenceQty: sql`l.executed_qty - ${arrived}`,
  openQty: sql`l.qty - l.executed_qty`,
}
/** What is charged for a line, or within an organisation what it cost. */
const amount = sql`case when d.counter_org_id is null then l.cost_amount else l.taxed end`
const seen = (caller: Caller, figure: RawBuilder<unknown>) => figureIn(caller, 'cost_price', 'l.warehouse_id', figure)

async function where(tx: CallerTx, filters: TransferSearchFilters): Promise<RawBuilder<SqlBool>> {
  const { billNo, warehouseId, counterOrgId, from, to } = filters
  return allOf([
    documentScope(tx.caller, transferOrder),
    sql<SqlBool>`d.kind = ${transferOrder.kind} and d.state = any (${postedStates(transferOrder)}) and not d.is_red and d.state <> 'reversed'
      and (d.org_id = ${tx.caller.orgId} or d.counter_org_id = ${tx.caller.orgId})`,
    ...(billNo ? [sql<SqlBool>`d.bill_no like ${startingWith(billNo.toUpperCase())}`] : []),
    ...(warehouseId ? [sql<SqlBool>`${warehouseId} in (d.warehouse_id, d.to_warehouse_id)`] : []),
    ...(counterOrgId ? [sql<SqlBool>`${counterOrgId} in (d.org_id, d.counter_org_id)`] : []),
    ...(from ? [sql<SqlBool>`d.biz_date >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`d.biz_date <= ${to}`] : []),
    ...(await partConditions(tx, filters)),
  ])
}

/** 调拨查询 by document: lines that were sent, the latest first. */
export const transferLines: QuerySource<typeof query> = {
  select: ({ caller }) => ({
    lineId: sql`l.id`,
    documentId: sql`d.id`,
    partId: sql`l.part_id`,
    billNo: sql`d.bill_no`,
    bizDate: sql`d.biz_date`,
    fromName: sql`concat(o.name, ' ', w.name)`,
    toName: sql`concat(coalesce(co.name, o.name), ' ', tw.name)`,
    partCode: sql`l.part_code`,
    partName: sql`l.part_name`,
    oeNo: sql`p.oe_no`,
    brandName: sql`l.brand_name`,
    spec: sql`l.spec`,
    fitment: sql`p.fitment`,
    unitName: sql`l.unit_name`,
    ...figures,
    // Between two organisations it is what was agreed, from which the amount follows.
    unitPrice: seen(
      caller,
      sql`case when d.counter_org_id is null then round(l.cost_amount / nullif(l.qty, 0), 4) else l.price end`,
    ),
    amount: seen(caller, amount),
  }),
  from: async (tx, filters) => sql`${tables}
    join org o on o.group_id = d.group_id and o.id = d.org_id
    join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
    left join org co on co.group_id = d.group_id and co.id = d.counter_org_id
    left join warehouse tw on tw.group_id = d.group_id and tw.id = d.to_warehouse_id
    where ${await where(tx, filters)}`,
  order: sql`d.biz_date desc, d.id desc, l.line_no`,
  ties: sql`l.id`,
}

const summed = (figure: RawBuilder<unknown>) => sql`coalesce(sum(${figure}), 0.0000)`

/** 调拨查询 by part. */
export const transferParts: QuerySource<typeof queryByPart> = {
  select: ({ caller }) => ({
    partId: sql`l.part_id`,
    partCode: sql`p.code`,
    partName: sql`p.name`,
    oeNo: sql`p.oe_no`,
    brandName: sql`b.name`,
    spec: sql`p.spec`,
    fitment: sql`p.fitment`,
    unitName: sql`u.name`,
    orders: sql`count(distinct d.id)`,
    sentQty: summed(figures.sentQty),
    arrivedQty: summed(figures.arrivedQty),
    differenceQty: summed(figures.differenceQty),
    openQty: summed(figures.openQty),
    amount: sumIn(caller, 'cost_price', 'l.warehouse_id', sql`coalesce(sum(${amount}), 0.00)`),
  }),
  from: async (tx, filters) => sql`${tables}
    join brand b on b.group_id = p.group_id and b.id = p.brand_id
    join unit u on u.group_id = p.group_id and u.id = p.unit_id
    where ${await where(tx, filters)}
    group by l.part_id, p.code, p.name, p.oe_no, b.name, p.spec, p.fitment, u.name`,
  order: sql`part_code, part_id`,
  ties: sql`part_id`,
}
