-- Master data: warehouses, parts, partners, accounts.

create table warehouse (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  code text not null,
  name text not null,
  kind text not null default 'normal' check (kind in ('normal', 'repair', 'old_part', 'scrap', 'transit')),
  keeper_id bigint,
  address text not null default '',
  allow_sale boolean not null default true,
  allow_pick boolean not null default true,
  is_default boolean not null default false,
  is_active boolean not null default true,
  remark text not null default '',
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, org_id, code),
  unique (group_id, org_id, name),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, keeper_id) references employee (group_id, id)
);

create table location (
  group_id bigint not null,
  id bigint generated always as identity,
  warehouse_id bigint not null,
  code text not null,
  zone text not null default '',
  rack text not null default '',
  level text not null default '',
  slot text not null default '',
  capacity numeric(10, 4),
  pick_order int not null default 0,
  -- The bin 默认 that every warehouse has.
  is_default boolean not null default false,
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, warehouse_id, code),
  foreign key (group_id, warehouse_id) references warehouse (group_id, id)
);

create table user_warehouse (
  group_id bigint not null,
  user_id bigint not null,
  warehouse_id bigint not null,
  can_view boolean not null default true,
  can_in boolean not null default false,
  can_out boolean not null default false,
  can_count boolean not null default false,
  can_transfer boolean not null default false,
  primary key (group_id, user_id, warehouse_id),
  foreign key (group_id, user_id) references app_user (group_id, id),
  foreign key (group_id, warehouse_id) references warehouse (group_id, id)
);

create table unit (
  group_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  decimals int not null default 0 check (decimals between 0 and 4),
  primary key (group_id, id),
  unique (group_id, name)
);

create table brand (
  group_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  kind text not null default 'part' check (kind in ('part', 'car')),
  initial text not null default '',
  pinyin text not null default '',
  country text not null default '',
  is_active boolean not null default true,
  remark text not null default '',
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, name)
);

create table tax_rate (
  group_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  rate numeric(7, 4) not null,
  kind text not null default 'general' check (kind in ('general', 'simple', 'exempt')),
  is_goods_default boolean not null default false,
  valid_from date not null default '2019-04-01',
  is_active boolean not null default true,
  primary key (group_id, id),
  unique (group_id, name)
);

create table part_category (
  group_id bigint not null,
  id bigint generated always as identity,
  parent_id bigint,
  name text not null,
  level int not null check (level between 1 and 4),
  -- Ids from the root to this node, '/1/5/', so that a subtree is one prefix.
  path text not null default '',
  tax_class_code text not null default '',
  warranty_months int,
  sort_no int not null default 0,
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique nulls not distinct (group_id, parent_id, name),
  foreign key (group_id, parent_id) references part_category (group_id, id)
);

create table part (
  group_id bigint not null,
  id bigint generated always as identity,
  code text not null,
  name text not null,
  pinyin text not null default '',
  initials text not null default '',
  brand_id bigint not null,
  grade text not null default 'aftermarket' check (grade in ('oem', 'oes', 'aftermarket', 'used', 'reman')),
  category_id bigint not null,
  unit_id bigint not null,
  spec text not null default '',
  model_text text not null default '',
  origin text not null default '',
  factory_no text not null default '',
  factory_norm text not null default '',
  weight numeric(10, 2),
  pack_qty numeric(10, 4),
  tax_rate_id bigint not null,
  tax_class_code text not null default '',
  warranty_months int,
  warranty_km numeric(11, 4),
  is_wear_part boolean not null default false,
  batch_managed boolean not null default false,
  shelf_life_days int,
  core_return boolean not null default false,
  -- Shown in lists without a join: the primary OE number and the fitted models as text.
  oe_no text not null default '',
  fitment text not null default '',
  -- Lower-case text of everything a search may name: code, name, pinyin, initials, numbers, barcodes.
  search_text text not null default '',
  is_active boolean not null default true,
  remark text not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, code),
  foreign key (group_id, brand_id) references brand (group_id, id),
  foreign key (group_id, category_id) references part_category (group_id, id),
  foreign key (group_id, unit_id) references unit (group_id, id),
  foreign key (group_id, tax_rate_id) references tax_rate (group_id, id)
);
create unique index part_factory_no on part (group_id, brand_id, factory_norm) where factory_norm <> '';
create index part_search on part using gin (search_text gin_trgm_ops);
create index part_category_ref on part (group_id, category_id);

