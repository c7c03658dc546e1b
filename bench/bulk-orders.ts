import type { Workshop } from '../packages/server/test/workshop'
import type { Stage } from './stage'

/** Of all orders so many are in the shop, spread over the states of work. */
const open = 60

/**
 * Years of repairs, written as the owner past the services: orders of a job and a part that were handed over, the last ones still in the shop
 * with their technician.
 */
export async function bulkOrders({ owner, groupId, shop, parts }: Stage, workshop: Workshop, count: number) {
  await owner.query(
    `insert into repair_document (group_id, org_id, kind, bill_no, biz_date, period, state, version, partner_id, vehicle_id, business_type_id,
        warehouse_id, order_kind, arrived_at, promised_at, confirmed_at, completed_at, delivered_at, labour_amount, material_amount, total_amount,
        creator_id, created_at)
      select $1, $2, 'work_order', 'BW' || lpad(n::text, 8, '0'), day, to_char(day, 'YYYYMM')::int,
        case when n <= $7::int - ${open} then 'delivered' else (array['confirmed', 'in_progress', 'waiting_check', 'completed', 'settled'])[1 + n % 5] end, 3,
        $3, $4, $5, $6, 'normal', day, day + interval '10 hours', day, day + interval '8 hours', day + interval '9 hours', 100, 50, 150, u.id, day
      from generate_series(1, $7::int) n
      cross join lateral (select current_date - 1800 + (n::bigint * 1800 / $7::int)::int as day) d
      cross join (select min(id) as id from app_user where group_id = $1) u`,
    [groupId, shop.orgId, workshop.partnerId, workshop.vehicleId, workshop.businessTypeId, shop.warehouseId, count],
  )
  await owner.query(
    `insert into repair_line (group_id, document_id, section, line_no, name, part_id, worker_type_id, qty, price, amount, net_amount, agreement, work_state,
        issued_qty)
      select d.group_id, d.id, l.section, 1, l.name, l.part_id, l.worker_type_id, 1, l.price, l.price, l.price, 'agreed', 'passed', l.issued
      from repair_document d
      cross join (values ('labour', '保养', null::bigint, $2::bigint, 100, 0), ('materials', '机油滤清器', $3, null, 50, 1))
        l (section, name, part_id, worker_type_id, price, issued)
      where d.group_id = $1 and d.bill_no like 'BW%' order by d.id`,
    [groupId, workshop.workerTypeId, parts[0]],
  )
  await owner.query(
    `insert into dispatch (group_id, org_id, work_order_id, line_id, employee_id, share, started_at, finished_at)
      select d.group_id, d.org_id, d.id, l.id, $2, 1, d.arrived_at, d.completed_at
      from repair_document d join repair_line l on l.group_id = d.group_id and l.document_id = d.id and l.section = 'labour'
      where d.group_id = $1 and d.bill_no like 'BW%'`,
    [groupId, workshop.technicianId],
  )
}
