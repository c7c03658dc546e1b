-- Rights above and below the roles: what single users hold besides, data scopes by department, the menu as data.

alter table role add column remark text not null default '';
alter table role add column version int not null default 1;
-- Departments that scope 2 means instead of the person's own; null is his own.
alter table role_scope add column department_ids bigint[];

alter table app_user add column version int not null default 1;
alter table app_user add column created_at timestamptz not null default now();

-- Membership of an organisation may begin on a day.
alter table user_org add column starts_on date;
alter table user_org add column is_active boolean not null default true;

-- Buttons that one user holds beside his roles in an organisation, or does not hold in spite of them.
create table user_button (
  group_id bigint not null,
  user_id bigint not null,
  org_id bigint not null,
  button_id int not null,
  is_granted boolean not null,
  primary key (group_id, user_id, org_id, button_id),
  foreign key (group_id, user_id, org_id) references user_org (group_id, user_id, org_id)
);

-- The same for hidden fields.
create table user_field (
  group_id bigint not null,
  user_id bigint not null,
  org_id bigint not null,
  field text not null,
  is_visible boolean not null,
  primary key (group_id, user_id, org_id, field),
  foreign key (group_id, user_id, org_id) references user_org (group_id, user_id, org_id)
);

-- Data scopes of one user, in the place of those of his roles.
create table user_scope (
  group_id bigint not null,
  user_id bigint not null,
  org_id bigint not null,
  area text not null,
  scope int not null check (scope between 1 and 4),
  department_ids bigint[],
  primary key (group_id, user_id, org_id, area),
  foreign key (group_id, user_id, org_id) references user_org (group_id, user_id, org_id)
);

-- Limits of one user, in the place of those of his roles; a null keeps the roles' limit.
create table user_limit (
  group_id bigint not null,
  user_id bigint not null,
  org_id bigint not null,
  discount_limit numeric(7, 4),
  order_discount_limit numeric(16, 2),
  settle_discount_limit numeric(16, 2),
  primary key (group_id, user_id, org_id),
  foreign key (group_id, user_id, org_id) references user_org (group_id, user_id, org_id)
);

-- Who keeps the installation itself: permission points, regions, registered companies, the site's title.
alter table shared.login add column is_platform boolean not null default false;

-- The menu, its screens and permission points, laid out by the platform's keeper. Rows of the program's own catalogue are
-- added at start when they are missing; what the keeper changed stays.
create table shared.permission_point (
  id bigint generated always as identity primary key,
  -- Area name, screen key, 'group.action' or field key.
  key text not null unique,
  parent_key text,
  kind text not null check (kind in ('folder', 'screen', 'button', 'field')),
  name text not null,
  path text not null default '',
  component text not null default '',
  -- Page id of a screen's group or the button's own id; null is open to everybody signed in.
  button_ids int[],
  meta jsonb not null default '{}',
  is_hidden boolean not null default false,
  sort int not null default 0,
  is_active boolean not null default true,
  version int not null default 1
);
-- Raised by every change of a point, so that each server process reads the menu anew.
create sequence shared.permission_point_version;

select shared.guard_tenant(t) from unnest(array['user_button', 'user_field', 'user_scope', 'user_limit']::regclass[]) as t;
