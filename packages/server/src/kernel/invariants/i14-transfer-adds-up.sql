-- 调拨发出 = 已到 + 退回 + 损失 + 在途，数量和金额；在途仓库存 = 各调拨在途之和
-- What an order and all that executes it have moved in the source's place of goods on their way is what is left there of each line, and
-- nothing else lies there.
with moved as (
  select coalesce(blue.id, sent.id, own.id) as line_id, sum(s.qty) as qty, sum(s.value) as value
  from stock_ledger s
  join warehouse w on w.group_id = s.group_id and w.id = s.warehouse_id and w.kind = 'transit'
  join goods_document_line own on own.group_id = s.group_id and own.id = s.line_id
  join goods_document d on d.group_id = own.group_id and d.id = own.document_id
  left join goods_document sd on sd.group_id = d.group_id and sd.kind <> d.kind and sd.posted_at is not null and sd.id = (
    select document_id from goods_document_line where group_id = $1 and id = own.source_line_id)
  left join goods_document_line sent on sent.group_id = own.group_id and sent.id = own.source_line_id and sd.id is not null
  left join goods_document_line blue on blue.group_id = own.group_id and blue.document_id = d.red_of and blue.line_no = own.line_no
    and sent.id is null
  where s.group_id = $1 group by 1
)
select d.org_id, d.bill_no, l.line_no, m.qty as moved, t.qty as left_over, m.value as moved_value, t.value as left_value
from (select * from transit_balance where group_id = $1) t
full join moved m on m.line_id = t.order_line_id
join goods_document_line l on l.group_id = $1 and l.id = coalesce(t.order_line_id, m.line_id)
join goods_document d on d.group_id = l.group_id and d.id = l.document_id
where coalesce(m.qty, 0) <> coalesce(t.qty, 0) or coalesce(m.value, 0) <> coalesce(t.value, 0)
  or (t.order_line_id is not null and (t.org_id <> d.org_id or t.part_id <> l.part_id or t.qty <> l.qty - l.executed_qty))
union all
select org_id, null, null, c.qty, t.qty, c.value, t.value
from (
  select c.org_id, c.part_id, c.qty, c.value from stock_cost c
  join warehouse w on w.group_id = c.group_id and w.id = c.warehouse_id and w.kind = 'transit' where c.group_id = $1
) c
full join (
  select org_id, part_id, sum(qty) as qty, sum(value) as value from transit_balance where group_id = $1 group by 1, 2
) t using (org_id, part_id)
where coalesce(c.qty, 0) <> coalesce(t.qty, 0) or coalesce(c.value, 0) <> coalesce(t.value, 0)
