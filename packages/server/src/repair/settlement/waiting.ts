// 待结算: what waits at the desk of who settles, whether he may look into orders or not (business/repair-settlement 10).
import { repairSettlement, type OrderToSettle, type ordersToSettle } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { sql } from 'kysely'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { repairScope } from '../../kernel/repair/scope'

/** So many stand above the list. */
const most = 12

/** Completed orders of the caller's own organisation and scope, or one by its id that may still be settled (business/repair-settlement 10). */
export async function waitingForSettlement(tx: CallerTx, { workOrderId }: QueryOf<typeof ordersToSettle>) {
  const { caller, groupId } = tx
  const found = await tx.select(sql<OrderToSettle>`
    select d.id, d.bill_no, coalesce(v.plate, '') as plate, coalesce(v.model_text, '') as model_text, d.vehicle_id, d.partner_id,
      p.name as partner_name, e.name as salesperson_name, t.name as business_type_name, d.mileage, s.id as settlement_id
      ${sees(caller, 'doc_price') ? sql`, d.total_amount` : sql``}
    from repair_document d
    join partner p on p.group_id = d.group_id and p.id = d.partner_id
    left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
    left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id
    left join business_type t on t.group_id = d.group_id and t.id = d.business_type_id
    left join repair_document s on s.group_id = d.group_id and s.work_order_id = d.id and s.kind = ${repairSettlement.kind} and s.state = 'draft'
    where d.group_id = ${groupId} and d.org_id = ${caller.orgId} and d.kind = ${workOrder.kind} and ${repairScope(caller, workOrder.area)}
      and ${workOrderId === undefined ? sql`d.state = 'completed'` : sql`d.id = ${workOrderId}`}
    order by d.completed_at nulls last, d.id limit ${most + 1}`)
  return { rows: found.slice(0, most), more: found.length > most }
}
