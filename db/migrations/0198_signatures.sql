-- A file by which a customer agreed stays as long as what he agreed to.
alter table attachment add column is_signature boolean not null default false;
