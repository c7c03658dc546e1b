-- Exports wait here as rows of their tenant; the worker takes them in order (DOMAIN 8.9).

create table export_job (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  user_id bigint not null,
  source_key text not null,
  title text not null,
  filters jsonb not null,
  columns text[] not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'expired')),
  row_count int,
  file_name text,
  file_size bigint,
  sha256 text,
  error text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (group_id, id)
);
create index export_job_user on export_job (group_id, user_id, id desc);
create index export_job_queue on export_job (group_id, state, id) where state in ('queued', 'running');

select shared.guard_tenant('export_job');
