// Lines of work as the boards of the workshop show them: without prices.
import type { DispatchView, WorkCard } from '@chepu/contract/repair/dispatch'
import { workedMinutes } from '@chepu/contract/repair/worked-time'
import { issuingStates } from '@chepu/contract/repair/work-order'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { groupBy } from '../../kernel/base/group-by'
import type { CallerTx } from '../../kernel/db/tx'
import { repairScope } from '../../kernel/repair/scope'

/** More lines than any workshop has open. */
const most = 1000

type Line = Omit<WorkCard, 'technicians'>

/** Labour that is agreed to of orders in the workshop that the caller sees, by when the cars are promised. `l` is the line, `d` its order. */
export async function workCards(tx: CallerTx, condition: RawBuilder<SqlBool>): Promise<WorkCard[]> {
  const lines = await tx.selectKept(sql<Line>`
    select d.id as order_id, d.bill_no, d.state as order_state, coalesce(v.plate, '') as plate, coalesce(v.model_text, '') as model_text,
      d.complaint, d.promised_at, a.name as adviser_name, l.id as line_id, l.name, l.worker_type_id, wt.name as worker_type_name,
      round(l.std_hours * l.qty, 6) as hours, l.work_state, l.is_added, l.is_internal_rework, c.is_self_checked, c.fail_reason,
      array(select x.file_id from line_photo x where x.group_id = l.group_id and x.line_id = l.id order by x.file_id) as photo_ids
    from repair_document d
    join repair_line l on l.group_id = d.group_id and l.document_id = d.id and l.section = 'labour' and l.agreement = 'agreed'
    left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
    left join employee a on a.group_id = d.group_id and a.id = d.salesperson_id
    left join worker_type wt on wt.group_id = l.group_id and wt.id = l.worker_type_id
    left join lateral (
      select q.step = 'self' and q.is_ok as is_self_checked, case when not q.is_ok then q.reason end as fail_reason
      from quality_check q where q.group_id = l.group_id and q.line_id = l.id order by q.id desc limit 1
    ) c on true
    where ${repairScope(tx.caller, 'repair')} and d.org_id = ${tx.caller.orgId} and d.kind = 'work_order' and ${condition}
    order by d.promised_at nulls last, d.id, l.line_no limit ${most}`)
  const technicians = await techniciansOf(
    tx,
    lines.map(({ lineId }) => lineId),
  )
  return lines.map((line) => ({
    ...line,
    isSelfChecked: line.isSelfChecked ?? false,
    technicians: technicians.get(line.lineId) ?? [],
  }))
}

/** The order is worked on. */
export const inWorkshop = sql<SqlBool>`d.state = any (${[...issuingStates]}::text[])`

type Row = Omit<DispatchView, 'workedMinutes' | 'pause'> & { lineId: number }

/** Who works on lines, with the minutes that he has worked so far. */
async function techniciansOf(tx: CallerTx, lineIds: readonly number[]): Promise<Map<number, DispatchView[]>> {
  const [rows, pauses] = await Promise.all([
    tx.query<Row>({
      name: 'technicians-of-lines',
      text: `select t.id, t.line_id, t.employee_id, e.name, t.role, t.share, t.bay_id, b.name as bay_name, t.planned_start,
          t.planned_end, t.started_at, t.finished_at
        from dispatch t
        join employee e on e.group_id = t.group_id and e.id = t.employee_id
        left join bay b on b.group_id = t.group_id and b.id = t.bay_id
        where t.group_id = $1 and t.line_id = any ($2::bigint[]) order by t.role desc, t.id`,
      values: [tx.groupId, [...lineIds]],
    }),
    tx.query<{ dispatchId: number; kind: string; reason: string; fromAt: string; untilAt: string | null }>({
      name: 'pauses-of-lines',
      text: `select p.dispatch_id, p.kind, p.reason, p.from_at, p.until_at from dispatch_pause p
        join dispatch t on t.group_id = p.group_id and t.id = p.dispatch_id
        where p.group_id = $1 and t.line_id = any ($2::bigint[]) order by p.id`,
      values: [tx.groupId, [...lineIds]],
    }),
  ])
  const pausesOf = groupBy(pauses, ({ dispatchId }) => dispatchId)
  const now = new Date().toISOString()
  const shown = ({ lineId: _, ...row }: Row): DispatchView => {
    const own = pausesOf.get(row.id) ?? []
    const open = row.finishedAt === null ? own.find(({ untilAt }) => untilAt === null) : undefined
    const pause = open ? { kind: open.kind, reason: open.reason, fromAt: open.fromAt } : null
    return { ...row, workedMinutes: workedMinutes({ ...row, pauses: own }, now), pause }
  }
  return new Map([...groupBy(rows, ({ lineId }) => lineId)].map(([id, own]) => [id, own.map(shown)]))
}
