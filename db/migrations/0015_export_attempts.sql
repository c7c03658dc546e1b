-- A job whose process died is taken again; one that keeps ending processes must not be tried for ever.

alter table export_job add column attempts int not null default 0;
