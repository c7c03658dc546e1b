-- How the screen calls the columns of an export, by key; what is not named keeps the title that the server has for it.

alter table export_job add column titles jsonb not null default '{}';
