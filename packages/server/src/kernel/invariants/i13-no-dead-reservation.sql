-- 已关闭、作废、完成的单据没有占用
select r.org_id, d.bill_no, d.state, r.part_id, r.qty - r.released_qty as held
from stock_reservation r
join goods_document d on d.group_id = r.group_id and d.id = r.source_id and d.kind = r.source_kind
where r.group_id = $1 and r.is_live and d.state not in ('approved', 'partial')