create table part_aux_unit (
  group_id bigint not null,
  id bigint generated always as identity,
  part_id bigint not null,
  unit_id bigint not null,
  -- Base units in one auxiliary unit.
  factor numeric(10, 4) not null check (factor > 0),
  used_for text not null check (used_for in ('purchase', 'sale')),
  primary key (group_id, id),
  unique (group_id, part_id, unit_id, used_for),
  foreign key (group_id, part_id) references part (group_id, id),
  foreign key (group_id, unit_id) references unit (group_id, id)
);

create table part_oe (
  group_id bigint not null,
  id bigint generated always as identity,
  part_id bigint not null,
  oe_no text not null,
  -- Upper case without spaces, dots and hyphens.
  oe_norm text not null,
  is_primary boolean not null default false,
  primary key (group_id, id),
  unique (group_id, part_id, oe_norm),
  foreign key (group_id, part_id) references part (group_id, id)
);
create index part_oe_norm on part_oe (group_id, oe_norm text_pattern_ops);

create table part_barcode (
  group_id bigint not null,
  id bigint generated always as identity,
  part_id bigint not null,
  barcode text not null,
  primary key (group_id, id),
  unique (group_id, barcode),
  foreign key (group_id, part_id) references part (group_id, id)
);

create table part_substitute (
  group_id bigint not null,
  id bigint generated always as identity,
  part_id bigint not null,
  substitute_id bigint not null,
  direction text not null default 'two_way' check (direction in ('one_way', 'two_way')),
  priority int not null default 0,
  note text not null default '',
  primary key (group_id, id),
  unique (group_id, part_id, substitute_id),
  check (part_id <> substitute_id),
  foreign key (group_id, part_id) references part (group_id, id),
  foreign key (group_id, substitute_id) references part (group_id, id)
);
create index part_substitute_back on part_substitute (group_id, substitute_id);

create table part_fitment (
  group_id bigint not null,
  id bigint generated always as identity,
  part_id bigint not null,
  model_text text not null,
  year_from int,
  year_to int,
  position text not null default '',
  qty_per_car numeric(10, 4),
  note text not null default '',
  primary key (group_id, id),
  foreign key (group_id, part_id) references part (group_id, id)
);
create index part_fitment_part on part_fitment (group_id, part_id);

create table part_bom (
  group_id bigint not null,
  id bigint generated always as identity,
  parent_id bigint not null,
  component_id bigint not null,
  qty numeric(10, 4) not null check (qty > 0),
  cost_ratio numeric(7, 4),
  primary key (group_id, id),
  unique (group_id, parent_id, component_id),
  check (parent_id <> component_id),
  foreign key (group_id, parent_id) references part (group_id, id),
  foreign key (group_id, component_id) references part (group_id, id)
);

create table settlement_method (
  group_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  kind text not null check (kind in ('cash', 'monthly', 'on_credit', 'cod', 'carrier_cod', 'advance')),
  term_days int not null default 0,
  month_day int,
  is_active boolean not null default true,
  primary key (group_id, id),
  unique (group_id, name)
);

create table partner (
  group_id bigint not null,
  id bigint generated always as identity,
  -- Set on the walk-in customer of an org and on the partners that stand for sister orgs; nobody edits those.
  system_kind text check (system_kind in ('walk_in', 'sister_org')),
  system_org_id bigint,
  code text not null,
  name text not null,
  pinyin text not null default '',
  initials text not null default '',
  kind text not null default 'person' check (kind in ('person', 'unit')),
  -- Bits: 1 customer, 2 supplier, 4 manufacturer, 8 insurer, 16 logistics, 32 sister org.
  cus_flag int not null check (cus_flag > 0),
  level text not null default 'C',
  category text not null default '散客',
  mobile text not null default '',
  tel text not null default '',
  region text not null default '',
  address text not null default '',
  price_level text not null default 'retail' check (price_level in ('retail', 'wholesale1', 'wholesale2', 'wholesale3')),
  discount_rate numeric(7, 4) not null default 1,
  settlement_method_id bigint,
  credit_days int not null default 0,
  credit_policy text not null default 'block' check (credit_policy in ('block', 'warn', 'none')),
  tax_no text not null default '',
  invoice_title text not null default '',
  bank_name text not null default '',
  bank_account text not null default '',
  default_invoice_kind text not null default 'none' check (default_invoice_kind in ('special', 'normal', 'none')),
  source text not null default '',
  birthday date,
  gender text not null default '',
  is_blacklisted boolean not null default false,
  is_active boolean not null default true,
  remark text not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, code),
  foreign key (group_id, settlement_method_id) references settlement_method (group_id, id)
);
create unique index partner_unit_name on partner (group_id, name) where kind = 'unit' and system_kind is null;
create unique index partner_person on partner (group_id, name, mobile) where kind = 'person' and system_kind is null;
create index partner_initials on partner (group_id, initials text_pattern_ops);
create index partner_system on partner (group_id, system_org_id) where system_kind is not null;

