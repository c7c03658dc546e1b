-- Names and codes of the repair masters are one whatever their capitals, width and blanks (ADR 0122, 0183); and what every group begins with.

alter table worker_type add name_key text not null
  generated always as (lower(regexp_replace(btrim(normalize(name, NFKC)), '\s+', ' ', 'g'))) stored;
alter table quality_rule add name_key text not null
  generated always as (lower(regexp_replace(btrim(normalize(name, NFKC)), '\s+', ' ', 'g'))) stored;
alter table business_type add name_key text not null
  generated always as (lower(regexp_replace(btrim(normalize(name, NFKC)), '\s+', ' ', 'g'))) stored;
alter table bay add name_key text not null
  generated always as (lower(regexp_replace(btrim(normalize(name, NFKC)), '\s+', ' ', 'g'))) stored;
alter table service_item add name_key text not null
  generated always as (lower(regexp_replace(btrim(normalize(name, NFKC)), '\s+', ' ', 'g'))) stored,
  add code_key text not null generated always as (lower(code)) stored;
alter table service_package add name_key text not null
  generated always as (lower(regexp_replace(btrim(normalize(name, NFKC)), '\s+', ' ', 'g'))) stored,
  add code_key text not null generated always as (lower(code)) stored;
alter table fault_code add code_key text not null generated always as (lower(code)) stored;

create unique index worker_type_name_key on worker_type (group_id, name_key);
create unique index quality_rule_name_key on quality_rule (group_id, name_key);
create unique index business_type_name_key on business_type (group_id, name_key);
create unique index bay_name_key on bay (group_id, org_id, name_key);
create unique index service_item_name_key on service_item (group_id, name_key);
create unique index service_item_code_key on service_item (group_id, code_key);
create unique index service_package_name_key on service_package (group_id, name_key);
create unique index service_package_code_key on service_package (group_id, code_key);
create unique index fault_code_code_key on fault_code (group_id, code_key);

insert into worker_type (group_id, name, hour_price, commission_rate, sort_no)
select g.id, t.name, t.hour_price, t.commission_rate, t.sort_no from shared.tenant_group g
cross join (values ('机电', 100, 0.18, 1), ('钣金', 100, 0.18, 2), ('喷漆', 100, 0.18, 3), ('美容', 80, 0.12, 4),
  ('电工', 100, 0.18, 5), ('轮胎', 80, 0.18, 6)) as t (name, hour_price, commission_rate, sort_no)
on conflict do nothing;

insert into quality_rule (group_id, name, km, days)
select g.id, t.name, t.km, t.days from shared.tenant_group g
cross join (values ('整车修理、总成修理', 20000, 100), ('二级维护', 5000, 30), ('一级维护、小修、专项修理', 2000, 10)) as t (name, km, days)
on conflict do nothing;

insert into business_type (group_id, code, name, default_payer, counts_output, counts_commission, quality_rule_id, sort_no, is_system)
select g.id, t.code, t.name, t.payer, t.output, t.commission, q.id, t.sort_no, true from shared.tenant_group g
cross join (values
  ('general', '一般维修', 'customer', true, true, '一级维护、小修、专项修理', 1),
  ('maintenance', '保养', 'customer', true, true, '一级维护、小修、专项修理', 2),
  ('accident', '事故维修', 'insurance', true, true, '整车修理、总成修理', 3),
  ('warranty', '三包维修', 'warranty', true, true, '一级维护、小修、专项修理', 4),
  ('rework', '返工', 'rework', false, false, '一级维护、小修、专项修理', 5),
  ('internal', '内部维修', 'internal', false, false, '', 6),
  ('beauty', '美容装潢', 'customer', true, true, '', 7),
  ('fast', '快修', 'customer', true, true, '一级维护、小修、专项修理', 8),
  ('goods', '商品零售', 'customer', true, false, '', 9)) as t (code, name, payer, output, commission, rule, sort_no)
left join quality_rule q on q.group_id = g.id and q.name = t.rule
on conflict do nothing;

insert into dictionary (group_id, kind, name, sort, is_system)
select g.id, 'repair_form', w.word, w.sort, false from shared.tenant_group g
cross join lateral unnest(array['到店', '上门', '救援', '送修']) with ordinality as w (word, sort)
on conflict do nothing;

-- Who saw everything, or keeps the money, sees what technicians earn.
insert into role_field (group_id, role_id, field)
select r.group_id, r.id, 'commission' from role r where r.code in ('owner', 'manager', 'cashier_accountant')
on conflict do nothing;
