-- 货位库存的最近入库、出库日期 = 库存流水
-- Goods that only cost more or less have not moved.
select b.org_id, b.warehouse_id, b.location_id, b.part_id, b.batch_no, b.last_in_on, l.last_in, b.last_out_on, l.last_out
from stock_balance b
left join (
  select org_id, warehouse_id, location_id, part_id, batch_no, max(biz_date) filter (where qty > 0) as last_in,
    max(biz_date) filter (where qty <= 0) as last_out
  from (
    select org_id, warehouse_id, location_id, part_id, batch_no, biz_date, sum(qty) as qty
    from stock_ledger where group_id = $1 and qty <> 0
    group by org_id, warehouse_id, location_id, part_id, batch_no, biz_date, doc_kind, doc_id, posted_at
  ) posting
  group by org_id, warehouse_id, location_id, part_id, batch_no
) l using (org_id, warehouse_id, location_id, part_id, batch_no)
where b.group_id = $1 and (b.last_in_on is distinct from l.last_in or b.last_out_on is distinct from l.last_out)
