-- Open sockets learn that their session has ended or that its login was disabled, whoever brought it about.

create function shared.tell_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('chepu_push', json_build_object('type', 'session', 'users', json_build_array(old.login_id))::text);
  return null;
end $$;

create function shared.tell_login_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('chepu_push', json_build_object('type', 'session', 'users', json_build_array(old.id))::text);
  return null;
end $$;

create trigger session_ended after update of end_reason on shared.session
  for each row when (old.end_reason is null and new.end_reason is not null) execute function shared.tell_session_end();
create trigger session_deleted after delete on shared.session
  for each row when (old.end_reason is null and old.expires_at > now()) execute function shared.tell_session_end();
create trigger login_disabled after update of is_active on shared.login
  for each row when (old.is_active and not new.is_active) execute function shared.tell_login_end();
