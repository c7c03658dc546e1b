-- 三包员 (business/access 10.1), for groups of before as a new one has it; who has given a role of his own that name keeps that alone.

insert into role (group_id, code, name, all_warehouses, payment_approve_limit)
select g.id, 'warranty_clerk', '三包员', true, 0 from shared.tenant_group g
where not exists (select from role r where r.group_id = g.id and r.name = '三包员')
on conflict do nothing;

insert into role_button (group_id, role_id, button_id)
select r.group_id, r.id, b.id from role r
cross join lateral (select generate_series(423, 426) union select generate_series(245, 269) union
  select unnest(array[387, 388, 401, 416, 435, 444, 446, 447, 449, 450])) as b (id)
where r.code = 'warranty_clerk'
on conflict do nothing;

insert into role_field (group_id, role_id, field)
select r.group_id, r.id, f.field from role r cross join lateral unnest(array['doc_price', 'purchase_price', 'mobile_full']) as f (field)
where r.code = 'warranty_clerk'
on conflict do nothing;

insert into role_scope (group_id, role_id, area, scope)
select r.group_id, r.id, a.area, 3 from role r
cross join lateral unnest(array['customer', 'purchase', 'sales', 'stock', 'repair', 'warranty', 'finance', 'statistics']) as a (area)
where r.code = 'warranty_clerk'
on conflict do nothing;
