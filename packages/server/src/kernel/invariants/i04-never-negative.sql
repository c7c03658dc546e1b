-- 库存数量和金额不为负
select org_id, warehouse_id, part_id, qty, null::numeric as value from stock_balance where group_id = $1 and qty < 0
union all
select org_id, warehouse_id, part_id, qty, value from stock_cost where group_id = $1 and (qty < 0 or value < 0)
