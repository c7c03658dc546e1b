-- 每张已过账单据的操作日志里都有这次过账
-- Both carry the time of their transaction. A red document is logged with its blue one.
select d.org_id, d.bill_no, d.posted_at
from document d
left join audit_log a on a.group_id = $1 and a.entity = d.kind and a.entity_id = d.id and a.at = d.posted_at
where d.posted_at is not null and not d.is_red and a.id is null
