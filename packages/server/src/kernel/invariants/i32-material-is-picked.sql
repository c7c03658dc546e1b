-- 工单材料的已领、已退数量 = 有效领料单、退料单的数量，未结算工单的在修 = 领料成本 − 退料成本
-- What was issued of a line is what posted documents say that hang on it and take goods out, what came back is what those say that bring goods in. Their
-- cost is in work until the order is settled; nothing is in work of one that came to nothing.
with moved as (
  select l.work_order_line_id as line_id, sum(case when s.qty < 0 then l.qty else 0 end) as issued,
    sum(case when s.qty > 0 then l.qty else 0 end) as returned, sum(case when s.qty < 0 then l.cost_amount else -l.cost_amount end) as cost
  from goods_document_line l
  join document d on d.in_table = 'goods_document' and d.id = l.document_id and d.stage = 'posted'
  join (
    select doc_kind, doc_id, line_id, sum(qty) as qty from stock_ledger where group_id = $1 group by 1, 2, 3
  ) s on s.doc_kind = d.kind and s.doc_id = d.id and s.line_id = l.id
  where l.group_id = $1 and l.work_order_line_id is not null
  group by 1
), work as (
  select line_id, sum(value) as value from wip_ledger where group_id = $1 group by 1
)
select d.org_id, d.bill_no, l.line_no, l.issued_qty, m.issued, l.returned_qty, m.returned, m.cost, w.value as in_work
from repair_line l
join document d on d.in_table = 'repair_document' and d.id = l.document_id
left join moved m on m.line_id = l.id
left join work w on w.line_id = l.id
where l.group_id = $1 and l.section = 'materials'
  and (l.issued_qty <> coalesce(m.issued, 0) or l.returned_qty <> coalesce(m.returned, 0)
    or coalesce(w.value, 0) <> case when d.is_open then coalesce(m.cost, 0) when d.stage = 'voided' then 0 else coalesce(w.value, 0) end)
union all
select d.org_id, d.bill_no, l.line_no, null, null, null, null, null, null
from goods_document_line l
join document d on d.in_table = 'goods_document' and d.id = l.document_id
join goods_document g on g.group_id = l.group_id and g.id = l.document_id
left join repair_line r on r.group_id = l.group_id and r.id = l.work_order_line_id
where l.group_id = $1 and (l.work_order_line_id is not null or g.work_order_id is not null)
  and (g.work_order_id is distinct from r.document_id or (d.stage not in ('voided', 'reversed') and l.part_id <> r.part_id))
