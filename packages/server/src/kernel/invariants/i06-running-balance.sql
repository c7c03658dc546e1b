-- 流水的结存列逐行连续
select org_id, id, warehouse_id, part_id, pool_qty_after, running_qty, pool_value_after, running_value
from (
  select org_id, id, warehouse_id, part_id, pool_qty_after, pool_value_after,
    sum(qty) over pool as running_qty, sum(value) over pool as running_value
  from stock_ledger where group_id = $1
  window pool as (partition by org_id, warehouse_id, part_id order by id)
) running
where pool_qty_after <> running_qty or pool_value_after <> running_value
