-- 数量为零的成本池金额也为零
select org_id, warehouse_id, part_id, value from stock_cost where group_id = $1 and qty = 0 and value <> 0
