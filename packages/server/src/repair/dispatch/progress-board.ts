// 维修进度: where the cars in the shop are (business/repair 6.5).
import { own } from '../../kernel/base/own'
import { linePauseKinds } from '@chepu/contract/repair/dispatch'
import type { ProgressLane, ProgressRow, repairProgress } from '@chepu/contract/repair/repair-progress'
import { sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { repairScope } from '../../kernel/repair/scope'

/** More cars than any shop has room for. */
const most = 500

type Row = Omit<ProgressRow, 'lane' | 'isLate' | 'pause' | 'minutes'> & {
  completedAt: string | null
  pauseKind: string | null
  linePauses: string[]
}

/** Cars that are here; those that are promised first stand first. */
export async function progressOfOrders(
  tx: CallerTx,
  { adviserId, technicianId }: QueryOf<typeof repairProgress>,
): Promise<{ rows: ProgressRow[] }> {
  const rows = await tx.selectKept(sql<Row>`
    select d.id, d.bill_no, d.state, coalesce(v.plate, '') as plate, coalesce(v.model_text, '') as model_text, p.name as partner_name,
      a.name as adviser_name, coalesce(d.arrived_at, d.created_at) as arrived_at, d.promised_at, d.completed_at, d.pause_kind,
      (select string_agg(distinct e.name, '、') from dispatch t join employee e on e.group_id = t.group_id and e.id = t.employee_id
        where t.group_id = d.group_id and t.work_order_id = d.id and t.share > 0) as technicians,
      (select count(*) from repair_line l where l.group_id = d.group_id and l.document_id = d.id and l.section = 'labour'
        and l.agreement = 'agreed') as line_count,
      (select count(*) from repair_line l where l.group_id = d.group_id and l.document_id = d.id and l.section = 'labour'
        and l.agreement = 'agreed' and l.work_state in ('finished', 'passed')) as done_count,
      array(select distinct s.kind from dispatch_pause s join dispatch t on t.group_id = s.group_id and t.id = s.dispatch_id
        where s.group_id = d.group_id and t.work_order_id = d.id and s.until_at is null and t.finished_at is null) as line_pauses
    from repair_document d
    join partner p on p.group_id = d.group_id and p.id = d.partner_id
    left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
    left join employee a on a.group_id = d.group_id and a.id = d.salesperson_id
    where ${repairScope(tx.caller, 'repair')} and d.org_id = ${tx.caller.orgId} and d.kind = 'work_order'
      and d.state = any (${Object.keys(laneOfState)}::text[]) and (d.order_kind = 'normal' or d.state <> 'settled')
      ${adviserId === undefined ? sql`` : sql`and d.salesperson_id = ${adviserId}`}
      ${technicianId === undefined ? sql`` : sql`and exists (select from dispatch t where t.group_id = ${tx.groupId} and t.work_order_id = d.id and t.employee_id = ${technicianId})`}
    order by d.promised_at nulls last, d.id limit ${most}`)
  const now = new Date().toISOString()
  return { rows: rows.map((row) => shown(row, now)) }
}

const laneOfState: Record<string, ProgressLane> = {
  confirmed: 'waiting',
  in_progress: 'working',
  paused: 'working',
  waiting_check: 'checking',
  completed: 'settling',
  settled: 'leaving',
}

function shown({ completedAt, pauseKind, linePauses, ...row }: Row, now: string): ProgressRow {
  const kinds = row.state === 'paused' && pauseKind !== null ? [pauseKind] : linePauses
  const isPaused = row.state === 'paused' || row.state === 'in_progress'
  return {
    ...row,
    lane: isPaused && kinds.includes('parts') ? 'parts' : (own(laneOfState, row.state) as ProgressLane),
    minutes: Math.max(0, Math.floor((Date.parse(now) - Date.parse(row.arrivedAt)) / 60_000)),
    isLate: row.promisedAt !== null && Date.parse(completedAt ?? now) > Date.parse(row.promisedAt),
    pause: isPaused && kinds.length > 0 ? kinds.map((kind) => own(linePauseKinds, kind)).join('、') : null,
  }
}
