-- Names of brands, series and model-years that differ only in capitals, width or blanks are one name (ADR 0183). Those that stand side
-- by side already stay: each of them has a number of its own, so that the index refuses new ones only.

alter table brand add name_key text not null
    generated always as (lower(regexp_replace(btrim(normalize(name, NFKC)), '\s+', ' ', 'g'))) stored,
  add name_twin bigint not null default 0;
alter table car_series add name_key text not null
    generated always as (lower(regexp_replace(btrim(normalize(name, NFKC)), '\s+', ' ', 'g'))) stored,
  add name_twin bigint not null default 0;
alter table car_model add name_key text not null
    generated always as (lower(regexp_replace(btrim(normalize(name, NFKC)), '\s+', ' ', 'g'))) stored,
  add name_twin bigint not null default 0;

update brand b set name_twin = b.id where exists (select from brand o
  where o.group_id = b.group_id and o.id <> b.id and o.name_key = b.name_key);
update car_series s set name_twin = s.id where exists (select from car_series o
  where o.group_id = s.group_id and o.brand_id = s.brand_id and o.id <> s.id and o.name_key = s.name_key);
update car_model m set name_twin = m.id where exists (select from car_model o
  where o.group_id = m.group_id and o.series_id = m.series_id and o.id <> m.id and o.name_key = m.name_key);

create unique index brand_name_key on brand (group_id, name_key, name_twin);
create unique index car_series_name_key on car_series (group_id, brand_id, name_key, name_twin);
create unique index car_model_name_key on car_model (group_id, series_id, name_key, name_twin);
