// What of the material of orders waits for the warehouse: one set of expressions for queue, parts and the order at the desk.
import type { orderMaterial, pickingByParts, pickingQueue, QueueFilters } from '@chepu/contract/picking/desk'
import { stateLabel } from '@chepu/contract/kernel/states'
import { issuingStates, workOrder } from '@chepu/contract/repair/work-order'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '../kernel/base/errors'
import { warehousesWith } from '../kernel/caller/caller'
import { allOf, isAnyOf } from '../kernel/caller/scope'
import type { CallerTx } from '../kernel/db/tx'
import { namesPart } from '../kernel/query/part-filter'
import { poolFigures } from '../kernel/query/pool-figures'
import type { QuerySource } from '../kernel/query/query'
import { namesOrder } from '../kernel/repair/list'

/** What a material line `l` still waits for. */
const waitingQty = sql<string>`greatest(l.qty - l.issued_qty + l.returned_qty, 0.0000)`
const issuedQty = sql<string>`(l.issued_qty - l.returned_qty)`

/** Material lines `l` that the warehouse has to do with. */
const isIssued = sql<SqlBool>`(l.section = 'materials' and l.agreement = 'agreed' and not l.is_customer_supplied)`

/** What a line `l` of an order `d` holds. */
const heldOf = ({ groupId }: CallerTx) => sql<string>`(
  select coalesce(sum(r.qty - r.released_qty - r.backorder_qty), 0.0000) from stock_reservation r
  where r.group_id = ${groupId} and r.source_kind = ${workOrder.kind} and r.source_id = d.id and r.source_line_id = l.id and r.is_live)`

/** What could be issued to a line `l` of an order `d` now: free goods in the order's warehouse, with what the line holds itself. */
const availableTo = ({ groupId }: CallerTx) => {
  const own = sql<SqlBool>`r.source_kind = ${workOrder.kind} and r.source_line_id = l.id`
  return sql<string>`coalesce((select s.available from ${poolFigures(groupId, { own })} s
    where s.group_id = ${groupId} and s.org_id = d.org_id and s.warehouse_id = d.warehouse_id and s.part_id = l.part_id), 0.0000)`
}

const orderFields = {
  billNo: sql`d.bill_no`,
  plate: sql`coalesce(nullif(v.plate, ''), v.vin, '')`,
  modelText: sql`coalesce(v.model_text, '')`,
  salespersonName: sql`e.name`,
  technicians: sql`(select string_agg(distinct t.name, '、') from dispatch p join employee t on t.group_id = p.group_id and t.id = p.employee_id
    where p.group_id = d.group_id and p.work_order_id = d.id)`,
  warehouseName: sql`w.name`,
}

const beside = sql`join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
  left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
  left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id`

/** Orders `d` of the caller's own organisation that are worked on, in warehouses that he views. */
const isOpen = ({ caller, groupId }: CallerTx) =>
  sql<SqlBool>`d.group_id = ${groupId} and d.org_id = ${caller.orgId} and d.kind = ${workOrder.kind}
    and d.state = any (${[...issuingStates]}) and ${isAnyOf('d.warehouse_id', warehousesWith(caller, 'view'))}`

/** SELECT of the queue's orders with the sums of their lines, as a table of a FROM. */
function queueOf(tx: CallerTx, { order, status, salespersonId, technicianId, warehouseId }: QueueFilters) {
  const conditions = [isOpen(tx)]
  if (order) conditions.push(namesOrder(order))
  if (salespersonId) conditions.push(sql`d.salesperson_id = ${salespersonId}`)
  if (warehouseId) conditions.push(sql`d.warehouse_id = ${warehouseId}`)
  if (technicianId)
    conditions.push(sql`exists (select from dispatch t where t.group_id = d.group_id and t.work_order_id = d.id
      and t.employee_id = ${technicianId})`)
  if (status) conditions.push(status === 'waiting' ? sql`m.waiting > 0` : sql`m.waiting = 0`)
  return sql`from repair_document d
    ${beside}
    cross join lateral (
      select count(*) as lines, sum(${waitingQty}) as waiting, sum(${issuedQty}) as issued, sum(${heldOf(tx)}) as held,
        sum(greatest(${waitingQty} - ${availableTo(tx)}, 0.0000)) as short
      from repair_line l where l.group_id = d.group_id and l.document_id = d.id and ${isIssued}
    ) m
    where ${allOf(conditions)} and m.lines > 0`
}

/** 维修领料: the orders, those that the customer agreed to first before the others. */
export const queueSource: QuerySource<typeof pickingQueue> = {
  select: () => ({
    id: sql`d.id`,
    vehicleId: sql`d.vehicle_id`,
    warehouseId: sql`d.warehouse_id`,
    ...orderFields,
    lineCount: sql`m.lines`,
    waitingQty: sql`m.waiting`,
    heldQty: sql`m.held`,
    shortQty: sql`m.short`,
    issuedQty: sql`m.issued`,
    confirmedAt: sql`d.confirmed_at`,
    promisedAt: sql`d.promised_at`,
  }),
  from: queueOf,
  order: sql`confirmed_at, id`,
}

