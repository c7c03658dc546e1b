-- 未执行完的单据占用 = 明细的剩余数量
-- A line holds what it still has to give, less what those that execute it hold themselves until their goods leave.
with holding as (
  select distinct source_kind as kind from stock_reservation where group_id = $1
), held as (
  select source_kind, source_line_id, sum(qty - released_qty) as qty from stock_reservation where group_id = $1 and is_live group by 1, 2
), waiting as (
  select l.source_line_id, sum(h.qty) as qty
  from goods_document_line l
  join document d on d.in_table = 'goods_document' and d.id = l.document_id
  join held h on h.source_kind = d.kind and h.source_line_id = l.id
  where l.group_id = $1 and l.source_line_id is not null group by 1
)
select d.org_id, d.bill_no, l.line_no, l.qty, l.executed_qty, l.closed_qty, w.qty as waiting, h.qty as held
from goods_document_line l
join document d on d.in_table = 'goods_document' and d.id = l.document_id
join holding k on k.kind = d.kind
left join held h on h.source_kind = d.kind and h.source_line_id = l.id
left join waiting w on w.source_line_id = l.id
where l.group_id = $1 and d.is_open
  and coalesce(h.qty, 0) <> greatest(l.qty - l.executed_qty - l.closed_qty - coalesce(w.qty, 0), 0)
union all
select r.org_id, d.bill_no, l.line_no, r.qty, r.released_qty, r.backorder_qty, null, null
from stock_reservation r
join document d on d.kind = r.source_kind and d.id = r.source_id
left join goods_document_line l on d.in_table = 'goods_document' and l.group_id = r.group_id and l.id = r.source_line_id
left join goods_document h on h.group_id = l.group_id and h.id = l.document_id
left join warehouse w on w.group_id = r.group_id and w.id = r.warehouse_id
where r.group_id = $1
  and (r.is_live <> (r.released_qty < r.qty) or r.org_id is distinct from w.org_id
    or (r.is_live and ((r.part_id, d.id) <> (l.part_id, l.document_id) or (r.warehouse_id <> l.warehouse_id and r.warehouse_id is distinct from h.to_warehouse_id))))
union all
-- Material of an order that is worked on holds what it still waits for, or, where the organisation does not want that, nothing; of an appointment, nobody is asked about it.
select d.org_id, d.bill_no, l.line_no, l.qty, l.issued_qty, l.returned_qty, null, h.qty
from held h
join repair_line l on l.group_id = $1 and l.id = h.source_line_id
join document d on d.in_table = 'repair_document' and d.kind = h.source_kind and d.id = l.document_id
join repair_document o on o.group_id = l.group_id and o.id = l.document_id
where l.section <> 'materials' or (l.agreement <> 'agreed' and o.order_kind is not null) or l.is_customer_supplied or h.qty <> l.qty - l.issued_qty + l.returned_qty
union all
select r.org_id, d.bill_no, l.line_no, r.qty, r.released_qty, r.backorder_qty, null, null
from stock_reservation r
join document d on d.in_table = 'repair_document' and d.kind = r.source_kind and d.id = r.source_id
join repair_document o on o.group_id = r.group_id and o.id = r.source_id
left join repair_line l on l.group_id = r.group_id and l.id = r.source_line_id
where r.group_id = $1 and r.is_live
  and (l.id is null or (r.part_id, r.source_id, r.warehouse_id) is distinct from (l.part_id, l.document_id, o.warehouse_id))
