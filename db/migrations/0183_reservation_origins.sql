-- How appointments are made, as every group begins with it.
insert into dictionary (group_id, kind, name, sort, is_system)
select g.id, 'reservation_origin', w.word, w.sort, false from shared.tenant_group g
cross join lateral unnest(array['电话', '微信', '到店', '平台']) with ordinality as w (word, sort)
on conflict do nothing;
