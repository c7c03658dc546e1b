-- 盘点单的盘盈盘亏 = 实盘数 − 账面数，逐行相符；冻结只属于未完成的盘点
-- What a count found is posted by its gains and losses, place by place, and by nothing else. Of a line that nobody has counted nothing is
-- posted, unless the count takes it for nothing.
with counted as (
  select c.id as count_id, c.org_id, c.bill_no, l.line_no, l.part_id, l.location_id, l.batch_no,
    coalesce(l.counted_qty, case when c.uncounted_as_zero then 0 else l.book_qty end) - l.book_qty as diff_qty, coalesce(l.diff_value, 0) as diff_value
  from stock_count c join stock_count_line l on l.group_id = c.group_id and l.count_id = c.id
  where c.group_id = $1 and c.posted_at is not null
), posted as (
  select d.count_id, d.org_id, l.part_id, l.location_id, l.batch_no,
    sum(case when d.kind = 'count_gain' then l.qty else -l.qty end) as qty, sum(case when d.kind = 'count_gain' then l.cost_amount else -l.cost_amount end) as value
  from goods_document d join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
  where d.group_id = $1 and d.count_id is not null and d.posted_at is not null
  group by d.count_id, d.org_id, l.part_id, l.location_id, l.batch_no
), sums as (
  select count_id, sum(diff_qty) filter (where diff_qty > 0) as up_qty, sum(diff_value) filter (where diff_qty > 0) as up_value,
    -sum(diff_qty) filter (where diff_qty < 0) as down_qty, -sum(diff_value) filter (where diff_qty < 0) as down_value
  from counted group by count_id
)
select coalesce(c.org_id, p.org_id) as org_id, c.bill_no, c.line_no, c.diff_qty, p.qty, c.diff_value, p.value
from counted c
full join posted p on p.count_id = c.count_id and p.part_id = c.part_id and p.location_id = c.location_id and p.batch_no = c.batch_no
where coalesce(c.diff_qty, 0) <> coalesce(p.qty, 0) or coalesce(c.diff_value, 0) <> coalesce(p.value, 0) or c.count_id is null
union all
select c.org_id, c.bill_no, c.line_count, c.gain_qty - c.loss_qty, null, c.gain_amount - c.loss_amount, null
from stock_count c left join sums s on s.count_id = c.id
where c.group_id = $1 and case
    when c.posted_at is null then (c.gain_qty, c.gain_amount, c.loss_qty, c.loss_amount) <> (0, 0, 0, 0)
    when c.is_red then (-c.loss_qty, -c.loss_amount, -c.gain_qty, -c.gain_amount)
      <> (coalesce(s.up_qty, 0), coalesce(s.up_value, 0), coalesce(s.down_qty, 0), coalesce(s.down_value, 0))
    else (c.gain_qty, c.gain_amount, c.loss_qty, c.loss_amount)
      <> (coalesce(s.up_qty, 0), coalesce(s.up_value, 0), coalesce(s.down_qty, 0), coalesce(s.down_value, 0))
  end
union all
select c.org_id, c.bill_no, c.line_count, count(l.id), max(l.line_no), null, null
from stock_count c left join stock_count_line l on l.group_id = c.group_id and l.count_id = c.id
where c.group_id = $1
group by c.org_id, c.id, c.bill_no, c.line_count having c.line_count <> count(l.id) or max(l.line_no) is distinct from c.line_count
union all
select p.org_id, c.bill_no, null, p.qty, null, p.value, null
from stock_cost p
left join stock_count c on c.group_id = p.group_id and c.id = p.frozen_by
left join document d on d.in_table = 'stock_count' and d.id = c.id
where p.group_id = $1 and p.frozen_by is not null
  and (c.id is null or c.org_id <> p.org_id or c.warehouse_id <> p.warehouse_id or not c.is_freezing or d.stage not in ('entry', 'waiting'))
union all
select c.org_id, c.bill_no, null, null, null, null, null
from stock_count c
left join warehouse w on w.group_id = c.group_id and w.id = c.warehouse_id and w.org_id = c.org_id
left join (
  select count_id, bool_or(org_id <> result_org or warehouse_id <> result_warehouse) as is_elsewhere, bool_or(biz_date <> result_day) as is_another_day
  from (
    select r.count_id, r.org_id as result_org, r.warehouse_id as result_warehouse, r.biz_date as result_day, d.org_id, d.warehouse_id, d.biz_date
    from goods_document r join stock_count d on d.group_id = r.group_id and d.id = r.count_id
    where r.group_id = $1 and r.posted_at is not null
  ) pair group by count_id
) r on r.count_id = c.id
left join (
  select l.count_id, bool_or(b.warehouse_id <> d.warehouse_id) as is_outside
  from stock_count_line l
  join stock_count d on d.group_id = l.group_id and d.id = l.count_id
  join location b on b.group_id = l.group_id and b.id = l.location_id
  where l.group_id = $1 group by l.count_id
) l on l.count_id = c.id
where c.group_id = $1 and (w.id is null or r.is_elsewhere or r.is_another_day or l.is_outside)
