import { sql } from 'kysely'

/** Number of the order and plate of the car beside a document `d` that names both. */
export const carColumns = {
  workOrderName: sql<string>`(select o.bill_no from repair_document o where o.group_id = d.group_id and o.id = d.work_order_id)`,
  vehicleName: sql<string>`(select coalesce(nullif(v.plate, ''), v.vin) from vehicle v where v.group_id = d.group_id and v.id = d.vehicle_id)`,
}
