-- Codes that differ only in capitals are one code (ADR 0122). Those that stand side by side already stay: each of them has a
-- number of its own, so that the index refuses new ones only.

alter table part add code_key text not null generated always as (lower(code)) stored, add code_twin bigint not null default 0;
alter table partner add code_key text not null generated always as (lower(code)) stored, add code_twin bigint not null default 0;
alter table location add code_key text not null generated always as (lower(code)) stored, add code_twin bigint not null default 0;

update part p set code_twin = p.id where exists (select from part o
  where o.group_id = p.group_id and o.id <> p.id and o.code_key = p.code_key);
update partner p set code_twin = p.id where exists (select from partner o
  where o.group_id = p.group_id and o.id <> p.id and o.code_key = p.code_key);
update location l set code_twin = l.id where exists (select from location o
  where o.group_id = l.group_id and o.warehouse_id = l.warehouse_id and o.id <> l.id and o.code_key = l.code_key);

create unique index part_code_key on part (group_id, code_key, code_twin);
create unique index partner_code_key on partner (group_id, code_key, code_twin);
create unique index location_code_key on location (group_id, warehouse_id, code_key, code_twin);