-- What one org has agreed with a partner of the group.
create table partner_org (
  group_id bigint not null,
  org_id bigint not null,
  partner_id bigint not null,
  -- Null: no limit; zero: no credit.
  credit_limit numeric(16, 2),
  salesperson_id bigint,
  buyer_id bigint,
  primary key (group_id, org_id, partner_id),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, partner_id) references partner (group_id, id),
  foreign key (group_id, salesperson_id) references employee (group_id, id),
  foreign key (group_id, buyer_id) references employee (group_id, id)
);

create table partner_contact (
  group_id bigint not null,
  id bigint generated always as identity,
  partner_id bigint not null,
  name text not null,
  mobile text not null default '',
  tel text not null default '',
  title text not null default '',
  is_default boolean not null default false,
  primary key (group_id, id),
  foreign key (group_id, partner_id) references partner (group_id, id)
);

create table partner_address (
  group_id bigint not null,
  id bigint generated always as identity,
  partner_id bigint not null,
  receiver text not null,
  mobile text not null default '',
  region text not null default '',
  address text not null,
  is_default boolean not null default false,
  primary key (group_id, id),
  foreign key (group_id, partner_id) references partner (group_id, id)
);

-- Contract price of a part for a partner between two days.
create table partner_price (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  partner_id bigint not null,
  part_id bigint not null,
  price numeric(14, 4) not null,
  valid_from date not null,
  valid_to date,
  primary key (group_id, id),
  unique (group_id, org_id, partner_id, part_id, valid_from),
  foreign key (group_id, partner_id) references partner (group_id, id),
  foreign key (group_id, part_id) references part (group_id, id)
);

-- An org's view of a part: prices, limits, where it lies (DOMAIN 3.1.2).
create table product (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  part_id bigint not null,
  purchase_price numeric(14, 4),
  last_purchase_price numeric(14, 4),
  last_purchase_on date,
  last_supplier_id bigint,
  wholesale_price1 numeric(14, 4),
  wholesale_price2 numeric(14, 4),
  wholesale_price3 numeric(14, 4),
  retail_price numeric(14, 4),
  transfer_price numeric(14, 4),
  min_sale_price numeric(14, 4) not null default 0,
  min_stock numeric(10, 4),
  max_stock numeric(10, 4),
  default_warehouse_id bigint,
  default_location_id bigint,
  default_supplier_id bigint,
  lead_days int,
  on_shelf boolean not null default true,
  pricing_note text not null default '',
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, org_id, part_id),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, part_id) references part (group_id, id),
  foreign key (group_id, default_warehouse_id) references warehouse (group_id, id),
  foreign key (group_id, default_location_id) references location (group_id, id),
  foreign key (group_id, default_supplier_id) references partner (group_id, id),
  foreign key (group_id, last_supplier_id) references partner (group_id, id)
);

create table store_account (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  code text not null,
  name text not null,
  kind text not null check (kind in ('cash', 'bank', 'wechat', 'alipay', 'pos', 'other')),
  bank_name text not null default '',
  bank_no text not null default '',
  opening_balance numeric(16, 2) not null default 0,
  opening_on date not null,
  -- Opening balance plus the ledger; kept here because the row's lock orders the ledger anyway.
  balance numeric(16, 2) not null default 0,
  is_default_in boolean not null default false,
  is_default_out boolean not null default false,
  allow_overdraft boolean not null default false,
  fee_rate numeric(7, 4) not null default 0,
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, org_id, name),
  foreign key (group_id, org_id) references org (group_id, id)
);

select shared.guard_tenant(t) from unnest(array[
  'warehouse', 'location', 'user_warehouse', 'unit', 'brand', 'tax_rate', 'part_category', 'part', 'part_aux_unit',
  'part_oe', 'part_barcode', 'part_substitute', 'part_fitment', 'part_bom', 'settlement_method', 'partner',
  'partner_org', 'partner_contact', 'partner_address', 'partner_price', 'product', 'store_account'
]::regclass[]) as t;
