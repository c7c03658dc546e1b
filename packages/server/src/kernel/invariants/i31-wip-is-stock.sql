-- 在修数量和成本不为负，数量为零则成本为零；单据领退的在修 = 它的库存流水
-- Line by line of a document that moves stock for work orders, what enters the work is what leaves the stock, variance included; of goods that come back
-- after they have become a cost it is nothing, since they pass through the work in one breath. A line that moves no stock takes work as a cost, or gives it back.
select org_id, work_order_id, line_id, null as doc_kind, null::bigint as doc_id, sum(qty) as qty, sum(value) as value, null::numeric as stock
from wip_ledger where group_id = $1
group by org_id, work_order_id, line_id
having sum(qty) < 0 or sum(value) < 0 or (sum(qty) = 0 and sum(value) <> 0) or min(part_id) <> max(part_id)
union all
select w.org_id, null, w.doc_line_id, w.doc_kind, w.doc_id, w.qty, w.value, -s.value
from (
  select org_id, doc_kind, doc_id, doc_line_id, part_id, sum(qty) as qty, sum(value) as value from wip_ledger where group_id = $1 group by 1, 2, 3, 4, 5
) w
join (
  select org_id, doc_kind, doc_id, line_id, min(part_id) as part_id, sum(qty) as qty, sum(value + variance) as value from stock_ledger
  where group_id = $1 group by 1, 2, 3, 4
) s on s.doc_kind = w.doc_kind and s.doc_id = w.doc_id and s.line_id = w.doc_line_id
where s.org_id <> w.org_id or s.part_id <> w.part_id or ((w.qty, w.value) <> (-s.qty, -s.value) and (w.qty <> 0 or w.value <> 0))
