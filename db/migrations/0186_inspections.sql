-- 检车报告: what is looked at by templates, what was found on a car, and the photos that show it (ADR 0209).

create table inspection_template (
  group_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  name_key text not null generated always as (lower(regexp_replace(btrim(normalize(name, NFKC)), '\s+', ' ', 'g'))) stored,
  season text not null default 'all' check (season in ('all', 'summer', 'winter')),
  car_type_id bigint,
  sort_no int not null default 0,
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  foreign key (group_id, car_type_id) references car_type (group_id, id)
);
select shared.guard_tenant('inspection_template');
create unique index inspection_template_name_key on inspection_template (group_id, name_key);

create table inspection_template_point (
  group_id bigint not null,
  id bigint generated always as identity,
  template_id bigint not null,
  line_no int not null,
  part_of_car text not null,
  name text not null,
  unit text not null default '',
  -- From where on a measured value is yellow, and red: upwards where red is the higher one.
  yellow_at numeric(14, 4),
  red_at numeric(14, 4),
  service_item_id bigint,
  primary key (group_id, id),
  check ((yellow_at is null) = (red_at is null)),
  foreign key (group_id, template_id) references inspection_template (group_id, id),
  foreign key (group_id, service_item_id) references service_item (group_id, id)
);
select shared.guard_tenant('inspection_template_point');
create index inspection_template_point_of on inspection_template_point (group_id, template_id, line_no);

create table inspection (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  work_order_id bigint not null,
  template_name text not null,
  inspector_id bigint not null,
  state text not null default 'open' check (state in ('open', 'done')),
  created_at timestamptz not null default now(),
  done_at timestamptz,
  version int not null default 1,
  primary key (group_id, id),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, work_order_id) references repair_document (group_id, id),
  foreign key (group_id, inspector_id) references app_user (group_id, id)
);
select shared.guard_tenant('inspection');
create index inspection_order on inspection (group_id, work_order_id);
create index inspection_org on inspection (group_id, org_id, id desc);

-- What was found: the points as they stood in the template on the day.
create table inspection_point (
  group_id bigint not null,
  id bigint generated always as identity,
  inspection_id bigint not null,
  line_no int not null,
  part_of_car text not null,
  name text not null,
  unit text not null,
  yellow_at numeric(14, 4),
  red_at numeric(14, 4),
  service_item_id bigint,
  level text check (level in ('green', 'yellow', 'red', 'na')),
  value numeric(14, 4),
  remark text not null default '',
  -- Files of the order that show it.
  photo_ids bigint[] not null default '{}',
  -- The line of the order that was made of it; it may be gone.
  line_id bigint,
  primary key (group_id, id),
  foreign key (group_id, inspection_id) references inspection (group_id, id),
  foreign key (group_id, service_item_id) references service_item (group_id, id)
);
select shared.guard_tenant('inspection_point');
create index inspection_point_of on inspection_point (group_id, inspection_id, line_no);

insert into inspection_template (group_id, name, season, sort_no)
select g.id, t.name, t.season, t.sort_no from shared.tenant_group g
cross join (values ('常规检查', 'all', 1), ('夏季检查', 'summer', 2), ('冬季检查', 'winter', 3)) as t (name, season, sort_no);

