-- 单据提交后，每行都有单价
select d.org_id, d.bill_no, d.state, l.line_no
from goods_document d join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
where d.group_id = $1 and (d.submitted_at is not null or d.approved_at is not null) and l.is_unpriced
