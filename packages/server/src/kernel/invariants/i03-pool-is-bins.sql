-- 成本池数量 = 各货位数量之和
select org_id, warehouse_id, part_id, coalesce(c.qty, 0) as pool_qty, coalesce(b.qty, 0) as bins_qty
from (select * from stock_cost where group_id = $1) c
full join (
  select org_id, warehouse_id, part_id, sum(qty) as qty from stock_balance where group_id = $1 group by 1, 2, 3
) b using (org_id, warehouse_id, part_id)
where coalesce(c.qty, 0) <> coalesce(b.qty, 0)
