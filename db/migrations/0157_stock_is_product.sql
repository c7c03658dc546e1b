-- What lies with an organisation is a product of it, by whatever document it came.
insert into product (group_id, org_id, part_id)
  select distinct c.group_id, c.org_id, c.part_id from stock_cost c where c.qty > 0
  on conflict (group_id, org_id, part_id) do nothing;
