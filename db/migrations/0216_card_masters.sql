-- Codes and names of card types and packages, however they are written.

alter table card_type drop constraint card_type_group_id_code_key,
  add name_key text not null
  generated always as (lower(regexp_replace(btrim(normalize(name, NFKC)), '\s+', ' ', 'g'))) stored,
  add code_key text not null generated always as (lower(code)) stored;
alter table card_package drop constraint card_package_group_id_code_key,
  add name_key text not null
  generated always as (lower(regexp_replace(btrim(normalize(name, NFKC)), '\s+', ' ', 'g'))) stored,
  add code_key text not null generated always as (lower(code)) stored;

create unique index card_type_name_key on card_type (group_id, name_key);
create unique index card_type_code_key on card_type (group_id, code_key);
create unique index card_package_name_key on card_package (group_id, name_key);
create unique index card_package_code_key on card_package (group_id, code_key);
