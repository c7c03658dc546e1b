-- What the shell keeps: why a session ended, and each user's settings of list columns.

-- Told to the device whose session was ended elsewhere; null while the session lives.
alter table shared.session add column end_reason text;

create table user_table_config (
  group_id bigint not null,
  user_id bigint not null,
  table_name text not null,
  columns jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (group_id, user_id, table_name),
  foreign key (group_id, user_id) references app_user (group_id, id)
);

select shared.guard_tenant('user_table_config');
