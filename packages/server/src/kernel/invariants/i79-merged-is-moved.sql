-- 往来合并单逐账目转出 = 转入，且只在合并的两个单位之间
select m.org_id, m.bill_no, l.account, sum(l.amount) as amount
from partner_merge m
left join partner_ledger l on l.group_id = m.group_id and l.doc_kind = m.kind and l.doc_id = m.id
where m.group_id = $1
group by m.org_id, m.id, m.bill_no, l.account
having sum(l.amount) is distinct from 0 or not bool_and(l.org_id = m.org_id and l.partner_id in (m.partner_id, m.target_id))
