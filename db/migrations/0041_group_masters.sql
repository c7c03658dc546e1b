-- Groups that are already there get what a new group starts with: types of organisations and shops, posts, words, sales areas.

insert into org_type (group_id, code, name, sort, is_system)
select g.id, t.code, t.name, t.sort, true from shared.tenant_group g
cross join (values ('group_hq', '集团总部', 1), ('parts_trade', '配件贸易', 2), ('repair', '综合维修', 3), ('fast_repair', '快修店', 4),
  ('warranty_station', '三包服务站', 5)) as t (code, name, sort)
on conflict do nothing;

insert into store_type (group_id, name, sort)
select g.id, t.name, t.sort from shared.tenant_group g
cross join (values ('旗舰店', 1), ('社区店', 2), ('加盟店', 3), ('配件中心', 4)) as t (name, sort)
on conflict do nothing;

insert into position (group_id, name, level)
select g.id, t.name, t.level from shared.tenant_group g
cross join (values ('总经理', 1), ('店长', 2), ('销售主管', 3), ('会计', 3), ('采购员', 4), ('销售员', 4), ('仓管员', 4), ('收银员', 4),
  ('服务顾问', 4), ('机电技师', 4), ('钣金技师', 4), ('喷漆技师', 4), ('汽车电工', 4), ('三包索赔员', 4)) as t (name, level)
on conflict do nothing;

insert into dictionary (group_id, kind, name, sort, is_system)
select g.id, t.kind, rtrim(w.word, '*'), w.sort, w.word like '%*' from shared.tenant_group g
cross join (values
  ('partner_category', '散客* 修理厂 汽配店 车队 企业 政府 4S'),
  ('partner_source', '自然到店 转介绍 平台 车队合同'),
  ('purchase_return_reason', '质量问题 发错货 多发 滞销退回 价格不符 运输破损 其他'),
  ('sales_return_reason', '质量问题 发错货 型号不符 客户多订 运输破损 其他'),
  ('other_in_reason', '期初* 赠品* 盘盈外其他 客户寄存转入'),
  ('other_out_reason', '报损* 自用 赠送 样品')) as t (kind, words)
cross join lateral unnest(string_to_array(t.words, ' ')) with ordinality as w (word, sort)
on conflict do nothing;

insert into large_area (group_id, name, region_codes, sort)
select g.id, t.name, string_to_array(t.codes, ' '), t.sort from shared.tenant_group g
cross join (values
  ('华北', '110000 120000 130000 140000 150000', 1),
  ('东北', '210000 220000 230000', 2),
  ('华东', '310000 320000 330000 340000 350000 360000 370000 710000', 3),
  ('华中', '410000 420000 430000', 4),
  ('华南', '440000 450000 460000 810000 820000', 5),
  ('西南', '500000 510000 520000 530000 540000', 6),
  ('西北', '610000 620000 630000 640000 650000', 7)) as t (name, codes, sort)
on conflict do nothing;

-- Departments of one organisation may have the same name below different parents.
alter table department drop constraint department_group_id_org_id_name_key;
alter table department add constraint department_place unique nulls not distinct (group_id, org_id, parent_id, name);

-- The post of an employee is one of the group's posts instead of free text.
insert into position (group_id, name, level)
select distinct group_id, position, 4 from employee where position <> ''
on conflict do nothing;
update employee e set position_id = p.id from position p
where p.group_id = e.group_id and p.name = e.position and e.position_id is null;
alter table employee drop column position;
