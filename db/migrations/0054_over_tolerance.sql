-- 超收比例 may change after more has come than was ordered: the order's line keeps the tolerance by which it was exceeded.

alter table goods_document_line add column over_tolerance numeric(9, 4) not null default 0;

update goods_document_line l set over_tolerance = coalesce((o.config ->> 'overReceiptTolerance')::numeric, 0)
from goods_document d join org o on o.group_id = d.group_id and o.id = d.org_id
where d.group_id = l.group_id and d.id = l.document_id and l.executed_qty > l.qty;
