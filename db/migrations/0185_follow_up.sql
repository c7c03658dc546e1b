-- Customers whom somebody calls again, and the questions by which people find them.

create table follow_up (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  partner_id bigint not null,
  -- The car that it is about, where it is about one.
  vehicle_id bigint,
  reason text not null,
  due_on date not null,
  -- Who calls; nobody in particular where there is none.
  employee_id bigint,
  -- What came of it; null while nobody has called.
  outcome text check (outcome in ('contacted', 'booked', 'dropped')),
  note text not null default '',
  done_by bigint,
  done_at timestamptz,
  creator_id bigint not null,
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (group_id, id),
  check ((outcome is null) = (done_at is null)),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, partner_id) references partner (group_id, id),
  foreign key (group_id, vehicle_id) references vehicle (group_id, id),
  foreign key (group_id, employee_id) references employee (group_id, id),
  foreign key (group_id, done_by) references app_user (group_id, id),
  foreign key (group_id, creator_id) references app_user (group_id, id)
);
create index follow_up_due on follow_up (group_id, org_id, due_on, id);
create index follow_up_partner on follow_up (group_id, partner_id);
create index follow_up_vehicle on follow_up (group_id, vehicle_id) where vehicle_id is not null;
-- Nobody is called twice for the same: one that is open keeps others away.
create unique index follow_up_open on follow_up (group_id, org_id, partner_id, coalesce(vehicle_id, 0), reason) where outcome is null;
select shared.guard_tenant('follow_up');

-- What somebody asks a page again and again: the filters under a name of his own.
create table saved_search (
  group_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  screen text not null,
  name text not null,
  filters jsonb not null,
  primary key (group_id, id),
  unique (group_id, user_id, screen, name),
  foreign key (group_id, user_id) references app_user (group_id, id)
);
select shared.guard_tenant('saved_search');
