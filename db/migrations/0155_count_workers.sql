-- Who has counted anything in a count, also where somebody has counted over it since: none of them approves it.
alter table stock_count add column worker_ids bigint[] not null default '{}';
update stock_count c set worker_ids = w.ids
  from (
    select group_id, count_id, array_agg(distinct counter_id) as ids from stock_count_line
    where counter_id is not null group by group_id, count_id
  ) w
  where w.group_id = c.group_id and w.count_id = c.id;
