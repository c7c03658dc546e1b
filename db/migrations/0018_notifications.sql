-- What the bell shows, favourites of the tab bar, and print templates.

create table announcement (
  group_id bigint not null,
  id bigint generated always as identity,
  -- Null reaches every organisation of the group.
  org_id bigint,
  title text not null,
  body text not null default '',
  created_by bigint not null,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  version int not null default 1,
  primary key (group_id, id),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, created_by) references app_user (group_id, id)
);

-- A notice (通知) or a business event (消息) for one user.
create table notification (
  group_id bigint not null,
  id bigint generated always as identity,
  -- Null shows in every organisation of the user.
  org_id bigint,
  user_id bigint not null,
  kind text not null check (kind in ('notice', 'news')),
  -- Number of the event (DOMAIN 11.3); notices have none.
  msg_type int,
  message text not null,
  car_num text not null default '',
  -- What a click opens: screen key and parameters.
  screen text,
  params jsonb,
  is_read boolean not null default false,
  -- Hidden by the user, kept for the record.
  cleared_at timestamptz,
  -- The same event is told to the same user once.
  event_key text,
  created_at timestamptz not null default now(),
  primary key (group_id, id),
  unique (group_id, user_id, event_key),
  foreign key (group_id, user_id) references app_user (group_id, id),
  foreign key (group_id, org_id) references org (group_id, id)
);
create index notification_bell on notification (group_id, user_id, kind, id desc) where cleared_at is null;
create index notification_age on notification (group_id, created_at);

-- A task (待办) that stays until it is done: one row a user, source and due day. Nobody clears it by hand.
create table agency_task (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  user_id bigint not null,
  -- What it comes from, for example stock_low; with the source's row and day it is told once.
  source text not null,
  source_id bigint not null,
  due_on date not null,
  message text not null,
  car_num text not null default '',
  -- Badge: 0 今日到店, 1 马上到期; rows without a vehicle have none.
  goshop int,
  screen text,
  params jsonb,
  done_at timestamptz,
  -- 已联系, 已预约 or 放弃.
  outcome text,
  created_at timestamptz not null default now(),
  primary key (group_id, id),
  unique (group_id, user_id, source, source_id, due_on),
  foreign key (group_id, user_id) references app_user (group_id, id),
  foreign key (group_id, org_id) references org (group_id, id)
);
create index agency_task_open on agency_task (group_id, user_id, due_on) where done_at is null;

create table favourite (
  group_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  -- Screen key, as the tab bar names it.
  name text not null,
  title text not null,
  path text not null,
  primary key (group_id, id),
  unique (group_id, user_id, name),
  foreign key (group_id, user_id) references app_user (group_id, id)
);

create table release_read (
  group_id bigint not null,
  user_id bigint not null,
  version text not null,
  read_at timestamptz not null default now(),
  primary key (group_id, user_id, version),
  foreign key (group_id, user_id) references app_user (group_id, id)
);

create table print_template (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  doc_kind text not null,
  name text not null,
  paper text not null,
  is_default boolean not null default false,
  -- Head fields, line columns, logo, foot, whether cost is shown.
  layout jsonb not null default '{}',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, org_id, doc_kind, name),
  foreign key (group_id, org_id) references org (group_id, id)
);
create unique index print_template_default on print_template (group_id, org_id, doc_kind, paper) where is_default and is_active;

select shared.guard_tenant(t) from unnest(array[
  'announcement', 'notification', 'agency_task', 'favourite', 'release_read', 'print_template'
]::regclass[]) as t;

-- Title, logo and the like of the whole installation; one row.
create table shared.site_setting (
  id int primary key default 1 check (id = 1),
  product_title text not null default '',
  logo bytea,
  logo_type text not null default '',
  login_image bytea,
  login_image_type text not null default '',
  is_version_shown boolean not null default false,
  service_phone text not null default '',
  settlement_note text not null default '',
  -- The last release that was told to the users.
  told_release text not null default '',
  version int not null default 1
);
insert into shared.site_setting (id) values (1);
