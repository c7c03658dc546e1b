-- 完工项目的分摊比例合计为 1，未开工的派工只在客户同意的项目上，且都属于本工单本企业
select d.org_id, d.bill_no, l.name, l.work_state, l.agreement, sum(t.share) as shares
from dispatch t
join repair_line l on l.group_id = t.group_id and l.id = t.line_id
join repair_document d on d.group_id = l.group_id and d.id = l.document_id
where t.group_id = $1
group by d.group_id, d.id, l.group_id, l.id
having (l.work_state in ('finished', 'passed') and sum(t.share) <> 1)
  or (l.work_state = 'waiting' and (l.agreement <> 'agreed' or bool_or(t.started_at is not null)))
  or (l.work_state in ('finished', 'passed') and bool_or(t.finished_at is null))
  or l.section <> 'labour'
  or bool_or(t.org_id <> d.org_id or t.work_order_id <> d.id)
