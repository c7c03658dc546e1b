-- Tax rates and settlement methods are kept by the users, as categories of income and expense are.
alter table tax_rate add column is_labour_default boolean not null default false, add column tax_class_code text not null default '',
  add column remark text not null default '', add column version int not null default 1;
-- What labour is taxed at begins with what goods are taxed at.
update tax_rate set is_labour_default = is_goods_default;

-- What is due on a day of the next month never waited for further days.
update settlement_method set term_days = 0 where kind = 'monthly' and month_day is not null;
alter table settlement_method add column sort_no int not null default 0, add column remark text not null default '',
  add column version int not null default 1;
update settlement_method m set sort_no = n.place
  from (select group_id, id, row_number() over (partition by group_id order by term_days, id) as place from settlement_method) n
  where n.group_id = m.group_id and n.id = m.id;

create table expense_category (
  group_id bigint not null,
  id bigint generated always as identity,
  parent_id bigint,
  direction text not null check (direction in ('in', 'out')),
  name text not null,
  sort_no int not null default 0,
  remark text not null default '',
  -- Entries that the program itself writes are neither renamed nor deleted.
  is_system boolean not null default false,
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique nulls not distinct (group_id, direction, parent_id, name),
  foreign key (group_id, parent_id) references expense_category (group_id, id)
);
select shared.guard_tenant('expense_category');

insert into expense_category (group_id, direction, name, sort_no, is_system)
select g.id, t.direction, rtrim(w.word, '*'), w.sort, w.word like '%*' from shared.tenant_group g
cross join (values
  ('in', '废旧物资收入 服务费收入 利息收入 租金收入 长款* 其他收入'),
  ('out', '房租水电 工资福利 运费快递 办公费 差旅费 业务招待 广告宣传 车辆费用 修理费 手续费* 税费 短款* 其他支出')) as t (direction, words)
cross join lateral unnest(string_to_array(t.words, ' ')) with ordinality as w (word, sort)
on conflict do nothing;
