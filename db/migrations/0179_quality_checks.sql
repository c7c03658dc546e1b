-- 三检 of the lines of an order: the technician's own look and that of the team leader; the last one is the order's own step. Rows are only added.
create table quality_check (
  group_id bigint not null,
  id bigint generated always as identity,
  work_order_id bigint not null,
  line_id bigint not null,
  step text not null check (step in ('self', 'team')),
  is_ok boolean not null,
  -- What was wrong, or what was noted.
  reason text not null default '',
  user_id bigint not null,
  checked_at timestamptz not null,
  primary key (group_id, id),
  check (is_ok or reason <> ''),
  foreign key (group_id, work_order_id) references repair_document (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, line_id) references repair_line (group_id, id) on delete restrict deferrable initially deferred
);
create index quality_check_line on quality_check (group_id, line_id, id desc);
select shared.guard_tenant('quality_check');

-- The order stood still as a whole: going on with it ends these, and no other, pauses.
alter table dispatch_pause add column is_whole boolean not null default false;