/** How many orders wait, as the queue itself counts them. */
export async function countWaiting(tx: CallerTx, filters: QueueFilters = {}): Promise<number> {
  const [row] = await tx.select(
    sql<{ count: number }>`select count(*) as count ${queueOf(tx, { ...filters, status: 'waiting' })}`,
  )
  return row?.count ?? 0
}

/** The orders of that queue as the keeper's desk shows documents that wait. */
export const waitingOrders = (tx: CallerTx, filters: QueueFilters): RawBuilder<unknown> =>
  sql`select d.id, d.kind, d.bill_no, d.state, ${orderFields.plate} as side_name, w.name as warehouse_name, m.lines as line_count, m.waiting as qty,
    null::bigint as counted_count, coalesce(d.confirmed_at, d.created_at) as since ${queueOf(tx, { ...filters, status: 'waiting' })}`

/** 按配件领料: lines that wait, the oldest first, each with its place in the queue for its part. */
export const partsSource: QuerySource<typeof pickingByParts> = {
  select: (tx) => ({
    lineId: sql`l.id`,
    orderId: sql`d.id`,
    partId: sql`l.part_id`,
    warehouseId: sql`d.warehouse_id`,
    place: sql`row_number() over (partition by d.warehouse_id, l.part_id order by d.confirmed_at, d.id, l.line_no)`,
    partCode: sql`p.code`,
    partName: sql`p.name`,
    oeNo: sql`p.oe_no`,
    brandName: sql`b.name`,
    spec: sql`p.spec`,
    fitment: sql`p.fitment`,
    unitName: sql`u.name`,
    ...orderFields,
    plannedQty: sql`l.qty`,
    issuedQty,
    waitingQty,
    heldQty: heldOf(tx),
    available: availableTo(tx),
    confirmedAt: sql`d.confirmed_at`,
  }),
  async from(tx, { order, warehouseId, part }) {
    const conditions = [isOpen(tx), isIssued, sql<SqlBool>`${waitingQty} > 0`]
    if (order) conditions.push(namesOrder(order))
    if (warehouseId) conditions.push(sql`d.warehouse_id = ${warehouseId}`)
    if (part) conditions.push(await namesPart(tx, part))
    return sql`from repair_document d
      join repair_line l on l.group_id = d.group_id and l.document_id = d.id
      join part p on p.group_id = l.group_id and p.id = l.part_id
      join brand b on b.group_id = p.group_id and b.id = p.brand_id
      join unit u on u.group_id = p.group_id and u.id = p.unit_id
      ${beside}
      where ${allOf(conditions)}`
  },
  order: sql`part_code, confirmed_at, order_id, line_id`,
}

type Material = z.output<typeof orderMaterial.data>

/** The material of an order of his organisation, in a warehouse that he views. @throws Failure notFound otherwise */
export async function materialOfOrder(tx: CallerTx, id: number): Promise<Material> {
  const { caller, groupId } = tx
  type Order = Omit<Material['order'], 'stateName' | 'isIssuing'>
  const [[order], lines] = await Promise.all([
    tx.select(sql<Order>`select d.id, d.bill_no, d.state, ${orderFields.plate} as plate, ${orderFields.modelText} as model_text,
        pa.name as partner_name, e.name as salesperson_name, ${orderFields.technicians} as technicians, d.warehouse_id, w.name as warehouse_name
      from repair_document d
      join partner pa on pa.group_id = d.group_id and pa.id = d.partner_id
      ${beside}
      where d.group_id = ${groupId} and d.org_id = ${caller.orgId} and d.id = ${id} and d.kind = ${workOrder.kind}
        and ${isAnyOf('d.warehouse_id', warehousesWith(caller, 'view'))}`),
    tx.select(sql<
      Material['lines'][number]
    >`select l.id as line_id, l.line_no, l.part_id, p.code as part_code, p.name as part_name, p.oe_no,
        array(select c.barcode from part_barcode c where c.group_id = p.group_id and c.part_id = p.id) as barcodes, b.name as brand_name, p.spec, u.name as unit_name, l.qty as planned_qty, l.issued_qty, l.returned_qty,
        case when ${isIssued} then ${waitingQty} else 0.0000 end as waiting_qty, ${availableTo(tx)} as available,
        (select string_agg(distinct o.code, ' ') from stock_balance s
          join location o on o.group_id = s.group_id and o.id = s.location_id
          where s.group_id = l.group_id and s.warehouse_id = d.warehouse_id and s.part_id = l.part_id and s.qty > 0) as locations,
        l.is_consumable, l.agreement, l.is_customer_supplied
      from repair_document d
      join repair_line l on l.group_id = d.group_id and l.document_id = d.id and l.section = 'materials'
      join part p on p.group_id = l.group_id and p.id = l.part_id
      join brand b on b.group_id = p.group_id and b.id = p.brand_id
      join unit u on u.group_id = p.group_id and u.id = p.unit_id
      where d.group_id = ${groupId} and d.org_id = ${caller.orgId} and d.id = ${id} order by l.line_no`),
  ])
  if (!order) notFound('工单')
  const isIssuing = issuingStates.some((state) => state === order.state)
  return {
    order: { ...order, stateName: stateLabel(workOrder, order.state), isIssuing },
    lines,
  }
}
