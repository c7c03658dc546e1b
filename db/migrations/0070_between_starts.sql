-- What a database remembers from one start to the next.

-- Permission points that its groups have met. A version that brings new ones gives them to the standing roles once; what an
-- owner took back is known and stays taken.
create table shared.known_button (button_id int primary key);

-- A database that is older than this table knows what the first version had (1 to 532, where 462 was free) and what any of
-- its roles holds. An empty one knows nothing.
insert into shared.known_button (button_id)
select id from generate_series(1, 532) as id where id <> 462 and exists (select from shared.tenant_group)
union
select button_id from role_button
returning button_id;

-- The last day of the nightly work, so that a machine that sleeps at night catches up, and of several servers one works.
create table shared.housekeeping (
  is_only boolean primary key default true check (is_only),
  last_day date not null
);
insert into shared.housekeeping (last_day) values ('2000-01-01');
