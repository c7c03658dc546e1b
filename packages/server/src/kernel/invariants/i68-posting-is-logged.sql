-- 每张已过账单据的操作日志里都有这次过账
-- Both carry the time of their transaction. A red document is logged with its blue one.
with doc as (
  select org_id, kind, id, bill_no, posted_at from goods_document where group_id = $1 and posted_at is not null and not is_red
  union all
  select org_id, kind, id, bill_no, posted_at from money_slip where group_id = $1 and posted_at is not null and not is_red
)
select d.org_id, d.bill_no, d.posted_at
from doc d left join audit_log a on a.group_id = $1 and a.entity = d.kind and a.entity_id = d.id and a.at = d.posted_at
where a.id is null
