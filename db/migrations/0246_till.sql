-- 日结交款: what a cashier has counted of one day and handed over. From then on that day of his is closed to money.
create table till_day (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  bill_no text not null,
  user_id bigint not null,
  biz_date date not null,
  state text not null default 'sealed' check (state in ('sealed', 'reopened')),
  version int not null default 1,
  remark text not null default '',
  sealed_at timestamptz not null default now(),
  reopener_id bigint,
  reopened_at timestamptz,
  reopen_reason text not null default '',
  print_count int not null default 0,
  primary key (group_id, id),
  unique (group_id, org_id, bill_no),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, user_id) references app_user (group_id, id)
);
create unique index till_day_sealed on till_day (group_id, org_id, user_id, biz_date) where state = 'sealed';
create index till_day_list on till_day (group_id, org_id, biz_date desc, id desc);

create table till_day_account (
  group_id bigint not null,
  id bigint generated always as identity,
  till_day_id bigint not null,
  store_account_id bigint not null,
  -- What he took less what he paid, before the difference was posted.
  ledger numeric(16, 2) not null,
  declared numeric(16, 2) not null,
  difference numeric(16, 2) not null,
  -- How many of which note or coin; null of what is no cash.
  denominations jsonb,
  primary key (group_id, id),
  unique (group_id, till_day_id, store_account_id),
  foreign key (group_id, till_day_id) references till_day (group_id, id),
  foreign key (group_id, store_account_id) references store_account (group_id, id)
);
select shared.guard_tenant(t) from unnest(array['till_day', 'till_day_account']::regclass[]) as t;

-- Until which day money on this account may belong to a day that was handed over: it is written while the account is held,
-- as money is, so that neither overtakes the other.
alter table store_account add column sealed_until date;
