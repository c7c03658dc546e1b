-- 调拨单完成、红冲或未发货时没有在途；没有数量就没有金额
select d.org_id, d.bill_no, d.state, l.line_no, t.qty, t.value
from transit_balance t
join goods_document_line l on l.group_id = t.group_id and l.id = t.order_line_id
join document d on d.in_table = 'goods_document' and d.id = l.document_id
where t.group_id = $1
  and ((t.qty <> 0 and (d.stage <> 'posted' or d.executed is distinct from 'none' and d.executed is distinct from 'part'))
    or (t.qty = 0 and t.value <> 0) or d.posted_at is null or d.is_red)
