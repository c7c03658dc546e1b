-- 货位库存 = 库存流水之和
select org_id, warehouse_id, location_id, part_id, batch_no, coalesce(b.qty, 0) as balance, coalesce(l.qty, 0) as ledger
from (select * from stock_balance where group_id = $1) b
full join (
  select org_id, warehouse_id, location_id, part_id, batch_no, sum(qty) as qty from stock_ledger where group_id = $1 group by 1, 2, 3, 4, 5
) l using (org_id, warehouse_id, location_id, part_id, batch_no)
where coalesce(b.qty, 0) <> coalesce(l.qty, 0)
