-- 成本池的数量和金额 = 库存流水之和
select org_id, warehouse_id, part_id, coalesce(c.qty, 0) as pool_qty, coalesce(l.qty, 0) as ledger_qty,
  coalesce(c.value, 0) as pool_value, coalesce(l.value, 0) as ledger_value
from (select * from stock_cost where group_id = $1) c
full join (
  select org_id, warehouse_id, part_id, sum(qty) as qty, sum(value) as value from stock_ledger where group_id = $1 group by 1, 2, 3
) l using (org_id, warehouse_id, part_id)
where coalesce(c.qty, 0) <> coalesce(l.qty, 0) or coalesce(c.value, 0) <> coalesce(l.value, 0)
