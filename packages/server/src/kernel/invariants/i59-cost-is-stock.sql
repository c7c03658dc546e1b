-- 单据明细的成本和成本单价 = 它的库存流水
-- Goods whose entry is undone cost what they cost when they came. Lines that move goods both ways, or value alone, are left out.
with entry as (
  select s.doc_kind, s.doc_id, s.line_id, s.qty, case when d.is_red and s.qty < 0 then s.value + s.variance else s.value end as cost
  from stock_ledger s
  join goods_document d on d.group_id = s.group_id and d.kind = s.doc_kind and d.id = s.doc_id and d.posted_at is not null
  left join (
    select reversal_of, doc_id from stock_ledger where group_id = $1 and reversal_of is not null
  ) u on u.reversal_of = s.id
  where s.group_id = $1 and u.doc_id is distinct from s.doc_id and (s.reversal_of is null or d.is_red)
)
select d.org_id, d.bill_no, l.line_no, l.cost_amount, l.unit_cost, e.cost, e.qty
from goods_document_line l
join goods_document d on d.group_id = l.group_id and d.id = l.document_id
left join (
  select doc_kind, doc_id, line_id, abs(sum(qty)) as qty, sum(abs(cost)) as cost, min(sign(qty)) = max(sign(qty)) and min(abs(qty)) > 0 as is_plain
  from entry group by doc_kind, doc_id, line_id
) e on e.doc_kind = d.kind and e.doc_id = d.id and e.line_id = l.id
where l.group_id = $1
  and case
    when e.line_id is null then l.cost_amount <> 0
    else e.is_plain and (l.cost_amount <> sign(l.qty) * e.cost or l.unit_cost is distinct from round(e.cost / e.qty, 6))
  end
