-- 来源行的已执行、已退数量 = 下游有效单据数量之和
select d.org_id, d.bill_no, l.line_no, l.executed_qty + l.returned_qty as counted, coalesce(sum(c.qty), 0) as children
from goods_document_line l
join goods_document d on d.group_id = l.group_id and d.id = l.document_id
left join (
  select cl.source_line_id, cl.qty from goods_document_line cl
  join goods_document cd on cd.group_id = cl.group_id and cd.id = cl.document_id
  join document s on s.in_table = 'goods_document' and s.id = cd.id
  where cl.group_id = $1 and cl.source_line_id is not null and s.is_counted and not cd.is_red
    and not exists (select from goods_document red where red.group_id = cd.group_id and red.red_of = cd.id)
) c on c.source_line_id = l.id
where l.group_id = $1
group by d.org_id, d.bill_no, l.id, l.line_no, l.executed_qty, l.returned_qty
having l.executed_qty + l.returned_qty <> coalesce(sum(c.qty), 0)
