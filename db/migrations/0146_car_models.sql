-- The car library: series of a car brand, their model-years, and which beginnings of a VIN belong to which of them.
create table car_series (
  group_id bigint not null,
  id bigint generated always as identity,
  brand_id bigint not null,
  maker text not null default '',
  name text not null,
  pinyin text not null default '',
  initials text not null default '',
  car_type text not null default '',
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, brand_id, name),
  foreign key (group_id, brand_id) references brand (group_id, id)
);
select shared.guard_tenant('car_series');

create table car_model (
  group_id bigint not null,
  id bigint generated always as identity,
  series_id bigint not null,
  name text not null,
  year int not null check (year between 1950 and 2100),
  displacement_ml int check (displacement_ml > 0),
  engine_code text not null default '',
  gearbox text not null default '',
  fuel text not null default 'petrol' check (fuel in ('petrol', 'diesel', 'hybrid', 'electric')),
  oil_spec text not null default '',
  -- Litres of a change with filter.
  oil_volume numeric(10, 4) check (oil_volume > 0),
  tyre_spec text not null default '',
  remark text not null default '',
  is_active boolean not null default true,
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, series_id, name),
  -- What names a model beside its series names one of that series.
  unique (group_id, series_id, id),
  foreign key (group_id, series_id) references car_series (group_id, id)
);
select shared.guard_tenant('car_model');

create table vin_rule (
  group_id bigint not null,
  id bigint generated always as identity,
  prefix text not null check (prefix ~ '^[A-HJ-NPR-Z0-9]{3,9}$'),
  series_id bigint not null,
  model_id bigint,
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, prefix),
  foreign key (group_id, series_id) references car_series (group_id, id),
  foreign key (group_id, series_id, model_id) references car_model (group_id, series_id, id)
);
select shared.guard_tenant('vin_rule');
create index vin_rule_series on vin_rule (group_id, series_id);

-- A row without a series says its car in words alone; model_text is how every row is written out.
alter table part_fitment add column series_id bigint, add column model_id bigint,
  add check (model_id is null or series_id is not null),
  add foreign key (group_id, series_id) references car_series (group_id, id),
  add foreign key (group_id, series_id, model_id) references car_model (group_id, series_id, id);
create index part_fitment_series on part_fitment (group_id, series_id) where series_id is not null;
