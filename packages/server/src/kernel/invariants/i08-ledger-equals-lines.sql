-- 已过账单据的流水 = 明细数量，未过账单据没有流水
-- A line may take goods out at one place and bring them in at another: each direction for itself is the line's quantity or
-- nothing. What a return credits of a bill to a manufacturer is an old part and moves nothing. What is undone stands on the side of what it undoes. A change of value alone moves nothing.
select d.org_id, d.bill_no, d.state, l.line_no, l.qty, coalesce(s.in_qty, 0) as in_qty, coalesce(s.out_qty, 0) as out_qty
from goods_document d
join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
left join (
  select doc_kind, doc_id, line_id, abs(sum(case when (qty > 0) = (reversal_of is null) then qty else 0 end)) as in_qty,
    abs(sum(case when (qty > 0) = (reversal_of is null) then 0 else qty end)) as out_qty, bool_or(qty = 0) as is_revalued
  from stock_ledger where group_id = $1 group by 1, 2, 3
) s on s.doc_kind = d.kind and s.doc_id = d.id and s.line_id = l.id
where d.group_id = $1
  and d.kind in (select distinct doc_kind from stock_ledger where group_id = $1)
  and (coalesce(s.in_qty, 0) not in (0, case when d.posted_at is not null then abs(l.qty) else 0 end)
    or coalesce(s.out_qty, 0) not in (0, case when d.posted_at is not null then abs(l.qty) else 0 end)
    or (d.posted_at is not null and l.qty <> 0 and coalesce(s.in_qty, 0) = 0 and coalesce(s.out_qty, 0) = 0
      and not (d.kind = 'sales_return' and d.warranty_bill_id is not null)
      and not coalesce(s.is_revalued, false)))
