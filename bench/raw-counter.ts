/**
 * The floor that a bill of the fast counter is compared with: the rows of its order, its work, its picking, its settlement and its money, in one statement behind the lock of the pools and
 * one that settles. Nothing is checked, computed or answered.
 */
import type pg from 'pg'
import { inOneWrite, period, type RawDesk, rawSettling, today } from './raw-settlement'

interface RawCounter extends RawDesk {
  vehicleId: number
  businessTypeId: number
  workerTypeId: number
  warehouseId: number
  locationId: number
}

/** Ids of orders and settlements that no sequence reaches. */
let nextId = 1_000_000_000

/** Writes and settles a bill of as many jobs as parts, of 150 yuan each pair, on a connection of the program's own role. All leaves in one write. */
export function sellRaw(client: pg.Client, desk: RawCounter, parts: readonly number[]): Promise<void> {
  const { groupId, orgId, partnerId, employeeId, userId, warehouseId } = desk
  const draft = { workOrderId: (nextId += 1), id: (nextId += 1) }
  const place = [groupId, orgId, draft.workOrderId, draft.id, today, period]
  const masters = [
    partnerId,
    desk.vehicleId,
    desk.businessTypeId,
    warehouseId,
    desk.locationId,
    employeeId,
    userId,
    desk.workerTypeId,
  ]
  return inOneWrite(client, groupId, [
    { name: 'raw-pools', text: pools, values: [groupId, orgId, warehouseId, parts] },
    { name: 'raw-order', text: selling, values: [...place, ...masters, parts] },
    rawSettling(desk, draft, `${parts.length * 150}.00`),
  ])
}

const pools = `select part_id from stock_cost where group_id = $1 and org_id = $2 and warehouse_id = $3 and part_id = any ($4::bigint[])
    order by part_id for no key update`

