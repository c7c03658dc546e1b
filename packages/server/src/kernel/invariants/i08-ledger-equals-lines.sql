-- 已过账单据的流水 = 明细数量，未过账单据没有流水
select d.org_id, d.bill_no, d.state, l.line_no, l.qty, coalesce(s.qty, 0) as ledger_qty
from goods_document d
join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
left join (
  select doc_kind, doc_id, line_id, sum(qty) as qty from stock_ledger where group_id = $1 group by 1, 2, 3
) s on s.doc_kind = d.kind and s.doc_id = d.id and s.line_id = l.id
where d.group_id = $1
  and d.kind in (select distinct doc_kind from stock_ledger where group_id = $1)
  and abs(coalesce(s.qty, 0)) <> case when d.state in ('done', 'reversed') then abs(l.qty) else 0 end
