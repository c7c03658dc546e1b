-- What waited for somebody leaves his bell by its event when it waits no more.
create index notification_event on notification (group_id, event_key) where cleared_at is null and event_key is not null;

-- Whether the person proved himself here (password, code to his mobile) or an outside provider vouched for him.
alter table shared.session add column login_self boolean not null default true;