insert into inspection_template_point (group_id, template_id, line_no, part_of_car, name, unit, yellow_at, red_at)
select t.group_id, t.id, p.line_no, p.part_of_car, p.name, p.unit, p.yellow_at, p.red_at from inspection_template t
join (values
  ('常规检查', 1, '制动', '前制动片厚度', 'mm', 5, 3),
  ('常规检查', 2, '制动', '后制动片厚度', 'mm', 5, 3),
  ('常规检查', 3, '制动', '前制动盘', '', null, null),
  ('常规检查', 4, '制动', '后制动盘', '', null, null),
  ('常规检查', 5, '制动', '制动液含水量', '%', 2, 3),
  ('常规检查', 6, '制动', '驻车制动', '', null, null),
  ('常规检查', 7, '轮胎', '左前胎花纹', 'mm', 3, 1.6),
  ('常规检查', 8, '轮胎', '右前胎花纹', 'mm', 3, 1.6),
  ('常规检查', 9, '轮胎', '左后胎花纹', 'mm', 3, 1.6),
  ('常规检查', 10, '轮胎', '右后胎花纹', 'mm', 3, 1.6),
  ('常规检查', 11, '轮胎', '胎面与胎壁', '', null, null),
  ('常规检查', 12, '灯光', '近光灯', '', null, null),
  ('常规检查', 13, '灯光', '远光灯', '', null, null),
  ('常规检查', 14, '灯光', '转向灯', '', null, null),
  ('常规检查', 15, '灯光', '制动灯', '', null, null),
  ('常规检查', 16, '油液', '机油', '', null, null),
  ('常规检查', 17, '油液', '冷却液', '', null, null),
  ('常规检查', 18, '油液', '玻璃水', '', null, null),
  ('常规检查', 19, '电器', '蓄电池电压', 'V', 12.4, 12),
  ('常规检查', 20, '电器', '喇叭', '', null, null),
  ('常规检查', 21, '电器', '雨刮片', '', null, null),
  ('常规检查', 22, '电器', '空调制冷', '', null, null),
  ('常规检查', 23, '底盘', '减震器', '', null, null),
  ('常规检查', 24, '底盘', '球头与拉杆', '', null, null),
  ('常规检查', 25, '底盘', '传动轴防尘套', '', null, null),
  ('常规检查', 26, '底盘', '底盘渗漏', '', null, null),
  ('常规检查', 27, '滤清', '空气滤芯', '', null, null),
  ('常规检查', 28, '滤清', '空调滤芯', '', null, null),
  ('夏季检查', 1, '空调', '出风口温度', '℃', 10, 15),
  ('夏季检查', 2, '空调', '冷凝器', '', null, null),
  ('夏季检查', 3, '空调', '空调滤芯', '', null, null),
  ('夏季检查', 4, '冷却', '冷却液', '', null, null),
  ('夏季检查', 5, '冷却', '散热风扇', '', null, null),
  ('夏季检查', 6, '冷却', '水管与皮带', '', null, null),
  ('夏季检查', 7, '轮胎', '左前胎花纹', 'mm', 3, 1.6),
  ('夏季检查', 8, '轮胎', '右前胎花纹', 'mm', 3, 1.6),
  ('夏季检查', 9, '轮胎', '左后胎花纹', 'mm', 3, 1.6),
  ('夏季检查', 10, '轮胎', '右后胎花纹', 'mm', 3, 1.6),
  ('夏季检查', 11, '电器', '蓄电池电压', 'V', 12.4, 12),
  ('夏季检查', 12, '电器', '雨刮片', '', null, null),
  ('夏季检查', 13, '油液', '机油', '', null, null),
  ('夏季检查', 14, '油液', '玻璃水', '', null, null),
  ('冬季检查', 1, '冷却', '冷却液冰点', '℃', -25, -15),
  ('冬季检查', 2, '冷却', '暖风', '', null, null),
  ('冬季检查', 3, '电器', '蓄电池电压', 'V', 12.5, 12.2),
  ('冬季检查', 4, '电器', '冷启动', '', null, null),
  ('冬季检查', 5, '电器', '后挡风除霜', '', null, null),
  ('冬季检查', 6, '电器', '雨刮片', '', null, null),
  ('冬季检查', 7, '轮胎', '左前胎花纹', 'mm', 4, 3),
  ('冬季检查', 8, '轮胎', '右前胎花纹', 'mm', 4, 3),
  ('冬季检查', 9, '轮胎', '左后胎花纹', 'mm', 4, 3),
  ('冬季检查', 10, '轮胎', '右后胎花纹', 'mm', 4, 3),
  ('冬季检查', 11, '制动', '前制动片厚度', 'mm', 5, 3),
  ('冬季检查', 12, '制动', '后制动片厚度', 'mm', 5, 3),
  ('冬季检查', 13, '油液', '防冻玻璃水', '', null, null),
  ('冬季检查', 14, '油液', '机油', '', null, null),
  ('冬季检查', 15, '灯光', '近光灯', '', null, null),
  ('冬季检查', 16, '灯光', '雾灯', '', null, null)
) as p (template, line_no, part_of_car, name, unit, yellow_at, red_at) on p.template = t.name;
