-- Companies, shops, people and their rights.

create table company (
  group_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  tax_no text not null default '',
  address_tel text not null default '',
  bank_account text not null default '',
  primary key (group_id, id),
  unique (group_id, name)
);

create table org (
  group_id bigint not null,
  id bigint generated always as identity,
  parent_id bigint,
  company_id bigint,
  code text not null,
  name text not null,
  short_name text not null default '',
  org_type text not null,
  address text not null default '',
  tel text not null default '',
  taxpayer_kind text not null default 'general' check (taxpayer_kind in ('general', 'small')),
  start_month int not null,
  closed_month int,
  status text not null default 'active' check (status in ('pending', 'active', 'disabled', 'rejected')),
  config jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (group_id, id),
  unique (group_id, code),
  unique (group_id, name),
  foreign key (group_id, company_id) references company (group_id, id)
);

create table department (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  parent_id bigint,
  name text not null,
  primary key (group_id, id),
  unique (group_id, org_id, name),
  foreign key (group_id, org_id) references org (group_id, id)
);

create table app_user (
  group_id bigint not null,
  -- The same number as shared.login.id.
  id bigint not null,
  username text not null,
  real_name text not null,
  mobile text not null default '',
  is_active boolean not null default true,
  primary key (group_id, id)
);

create table employee (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  emp_no text not null,
  name text not null,
  mobile text not null default '',
  department_id bigint,
  position text not null default '',
  user_id bigint,
  hired_on date,
  left_on date,
  primary key (group_id, id),
  unique (group_id, org_id, emp_no),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, department_id) references department (group_id, id),
  foreign key (group_id, user_id) references app_user (group_id, id)
);

create table role (
  group_id bigint not null,
  id bigint generated always as identity,
  -- Null: the role serves the whole group.
  org_id bigint,
  code text not null,
  name text not null,
  is_active boolean not null default true,
  all_warehouses boolean not null default false,
  -- Highest discount on a line, 0.1 is 10 %; null has no limit. The same holds for the other limits (DOMAIN 10.6).
  discount_limit numeric(7, 4) default 0,
  order_discount_limit numeric(16, 2) default 0,
  settle_discount_limit numeric(16, 2) default 0,
  purchase_approve_limit numeric(16, 2) default 0,
  primary key (group_id, id),
  unique (group_id, code)
);

create table role_button (
  group_id bigint not null,
  role_id bigint not null,
  button_id int not null,
  primary key (group_id, role_id, button_id),
  foreign key (group_id, role_id) references role (group_id, id)
);

create table role_field (
  group_id bigint not null,
  role_id bigint not null,
  field text not null,
  primary key (group_id, role_id, field),
  foreign key (group_id, role_id) references role (group_id, id)
);

-- Data scope of a role in one area: 1 self, 2 department, 3 org, 4 group (DOMAIN 10.4); no row means org.
create table role_scope (
  group_id bigint not null,
  role_id bigint not null,
  area text not null,
  scope int not null check (scope between 1 and 4),
  primary key (group_id, role_id, area),
  foreign key (group_id, role_id) references role (group_id, id)
);

create table user_org (
  group_id bigint not null,
  user_id bigint not null,
  org_id bigint not null,
  is_default boolean not null default false,
  primary key (group_id, user_id, org_id),
  foreign key (group_id, user_id) references app_user (group_id, id),
  foreign key (group_id, org_id) references org (group_id, id)
);

create table user_role (
  group_id bigint not null,
  user_id bigint not null,
  org_id bigint not null,
  role_id bigint not null,
  primary key (group_id, user_id, org_id, role_id),
  foreign key (group_id, user_id, org_id) references user_org (group_id, user_id, org_id),
  foreign key (group_id, role_id) references role (group_id, id)
);

select shared.guard_tenant(t) from unnest(array[
  'company', 'org', 'department', 'app_user', 'employee', 'role', 'role_button', 'role_field', 'role_scope',
  'user_org', 'user_role'
]::regclass[]) as t;
