-- What happened to a document and concerns others than who did it, until they are told (ADR 0144).
create table told_later (
  group_id bigint not null,
  id bigint generated always as identity,
  kind text not null,
  -- As kernel/document/document-news.ts writes and reads it.
  step jsonb not null,
  created_at timestamptz not null default now(),
  primary key (group_id, id)
);

select shared.guard_tenant('told_later');
