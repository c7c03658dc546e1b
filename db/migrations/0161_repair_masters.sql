-- What a repair shop keeps: cars of customers, what is done to them, by whom, where, and how long it is answered for.

create table car_type (
  group_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  -- What an hour of work on such a car costs, where neither item nor trade says so.
  hour_price numeric(14, 4) check (hour_price >= 0),
  sort_no int not null default 0,
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, name)
);
select shared.guard_tenant('car_type');

create table car_color (
  group_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  sort_no int not null default 0,
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, name)
);
select shared.guard_tenant('car_color');

create table worker_type (
  group_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  hour_price numeric(14, 4) check (hour_price >= 0),
  commission_rate numeric(7, 4) check (commission_rate between 0 and 1),
  sort_no int not null default 0,
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, name)
);
select shared.guard_tenant('worker_type');

-- How far and how long the shop answers for its work: the first limit that is reached ends it.
create table quality_rule (
  group_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  km numeric(11, 4) check (km > 0),
  days int check (days > 0),
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, name)
);
select shared.guard_tenant('quality_rule');

create table business_type (
  group_id bigint not null,
  id bigint generated always as identity,
  code text not null,
  name text not null,
  default_payer text not null check (default_payer in ('customer', 'insurance', 'warranty', 'internal', 'rework', 'gift')),
  counts_output boolean not null default true,
  counts_commission boolean not null default true,
  quality_rule_id bigint,
  sort_no int not null default 0,
  -- Rows that the program knows by their code.
  is_system boolean not null default false,
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, code),
  unique (group_id, name),
  foreign key (group_id, quality_rule_id) references quality_rule (group_id, id)
);
select shared.guard_tenant('business_type');

create table bay (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  name text not null,
  kind text not null default '',
  sort_no int not null default 0,
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, org_id, name),
  foreign key (group_id, org_id) references org (group_id, id)
);
select shared.guard_tenant('bay');

create table fault_code (
  group_id bigint not null,
  id bigint generated always as identity,
  code text not null,
  name text not null,
  system text not null default '',
  manufacturer_id bigint,
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, code),
  foreign key (group_id, manufacturer_id) references partner (group_id, id)
);
select shared.guard_tenant('fault_code');

create table service_item (
  group_id bigint not null,
  id bigint generated always as identity,
  code text not null,
  name text not null,
  pinyin text not null default '',
  initials text not null default '',
  worker_type_id bigint not null,
  business_type_id bigint,
  pricing_mode text not null check (pricing_mode in ('hours', 'fixed')),
  std_hours numeric(14, 6) not null default 0 check (std_hours >= 0),
  hour_price numeric(14, 4) check (hour_price >= 0),
  fixed_price numeric(14, 4) check (fixed_price >= 0),
  commission_mode text not null default 'rate' check (commission_mode in ('rate', 'fixed', 'none')),
  -- A share of the labour, or yuan a unit; null goes by technician and trade.
  commission_value numeric(14, 4) check (commission_value >= 0),
  warranty_hours numeric(14, 6) check (warranty_hours >= 0),
  tax_rate_id bigint not null,
  allows_discount boolean not null default true,
  quality_km numeric(11, 4) check (quality_km > 0),
  quality_days int check (quality_days > 0),
  remark text not null default '',
  is_active boolean not null default true,
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, code),
  foreign key (group_id, worker_type_id) references worker_type (group_id, id),
  foreign key (group_id, business_type_id) references business_type (group_id, id),
  foreign key (group_id, tax_rate_id) references tax_rate (group_id, id)
);
select shared.guard_tenant('service_item');

-- Prices of an item on cars of a type: of an hour, or of the whole, as the item is priced.
create table service_item_price (
  group_id bigint not null,
  id bigint generated always as identity,
  service_item_id bigint not null,
  car_type_id bigint not null,
  price numeric(14, 4) not null check (price >= 0),
  primary key (group_id, id),
  unique (group_id, service_item_id, car_type_id),
  foreign key (group_id, service_item_id) references service_item (group_id, id),
  foreign key (group_id, car_type_id) references car_type (group_id, id)
);
select shared.guard_tenant('service_item_price');

-- Material that goes with an item: what the customer's paper lists, and consumables, which are issued and cost without standing there.
create table service_item_part (
  group_id bigint not null,
  id bigint generated always as identity,
  service_item_id bigint not null,
  part_id bigint not null,
  qty numeric(10, 4) not null check (qty > 0),
  is_consumable boolean not null default false,
  primary key (group_id, id),
  unique (group_id, service_item_id, part_id),
  foreign key (group_id, service_item_id) references service_item (group_id, id),
  foreign key (group_id, part_id) references part (group_id, id)
);
select shared.guard_tenant('service_item_part');

-- Items and parts that are written on an order together.
create table service_package (
  group_id bigint not null,
  id bigint generated always as identity,
  code text not null,
  name text not null,
  pinyin text not null default '',
  initials text not null default '',
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, code)
);
select shared.guard_tenant('service_package');

