-- A group is ready once its first filling is complete; a filling that was cut short is thrown away at the next start.

alter table shared.tenant_group add column is_ready boolean not null default false;
