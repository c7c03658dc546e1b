-- What was doubled says what it was merged into. Its stock and what is open with it go over under a document of its own kind.
alter table part add column merged_into_id bigint, add foreign key (group_id, merged_into_id) references part (group_id, id);
create index part_merged_into on part (group_id, merged_into_id) where merged_into_id is not null;
alter table partner add column merged_into_id bigint, add foreign key (group_id, merged_into_id) references partner (group_id, id);
create index partner_merged_into on partner (group_id, merged_into_id) where merged_into_id is not null;

-- 往来合并单: open items and advances of one organisation that went from a doubled partner to the one that stays.
create table partner_merge (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  kind text not null default 'partner_merge',
  bill_no text not null,
  biz_date date not null,
  period int not null,
  state text not null,
  is_red boolean not null default false,
  red_of bigint,
  department_id bigint,
  -- Who had it, and who has it now.
  partner_id bigint not null,
  target_id bigint not null,
  creator_id bigint not null,
  posted_at timestamptz not null default now(),
  primary key (group_id, id),
  unique (group_id, org_id, bill_no),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, partner_id) references partner (group_id, id),
  foreign key (group_id, target_id) references partner (group_id, id)
);
select shared.guard_tenant('partner_merge');
