-- A policy that is a plain equality is one with the statement's own `group_id = $1`. As `= any (array[…])` it counted a second time:
-- among 200 groups the planner expected a 200th of a group's rows, mostly one, and then read the whole group in each of its joins.
create or replace function shared.guard_tenant(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy tenant on %s using (group_id = current_setting(''app.group_id'')::bigint)', target);
end $$;

do $$
declare
  guarded text;
begin
  -- Those of a distributed database ask a function of theirs.
  for guarded in
    select polrelid::regclass::text from pg_policy
    where polname = 'tenant' and position('current_setting(''app.group_id''' in pg_get_expr(polqual, polrelid)) > 0
  loop
    execute format('alter policy tenant on %s using (group_id = current_setting(''app.group_id'')::bigint)', guarded);
  end loop;
end $$;