const selling = `with part as (
    select part_id, n from unnest($15::bigint[]) with ordinality as p (part_id, n)
  ), order_no as (
    select last_no from next_document($1, $2, 'WX', $5, 'repair_document')
  ), settlement_no as (
    select last_no from next_document($1, $2, 'WJ', $5, 'repair_document')
  ), picking_no as (
    select last_no, id from next_document($1, $2, 'LL', $5, 'goods_document')
  ), document as (
    insert into repair_document (group_id, org_id, id, kind, bill_no, biz_date, period, state, version, partner_id, vehicle_id, business_type_id, warehouse_id,
      order_kind, work_order_id, confirmed_at, completed_at, labour_amount, material_amount, total_amount, customer_due, creator_id)
    overriding system value
    select $1::bigint, $2::bigint, $3::bigint, 'work_order', 'RAWX' || lpad(last_no::text, 8, '0'), $5::date, $6::int, 'completed', 4, $7::bigint, $8::bigint, $9::bigint, $10::bigint, 'fast',
      null::bigint, now(), now(), 100 * cardinality($15::bigint[]), 50 * cardinality($15::bigint[]), 150 * cardinality($15::bigint[]), 0, $13::bigint from order_no
    union all select $1, $2, $4::bigint, 'repair_settlement', 'RAWJ' || lpad(last_no::text, 8, '0'), $5, $6, 'draft', 1, $7, $8, $9, null, null, $3, null, null,
      100 * cardinality($15::bigint[]), 50 * cardinality($15::bigint[]), 150 * cardinality($15::bigint[]), 150 * cardinality($15::bigint[]), $13 from settlement_no
    returning id
  ), line as (
    insert into repair_line (group_id, document_id, section, line_no, name, part_id, worker_type_id, qty, price, amount, net_amount, agreement, agreed_at,
      work_state, issued_qty)
    select $1, $3, s.section, n, s.name, case when s.section = 'materials' then part_id end, case when s.section = 'labour' then $14::bigint end, 1, s.price,
      s.price, s.price, 'agreed', now(), s.work_state, s.issued
    from part cross join (values ('labour', '项目', 100, 'passed', 0), ('materials', '', 50, 'waiting', 1)) as s (section, name, price, work_state, issued)
    returning id, section, line_no, part_id
  ), work as (
    insert into dispatch (group_id, org_id, work_order_id, line_id, employee_id, role, share, started_at, finished_at)
    select $1, $2, $3, id, $12::bigint, 'lead', 1, now(), now() from line where section = 'labour' returning id
  ), looked as (
    insert into quality_check (group_id, work_order_id, line_id, step, is_ok, user_id, checked_at)
    select $1, $3, line.id, step, true, $13, now() from line cross join unnest(array['self', 'team']) as step where section = 'labour' returning id
  ), held as (
    insert into stock_reservation (group_id, org_id, warehouse_id, part_id, source_kind, source_id, source_line_id, qty, released_qty, is_live)
    select $1, $2, $10, part_id, 'work_order', $3, id, 1, 1, false from line where section = 'materials' returning id
  ), picking as (
    insert into goods_document (group_id, org_id, id, kind, bill_no, biz_date, period, state, version, partner_id, warehouse_id, work_order_id, vehicle_id, line_count,
      total_qty, cost_amount, total_amount, total_untaxed, total_tax, total_taxed, creator_id, approver_id, approved_at, poster_id, posted_at)
    overriding system value
    select $1, $2, id, 'picking', 'RAWL' || lpad(last_no::text, 8, '0'), $5, $6, 'done', 2, $7, $10, $3, $8, cardinality($15::bigint[]), cardinality($15::bigint[]),
      10 * cardinality($15::bigint[]), 0, 0, 0, 0, $13, $13, now(), $13, now() from picking_no returning id
  ), picked as (
    insert into goods_document_line (group_id, document_id, line_no, part_id, part_code, part_name, brand_name, unit_name, warehouse_id, qty, unit_cost,
      cost_amount, work_order_line_id)
    select $1, picking.id, line.line_no, line.part_id, 'B000001', '机油滤清器', '博世', '个', $10, 1, 10, 10, line.id
    from picking cross join line where section = 'materials' returning id, document_id, part_id, work_order_line_id
  ), pool as (
    update stock_cost c set qty = c.qty - 1, value = c.value - 10 from part
    where c.group_id = $1 and c.org_id = $2 and c.warehouse_id = $10 and c.part_id = part.part_id returning c.part_id, c.qty, c.value
  ), bin as (
    update stock_balance b set qty = b.qty - 1, last_out_on = $5 from part
    where b.group_id = $1 and b.org_id = $2 and b.warehouse_id = $10 and b.part_id = part.part_id and b.location_id = $11::bigint and b.batch_no = ''
    returning b.part_id
  ), moved as (
    insert into stock_ledger (group_id, org_id, warehouse_id, location_id, part_id, biz_date, period, doc_kind, doc_id, line_id, qty, unit_cost, value,
      pool_qty_after, pool_value_after)
    select $1, $2, $10, $11, pool.part_id, $5, $6, 'picking', picked.document_id, picked.id, -1, 10, -10, pool.qty, pool.value
    from picked join pool using (part_id) returning id
  ), wip as (
    insert into wip_ledger (group_id, org_id, work_order_id, line_id, part_id, biz_date, period, doc_kind, doc_id, doc_line_id, qty, value)
    select $1, $2, $3, work_order_line_id, part_id, $5, $6, 'picking', document_id, id, 1, 10 from picked returning id
  )
  insert into audit_log (group_id, org_id, user_id, entity, entity_id, action, to_state, device_id, ip, request_id)
  select $1, $2, $13, l.entity, l.id, l.action, 'done', 'test', '127.0.0.1', 'raw'
  from picking cross join lateral (values ('work_order', $3::bigint, 'add'), ('work_order', $3, 'confirm'), ('work_order', $3, 'atOnce'), ('work_order', $3, 'complete'),
    ('picking', picking.id, 'add'), ('picking', picking.id, 'approve'), ('repair_settlement', $4, 'add')) as l (entity, id, action)`
