-- Organisations in full: types, shops, legal entities, departments, posts, teams, regions and dictionaries.

create table org_type (
  group_id bigint not null,
  id bigint generated always as identity,
  -- The word that org.org_type holds.
  code text not null,
  name text not null,
  -- Screen keys that organisations of this type may show; null is every screen.
  screens text[],
  sort int not null default 0,
  remark text not null default '',
  is_system boolean not null default false,
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, code),
  unique (group_id, name)
);

create table store_type (
  group_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  sort int not null default 0,
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, name)
);

alter table company add column taxpayer_kind text not null default 'general' check (taxpayer_kind in ('general', 'small'));
alter table company add column legal_person text not null default '';
alter table company add column bank_name text not null default '';
alter table company add column remark text not null default '';
alter table company add column is_active boolean not null default true;
alter table company add column version int not null default 1;

alter table org add column store_type_id bigint;
alter table org add column region_code text not null default '';
alter table org add column manager text not null default '';
alter table org add column longitude numeric(9, 6);
alter table org add column latitude numeric(8, 6);
alter table org add column business_hours text not null default '';
alter table org add column bay_count int not null default 0;
alter table org add column default_tax_rate_id bigint;
alter table org add column remark text not null default '';
-- The organisation's administrator; only a hand-over changes him.
alter table org add column admin_user_id bigint;
alter table org add constraint org_store_type foreign key (group_id, store_type_id) references store_type (group_id, id);
alter table org add constraint org_default_tax_rate foreign key (group_id, default_tax_rate_id) references tax_rate (group_id, id);
alter table org add constraint org_admin foreign key (group_id, admin_user_id) references app_user (group_id, id);
alter table org add constraint org_parent foreign key (group_id, parent_id) references org (group_id, id);

-- Screens that one organisation has switched off (企业菜单开关).
create table org_screen_off (
  group_id bigint not null,
  org_id bigint not null,
  screen text not null,
  primary key (group_id, org_id, screen),
  foreign key (group_id, org_id) references org (group_id, id)
);

create table position (
  group_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  -- Rank of the post, 1 is the highest.
  level int not null default 1,
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, name)
);

create table team (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  name text not null,
  leader_id bigint,
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, org_id, name),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, leader_id) references employee (group_id, id)
);

alter table department add column code text not null default '';
alter table department add column leader_id bigint;
alter table department add column sort int not null default 0;
alter table department add column is_active boolean not null default true;
alter table department add column version int not null default 1;
alter table department add constraint department_leader foreign key (group_id, leader_id) references employee (group_id, id);

alter table employee add column gender text not null default 'unknown' check (gender in ('male', 'female', 'unknown'));
alter table employee add column position_id bigint;
alter table employee add column team_id bigint;
alter table employee add column remark text not null default '';
alter table employee add column version int not null default 1;
alter table employee add constraint employee_position foreign key (group_id, position_id) references position (group_id, id);
alter table employee add constraint employee_team foreign key (group_id, team_id) references team (group_id, id);
create index employee_user on employee (group_id, user_id);

-- Enumerations that the users keep themselves; `kind` names the list, a tree has parents.
create table dictionary (
  group_id bigint not null,
  id bigint generated always as identity,
  kind text not null,
  parent_id bigint,
  code text not null default '',
  name text not null,
  sort int not null default 0,
  -- Entries that the program itself refers to are renamed, never deleted.
  is_system boolean not null default false,
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, kind, name),
  foreign key (group_id, parent_id) references dictionary (group_id, id)
);

-- Sales areas above the provinces (大区).
create table large_area (
  group_id bigint not null,
  id bigint generated always as identity,
  parent_id bigint,
  name text not null,
  -- Codes of provinces that belong to it.
  region_codes text[] not null default '{}',
  sort int not null default 0,
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, name),
  foreign key (group_id, parent_id) references large_area (group_id, id)
);

-- Provinces, cities and districts by GB/T 2260, under 0086; one list for all groups.
create table shared.region (
  code text primary key,
  parent_code text not null,
  name text not null,
  level int not null check (level between 1 and 3),
  is_active boolean not null default true
);
create index region_parent on shared.region (parent_code, code);

select shared.guard_tenant(t) from unnest(array[
  'org_type', 'store_type', 'org_screen_off', 'position', 'team', 'dictionary', 'large_area'
]::regclass[]) as t;
