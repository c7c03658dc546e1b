-- What stands outside every group: sign-in identities, sessions, and the guards that all tables of a group share.

create extension if not exists pg_trgm;

create schema shared;

-- A sign-in identity. User names are unique over all groups, since a person types one before the group is known.
create table shared.login (
  id bigint generated always as identity primary key,
  username text not null unique,
  mobile text unique,
  password_hash text not null,
  group_id bigint not null,
  is_active boolean not null default true,
  must_change_password boolean not null default false,
  failed_count int not null default 0,
  locked_until timestamptz,
  last_login_at timestamptz,
  -- Raised whenever a right of this user changes, so that cached rights are dropped on the next call.
  access_version int not null default 1,
  created_at timestamptz not null default now()
);

create table shared.session (
  token_hash text primary key,
  login_id bigint not null references shared.login (id),
  group_id bigint not null,
  org_id bigint,
  device_id text not null default '',
  device jsonb,
  ip text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_login on shared.session (login_id);

create table shared.tenant_group (
  id bigint generated always as identity primary key,
  name text not null unique,
  created_at timestamptz not null default now()
);

-- Secrets that only the owner of the database reads, such as the password of the application's role.
create table shared.secret (
  name text primary key,
  value text not null
);

-- Closes a table to all rows but those of the transaction's group.
create function shared.guard_tenant(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format(
    'create policy tenant on %s using (group_id = any (array[current_setting(''app.group_id'')::bigint]))', target);
end $$;

create function shared.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger rows are never changed';
end $$;

-- A ledger takes new rows only; corrections are counter-entries.
create function shared.guard_ledger(target regclass) returns void language plpgsql as $$
begin
  perform shared.guard_tenant(target);
  execute format(
    'create trigger append_only before update or delete on %s for each row execute function shared.refuse_change()',
    target);
end $$;
