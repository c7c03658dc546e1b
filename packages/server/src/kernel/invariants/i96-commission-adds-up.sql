-- 提成 = 基数 × 份额 × 比例（同一行最后一人承担尾差）；追回不超过原提成，且同一员工、同一角色
-- The last of those who share a line takes what the others were rounded by. Who got less than half a fen has no entry: all of his share, of ten such people at most, is with the
-- last one. What is taken back is a part of an entry that stands, as its own document says.
select c.org_id, c.doc_kind, c.doc_id, c.line_id, c.employee_id, c.amount, c.base * c.share * c.rate as expected
from (
  select org_id, doc_kind, doc_id, line_id, employee_id, base, share, rate, amount, clawback_of,
    count(*) over line as sharers, sum(share) over line as shared
  from commission_entry where group_id = $1
  window line as (partition by doc_kind, doc_id, line_id, role)
) c
where c.clawback_of is null
  and abs(c.amount - c.base * c.share * c.rate) > 0.005 * c.sharers + least(abs(c.base * c.rate) * greatest(1 - c.shared, 0), 0.05)
union all
select t.org_id, t.doc_kind, t.doc_id, t.line_id, t.employee_id, t.amount, o.amount
from (
  select clawback_of, org_id, employee_id, role, min(doc_kind) as doc_kind, min(doc_id) as doc_id, min(line_id) as line_id, sum(amount) as amount
  from commission_entry where group_id = $1 and clawback_of is not null group by clawback_of, org_id, employee_id, role
) t
left join commission_entry o on o.group_id = $1 and o.id = t.clawback_of and o.org_id = t.org_id and o.employee_id = t.employee_id and o.role = t.role
  and o.reversal_of is null
left join commission_entry u on u.group_id = $1 and u.reversal_of = o.id
where t.amount <> 0 and (o.id is null or u.id is not null or sign(t.amount) <> -sign(o.amount) or abs(t.amount) > abs(o.amount))
