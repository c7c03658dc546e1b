-- 在修数量和成本不为负，数量为零则成本为零；单据领退的在修 = 它的库存流水
-- Line by line of a document that moves stock, what enters the work is what leaves the stock, variance included; of goods that come back after they have become
-- a cost it is nothing, since they pass through the work in one breath. What moves no stock takes work as a cost, or gives it back. A line is of one part, or of those
-- that were merged into it.
select w.org_id, w.work_order_id, w.line_id, null as doc_kind, null::bigint as doc_id, sum(w.qty) as qty, sum(w.value) as value, null::numeric as stock
from wip_ledger w left join part p on p.group_id = w.group_id and p.id = w.part_id
where w.group_id = $1
group by w.org_id, w.work_order_id, w.line_id
having sum(w.qty) < 0 or sum(w.value) < 0 or (sum(w.qty) = 0 and sum(w.value) <> 0)
  or min(coalesce(p.merged_into_id, w.part_id)) <> max(coalesce(p.merged_into_id, w.part_id))
union all
select w.org_id, null, w.doc_line_id, w.doc_kind, w.doc_id, w.qty, w.value, -s.value
from (
  select org_id, doc_kind, doc_id, doc_line_id, part_id, sum(qty) as qty, sum(value) as value from wip_ledger where group_id = $1 group by 1, 2, 3, 4, 5
) w
join (
  select distinct doc_kind, doc_id from stock_ledger where group_id = $1
) d on d.doc_kind = w.doc_kind and d.doc_id = w.doc_id
left join (
  select org_id, doc_kind, doc_id, line_id, part_id, sum(qty) as qty, sum(value + variance) as value from stock_ledger
  where group_id = $1 group by 1, 2, 3, 4, 5
) s on s.org_id = w.org_id and s.doc_kind = w.doc_kind and s.doc_id = w.doc_id and s.line_id = w.doc_line_id and s.part_id = w.part_id
where (w.qty, w.value) is distinct from (-s.qty, -s.value) and (w.qty <> 0 or w.value <> 0)
