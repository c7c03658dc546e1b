import type { workerHistory } from '@chepu/contract/repair/dispatch'
import type { DataOf } from '@chepu/contract/kernel/route'
import { sql } from 'kysely'
import { invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'

const most = 50

/** Technicians of the caller's organisation who have finished work on a car, or an item, before; the latest first (business/repair 6.5). */
export async function workersBefore(
  tx: CallerTx,
  { vehicleId, serviceItemId }: QueryOf<typeof workerHistory>,
): Promise<DataOf<typeof workerHistory>> {
  if (vehicleId === undefined && serviceItemId === undefined)
    invalid([{ path: 'vehicleId', message: '请选择车辆或服务项目' }])
  const rows = await tx.select(
    sql<DataOf<typeof workerHistory>['rows'][number]>`
      select t.employee_id, e.name, max((t.finished_at at time zone 'Asia/Shanghai')::date) as last_on, count(*) as count
      from dispatch t
      join repair_line l on l.group_id = t.group_id and l.id = t.line_id
      join repair_document d on d.group_id = t.group_id and d.id = t.work_order_id
      join employee e on e.group_id = t.group_id and e.id = t.employee_id
      where t.group_id = ${tx.groupId} and t.org_id = ${tx.caller.orgId} and t.finished_at is not null and t.share > 0
        and d.state <> 'cancelled'
        ${vehicleId === undefined ? sql`` : sql`and d.vehicle_id = ${vehicleId}`}
        ${serviceItemId === undefined ? sql`` : sql`and l.service_item_id = ${serviceItemId}`}
      group by t.employee_id, e.name order by last_on desc, count desc, t.employee_id limit ${most}`,
  )
  return { rows }
}
