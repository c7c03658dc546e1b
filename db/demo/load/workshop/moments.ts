// What is entered within seconds took hours: the moments of each order are spread over the day that it is about (ADR 0217).
import type { DemoShop } from '../shop'

/**
 * Gives the steps of a shop's orders the moments that they would have had, from when the car came to when it left. Technicians work on
 * the lines of an order one after the other, about as long as they are meant to take; nothing lies ahead of now.
 */
export async function spreadMoments({ db, groupId, orgId }: DemoShop): Promise<void> {
  await db.tenant(groupId, async (tx) => {
    const now = new Date().toISOString()
    for (const text of steps) await tx.query({ text, values: [tx.groupId, orgId, now] })
  })
}

const orders = `repair_document d where d.group_id = $1 and d.org_id = $2 and d.kind = 'work_order' and d.arrived_at is not null`

/** The counter says no hour: its customers come between nine and five. */
const comes = `update repair_document d set arrived_at = least((d.biz_date + time '09:00' + (d.id * 37 % 480) * interval '1 minute') at time zone 'Asia/Shanghai', $3::timestamptz)
    where d.group_id = $1 and d.org_id = $2 and d.kind = 'work_order' and d.order_kind <> 'normal' and d.arrived_at is null`
const goes = `update repair_document d set arrived_at = null where d.group_id = $1 and d.org_id = $2 and d.kind = 'work_order' and d.order_kind <> 'normal' and $3::timestamptz is not null`

const steps = [
  comes,
  `update dispatch t set started_at = case when t.started_at is not null then s.started_at end,
      finished_at = case when t.finished_at is not null then least(s.started_at + s.took, s.till) end
    from (
      select w.id, o.till, w.took,
        least(o.arrived_at + interval '25 minutes' + coalesce(sum(w.took) over (partition by w.work_order_id, w.employee_id order by w.line_id
          rows between unbounded preceding and 1 preceding), interval '0'), o.till - interval '5 minutes') as started_at
      from (
        select t.id, t.work_order_id, t.employee_id, t.line_id,
          make_interval(mins => round(greatest(l.std_hours * l.qty, 0.3) * 60 * (0.82 + (l.id % 7) * 0.06))::int) as took
        from dispatch t join repair_line l on l.group_id = t.group_id and l.id = t.line_id
        where t.group_id = $1 and t.org_id = $2
      ) w
      join (select d.id, d.arrived_at, least($3::timestamptz, greatest(d.promised_at, d.arrived_at + interval '1 hour')) as till from ${orders}) o
        on o.id = w.work_order_id
    ) s
    where t.group_id = $1 and t.id = s.id`,
  `update dispatch_pause p set from_at = least(t.started_at + interval '10 minutes', $3::timestamptz), until_at = case when p.until_at is not null
        then least(t.started_at + interval '25 minutes', t.finished_at) end
    from dispatch t where p.group_id = $1 and t.group_id = $1 and t.id = p.dispatch_id and t.org_id = $2`,
  `update quality_check q set checked_at = least($3::timestamptz, t.finished_at + case q.step when 'self' then interval '2 minutes' else interval '12 minutes' end)
    from (select line_id, max(finished_at) as finished_at from dispatch where group_id = $1 and org_id = $2 group by line_id) t
    where q.group_id = $1 and q.line_id = t.line_id and t.finished_at is not null`,
  `update repair_document d set created_at = d.arrived_at + interval '5 minutes', confirmed_at = d.confirmed_at - (d.confirmed_at - d.arrived_at) + interval '15 minutes',
      approved_at = d.approved_at - (d.approved_at - d.arrived_at) + interval '15 minutes',
      completed_at = case when d.completed_at is not null then least($3::timestamptz, f.finished_at + interval '20 minutes') end,
      delivered_at = case when d.delivered_at is not null then least($3::timestamptz, f.finished_at + interval '1 hour') end
    from (
      select o.id, coalesce(max(t.finished_at), o.arrived_at + interval '40 minutes') as finished_at
      from (select d.id, d.arrived_at from ${orders}) o
      left join dispatch t on t.group_id = $1 and t.work_order_id = o.id group by o.id, o.arrived_at
    ) f
    where d.group_id = $1 and d.id = f.id`,
  `update repair_document d set created_at = least(d.arrived_at, $3::timestamptz) where d.group_id = $1 and d.org_id = $2 and d.kind = 'reception'`,
  goes,
]
