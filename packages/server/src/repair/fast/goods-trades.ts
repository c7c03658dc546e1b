import { type goodsTrades as query, soldStates } from '@chepu/contract/repair/fast-order'
import { workOrder } from '@chepu/contract/repair/work-order'
import type { Totals } from '@chepu/contract/kernel/list-query'
import type { QueryFilters } from '@chepu/contract/kernel/query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sees } from '../../kernel/caller/caller'
import { allOf, containing, within } from '../../kernel/caller/scope'
import { snake } from '../../kernel/db/names'
import type { CallerTx } from '../../kernel/db/tx'
import { countedTotals } from '../../kernel/query/counted'
import type { QuerySource } from '../../kernel/query/query'
import { namesCar } from '../../kernel/repair/list'
import { repairScope } from '../../kernel/repair/scope'
import { collectedOfItems, customerItems } from '../settlement/owed'
import { lineCount, namesOfLines } from './hold'

/** What the customer has paid of settlement `s`, at the counter or since. */
const received = sql<string>`coalesce((select sum(${sql.raw(collectedOfItems)}) from repair_document d join open_item i on ${sql.raw(customerItems)}
  where d.group_id = s.group_id and d.id = s.id), 0.00)`

const orderDiscount = sql`coalesce(s.order_discount, 0.00)`

/** 维修商品销售, the latest first. */
export const goodsTrades: QuerySource<typeof query> = {
  select: ({ caller }) => ({
    id: sql`d.id`,
    version: sql`d.version`,
    settlementId: sql`d.settlement_id`,
    billNo: sql`d.bill_no`,
    bizDate: sql`d.biz_date`,
    plate: sql`v.plate`,
    partnerName: sql`c.name`,
    names: namesOfLines,
    lineCount,
    totalAmount: sees(caller, 'doc_price') ? sql`d.total_amount` : undefined,
    orderDiscount: sees(caller, 'doc_price') ? orderDiscount : undefined,
    receivedAmount: sees(caller, 'doc_price') ? received : undefined,
    salespersonName: sql`e.name`,
    state: sql`d.state`,
  }),
  from,
  order: sql`biz_date desc, id desc`,
  totals,
  countedBy: '结算',
}

function from(tx: CallerTx, filters: QueryFilters<typeof query>): RawBuilder<unknown> {
  return sql`from repair_document d
    join partner c on c.group_id = d.group_id and c.id = d.partner_id
    left join repair_document s on s.group_id = d.group_id and s.id = d.settlement_id
    left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
    left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id
    where ${where(tx, filters)}`
}

/** Sums of what was sold, and beside them of what is not settled yet; what is cancelled is rows and no money (ADR 0056). */
async function totals(tx: CallerTx, filters: QueryFilters<typeof query>): Promise<Totals> {
  type Row = { bucket: 'counted' | 'waiting' | 'voided'; count: number } & Record<string, unknown>
  const figures = sees(tx.caller, 'doc_price')
    ? { totalAmount: sql`d.total_amount`, orderDiscount, receivedAmount: received }
    : {}
  const sums = Object.entries(figures).map(
    ([key, figure]) => sql`, coalesce(sum(${figure}), 0.00) as ${sql.ref(snake(key))}`,
  )
  const rows = await tx.select(
    sql<Row>`select case when d.state = any (${[...soldStates]}) then 'counted' when d.state = 'cancelled' then 'voided' else 'waiting' end as bucket,
      count(*) as count ${sql.join([sql``, ...sums], sql``)} ${from(tx, filters)} group by 1`,
  )
  return countedTotals(rows, (row) =>
    Object.fromEntries(Object.keys(figures).map((key) => [key, String(row?.[key] ?? '0.00')])),
  )
}

function where(tx: CallerTx, filters: QueryFilters<typeof query>): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [
    sql`d.group_id = ${tx.groupId} and d.kind = ${workOrder.kind} and d.order_kind = 'goods'`,
    sql`${repairScope(tx.caller, workOrder.area)} and ${within(tx.caller, undefined)}`,
  ]
  if (filters.from) conditions.push(sql`d.biz_date >= ${filters.from}`)
  if (filters.to) conditions.push(sql`d.biz_date <= ${filters.to}`)
  if (filters.billNo) conditions.push(sql`d.bill_no like ${containing(filters.billNo.toUpperCase())}`)
  if (filters.q) conditions.push(sql`(c.name like ${containing(filters.q)} or ${namesCar(filters.q)})`)
  if (filters.salespersonId) conditions.push(sql`d.salesperson_id = ${filters.salespersonId}`)
  if (filters.state) conditions.push(sql`d.state = ${filters.state}`)
  return allOf(conditions)
}
