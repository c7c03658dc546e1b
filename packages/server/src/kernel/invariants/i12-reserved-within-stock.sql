-- 占用数量不超过现存数量
select r.org_id, r.warehouse_id, r.part_id, sum(r.qty - r.released_qty - r.backorder_qty) as held, coalesce(max(c.qty), 0) as on_hand
from stock_reservation r
left join stock_cost c on c.group_id = r.group_id and c.org_id = r.org_id and c.warehouse_id = r.warehouse_id and c.part_id = r.part_id
where r.group_id = $1 and r.is_live
group by r.org_id, r.warehouse_id, r.part_id
having sum(r.qty - r.released_qty - r.backorder_qty) > coalesce(max(c.qty), 0)