create table service_package_line (
  group_id bigint not null,
  id bigint generated always as identity,
  package_id bigint not null,
  line_no int not null,
  service_item_id bigint,
  part_id bigint,
  qty numeric(10, 4) not null check (qty > 0),
  -- What it costs within the package; null costs what it costs alone.
  price numeric(14, 4) check (price >= 0),
  primary key (group_id, id),
  unique (group_id, package_id, line_no),
  check ((service_item_id is null) <> (part_id is null)),
  foreign key (group_id, package_id) references service_package (group_id, id),
  foreign key (group_id, service_item_id) references service_item (group_id, id),
  foreign key (group_id, part_id) references part (group_id, id)
);
select shared.guard_tenant('service_package_line');

-- What is known of an employee as one who repairs.
create table technician (
  group_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  level text not null default 'middle' check (level in ('apprentice', 'junior', 'middle', 'senior', 'master')),
  commission_rate numeric(7, 4) check (commission_rate between 0 and 1),
  monthly_target numeric(16, 2) check (monthly_target >= 0),
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, employee_id),
  foreign key (group_id, employee_id) references employee (group_id, id)
);
select shared.guard_tenant('technician');

create table technician_skill (
  group_id bigint not null,
  id bigint generated always as identity,
  technician_id bigint not null,
  worker_type_id bigint not null,
  primary key (group_id, id),
  unique (group_id, technician_id, worker_type_id),
  foreign key (group_id, technician_id) references technician (group_id, id),
  foreign key (group_id, worker_type_id) references worker_type (group_id, id)
);
select shared.guard_tenant('technician_skill');

create table vehicle (
  group_id bigint not null,
  id bigint generated always as identity,
  -- Upper case; empty while the car has none. One of plate and VIN names every car.
  plate text not null default '',
  vin text not null default '' check (vin ~ '^([A-HJ-NPR-Z0-9]{17})?$'),
  engine_no text not null default '',
  partner_id bigint not null,
  series_id bigint,
  model_id bigint,
  -- The car in words: of a model of the library its name, else what was typed.
  model_text text not null default '',
  car_type_id bigint,
  color_id bigint,
  usage text not null default 'private' check (usage in ('private', 'commercial', 'official')),
  purchased_on date,
  -- The day of the invoice, from which the three guarantees run.
  invoiced_on date,
  mileage numeric(11, 4) not null default 0 check (mileage >= 0),
  mileage_on date,
  insurer_id bigint,
  compulsory_expires_on date,
  commercial_expires_on date,
  inspection_expires_on date,
  next_maintenance_on date,
  next_maintenance_km numeric(11, 4) check (next_maintenance_km > 0),
  avg_daily_km numeric(10, 2) check (avg_daily_km >= 0),
  driver_name text not null default '',
  driver_mobile text not null default '',
  tags text[] not null default '{}',
  remark text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (group_id, id),
  check (plate <> '' or vin <> ''),
  check (model_id is null or series_id is not null),
  foreign key (group_id, partner_id) references partner (group_id, id),
  foreign key (group_id, series_id) references car_series (group_id, id),
  foreign key (group_id, series_id, model_id) references car_model (group_id, series_id, id),
  foreign key (group_id, car_type_id) references car_type (group_id, id),
  foreign key (group_id, color_id) references car_color (group_id, id),
  foreign key (group_id, insurer_id) references partner (group_id, id)
);
select shared.guard_tenant('vehicle');
create unique index vehicle_plate on vehicle (group_id, plate) where is_active and plate <> '';
create unique index vehicle_vin on vehicle (group_id, vin) where vin <> '';
create index vehicle_partner on vehicle (group_id, partner_id);
-- Tails of plates and VINs are what people know by heart.
create index vehicle_plate_tail on vehicle (group_id, reverse(plate) text_pattern_ops);
create index vehicle_vin_tail on vehicle (group_id, reverse(vin) text_pattern_ops) where vin <> '';

-- Who has owned a car: the row without an end is the owner of today.
create table vehicle_owner (
  group_id bigint not null,
  id bigint generated always as identity,
  vehicle_id bigint not null,
  partner_id bigint not null,
  since date not null,
  until date,
  primary key (group_id, id),
  foreign key (group_id, vehicle_id) references vehicle (group_id, id),
  foreign key (group_id, partner_id) references partner (group_id, id)
);
select shared.guard_tenant('vehicle_owner');
create unique index vehicle_owner_now on vehicle_owner (group_id, vehicle_id) where until is null;

-- What the meter showed. It falls only where the meter was replaced.
create table vehicle_mileage (
  group_id bigint not null,
  id bigint generated always as identity,
  vehicle_id bigint not null,
  mileage numeric(11, 4) not null check (mileage >= 0),
  read_on date not null,
  replaced_reason text not null default '',
  -- The document that read it; nothing for what was typed into the car's own page.
  doc_kind text,
  doc_id bigint,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (group_id, id),
  foreign key (group_id, vehicle_id) references vehicle (group_id, id)
);
select shared.guard_tenant('vehicle_mileage');
create index vehicle_mileage_of on vehicle_mileage (group_id, vehicle_id, id);
