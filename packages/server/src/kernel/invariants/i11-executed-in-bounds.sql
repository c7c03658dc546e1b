-- 已执行数量不超过订购数量与允许超收，已退数量不超过原数量，未选定的备选行不再执行
select d.org_id, d.bill_no, l.line_no, l.qty, l.executed_qty, l.returned_qty, l.closed_qty, l.over_tolerance
from goods_document_line l
join goods_document d on d.group_id = l.group_id and d.id = l.document_id
where l.group_id = $1 and not d.is_red
  and (l.executed_qty < 0 or l.returned_qty < 0 or l.closed_qty < 0 or l.returned_qty > l.qty
    or l.executed_qty > l.qty * (1 + l.over_tolerance) or (l.is_chosen is false and l.closed_qty <> l.qty))
