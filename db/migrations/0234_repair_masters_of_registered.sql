-- Groups that were founded by a registration have begun without what every group repairs by (business/repair-masters 1).

create temporary table lacking on commit drop as
select g.id from shared.tenant_group g
where not exists (select from business_type b where b.group_id = g.id and b.is_system);

insert into worker_type (group_id, name, hour_price, commission_rate, sort_no)
select g.id, t.name, t.hour_price, t.commission_rate, t.sort_no from lacking g
cross join (values ('机电', 100, 0.18, 1), ('钣金', 100, 0.18, 2), ('喷漆', 100, 0.18, 3), ('美容', 80, 0.12, 4),
  ('电工', 100, 0.18, 5), ('轮胎', 80, 0.18, 6)) as t (name, hour_price, commission_rate, sort_no)
on conflict do nothing;

insert into quality_rule (group_id, name, km, days)
select g.id, t.name, t.km, t.days from lacking g
cross join (values ('整车修理、总成修理', 20000, 100), ('二级维护', 5000, 30), ('一级维护、小修、专项修理', 2000, 10)) as t (name, km, days)
on conflict do nothing;

-- One that somebody has added by such a name meanwhile is the one that the program asks for.
insert into business_type (group_id, code, name, default_payer, counts_output, counts_commission, quality_rule_id, sort_no, is_system)
select g.id, t.code, t.name, t.payer, t.output, t.commission, q.id, t.sort_no, true from lacking g
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
on conflict (group_id, name_key) do update set code = excluded.code, is_system = true;
