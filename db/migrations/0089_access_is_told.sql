-- Servers keep sessions, keys of programs and rights in memory. The database itself tells whose changed, so that no writer can
-- forget it (ADR 0143). The use of a session or key only moves its moments on, and is told to nobody.

-- Names the logins, or, when they are many, 'all'. A distributed database cannot notify within its transactions: nothing is kept there.
create function shared.tell_access(logins bigint[]) returns void language plpgsql as $$
begin
  if cardinality(logins) = 0 or exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  perform pg_notify('chepu_access', case when cardinality(logins) > 100 then 'all' else array_to_string(logins, ' ') end);
end $$;

create function shared.tell_changed_sessions() returns trigger language plpgsql as $$
begin
  perform shared.tell_access(array(
    select distinct o.login_id from old_row o join new_row n on n.id = o.id
    where (o.token_hash, o.login_id, o.group_id, o.org_id, o.device_id, o.login_self, o.end_reason)
        is distinct from (n.token_hash, n.login_id, n.group_id, n.org_id, n.device_id, n.login_self, n.end_reason)
      or n.expires_at < o.expires_at or n.last_seen_at < o.last_seen_at));
  return null;
end $$;

create function shared.tell_changed_keys() returns trigger language plpgsql as $$
begin
  perform shared.tell_access(array(
    select distinct o.login_id from old_row o join new_row n on n.id = o.id
    where (o.key_hash, o.login_id, o.group_id, o.org_id, o.first_signs, o.addresses, o.calls_per_minute, o.expires_at, o.stopped_at)
        is distinct from
          (n.key_hash, n.login_id, n.group_id, n.org_id, n.first_signs, n.addresses, n.calls_per_minute, n.expires_at, n.stopped_at)));
  return null;
end $$;

-- A login is never deleted while it has a session or a key.
create function shared.tell_changed_logins() returns trigger language plpgsql as $$
begin
  perform shared.tell_access(array(
    select o.id from old_row o join new_row n on n.id = o.id
    where (o.group_id, o.is_active, o.must_change_password, o.access_version)
      is distinct from (n.group_id, n.is_active, n.must_change_password, n.access_version)));
  return null;
end $$;

create function shared.tell_deleted() returns trigger language plpgsql as $$
begin
  perform shared.tell_access(array(select distinct login_id from old_row));
  return null;
end $$;

create trigger access_changed after update on shared.session referencing old table as old_row new table as new_row
  for each statement execute function shared.tell_changed_sessions();
create trigger access_changed after update on shared.program_key referencing old table as old_row new table as new_row
  for each statement execute function shared.tell_changed_keys();
create trigger access_changed after update on shared.login referencing old table as old_row new table as new_row
  for each statement execute function shared.tell_changed_logins();
create trigger access_deleted after delete on shared.session referencing old table as old_row
  for each statement execute function shared.tell_deleted();
create trigger access_deleted after delete on shared.program_key referencing old table as old_row
  for each statement execute function shared.tell_deleted();
