-- 已关闭、作废、完成的单据没有占用
-- Goods are held for what holds good, as long as others have not executed the whole of it.
select r.org_id, d.bill_no, d.state, r.part_id, r.qty - r.released_qty as held
from stock_reservation r
join document d on d.kind = r.source_kind and d.id = r.source_id
where r.group_id = $1 and r.is_live and not d.is_open
