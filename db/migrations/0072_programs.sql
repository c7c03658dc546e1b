-- Programs of other makers work with an account of their own: a login without a password, to which keys open the calls.
alter table shared.login
  add column is_program boolean not null default false,
  alter column password_hash drop not null,
  add constraint login_program_has_no_password check (is_program = (password_hash is null)),
  add constraint login_program_has_no_mobile check (not is_program or mobile is null),
  add constraint login_program_keeps_no_platform check (not is_program or not is_platform);

-- A key opens the calls of one program in one organisation. It is shown once and kept as a hash.
create table shared.program_key (
  id bigint generated always as identity primary key,
  key_hash text not null unique,
  group_id bigint not null,
  login_id bigint not null references shared.login (id),
  org_id bigint not null,
  name text not null,
  -- By which its holder and a reader of logs recognise it.
  first_signs text not null,
  -- Addresses and networks from which it may be used; empty: from everywhere.
  addresses inet[] not null default '{}',
  calls_per_minute int not null check (calls_per_minute between 1 and 6000),
  created_by bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  stopped_by bigint,
  stopped_at timestamptz,
  last_used_at timestamptz,
  last_ip text not null default ''
);
create index program_key_login on shared.program_key (login_id);

-- Its open sockets learn that a key was stopped, as those of a session that has ended.
create trigger key_stopped after update of stopped_at on shared.program_key
  for each row when (old.stopped_at is null and new.stopped_at is not null) execute function shared.tell_session_end();

-- What a key was used for: one row a day, call and status.
create table key_usage (
  group_id bigint not null,
  key_id bigint not null,
  day date not null,
  -- Method and path of the route, as the description of the calls names it.
  call text not null,
  status int not null,
  calls int not null,
  total_ms bigint not null,
  last_at timestamptz not null,
  -- Why the last of them was refused.
  last_refusal text not null default '',
  primary key (group_id, key_id, day, call, status)
);
select shared.guard_tenant('key_usage'::regclass);
