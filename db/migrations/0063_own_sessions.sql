-- A user sees and ends his own sessions: a name that opens nothing, and the browser in which each one began.
alter table shared.session
  add column id bigint generated always as identity unique,
  add column user_agent text not null default '';
