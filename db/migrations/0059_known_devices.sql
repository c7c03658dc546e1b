-- Browsers in which somebody has signed in to a login before: the lock of the login does not hold for them.
create table shared.known_device (
  login_id bigint not null references shared.login (id),
  device_id text not null,
  last_at timestamptz not null default now(),
  primary key (login_id, device_id)
);

-- Those of sessions that are still kept.
insert into shared.known_device (login_id, device_id, last_at)
select login_id, device_id, max(last_seen_at) from shared.session where device_id <> '' group by login_id, device_id;
