-- What manufacturers promise, and what they pay a station for it: policies whose terms are dated, and quotas of labour (business/three-guarantees 1).

create table manufacturer_policy (
  group_id bigint not null,
  id bigint generated always as identity,
  code text not null,
  code_key text not null generated always as (lower(code)) stored,
  name text not null,
  manufacturer_id bigint not null,
  -- What it covers: cars of a brand or of one series, parts of a category, or one part.
  scope text not null check (scope in ('vehicle', 'category', 'part')),
  brand_id bigint,
  series_id bigint,
  category_id bigint,
  part_id bigint,
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  check (case scope when 'vehicle' then brand_id is not null and category_id is null and part_id is null
    when 'category' then category_id is not null and brand_id is null and series_id is null and part_id is null
    else part_id is not null and brand_id is null and series_id is null and category_id is null end),
  foreign key (group_id, manufacturer_id) references partner (group_id, id),
  foreign key (group_id, brand_id) references brand (group_id, id),
  foreign key (group_id, series_id) references car_series (group_id, id),
  foreign key (group_id, category_id) references part_category (group_id, id),
  foreign key (group_id, part_id) references part (group_id, id)
);
create unique index manufacturer_policy_code_key on manufacturer_policy (group_id, code_key);
create index manufacturer_policy_maker on manufacturer_policy (group_id, manufacturer_id);
select shared.guard_tenant('manufacturer_policy');

-- Terms of a policy from a day on. Those of the day of the repair count; earlier ones stay as they were.
create table manufacturer_policy_term (
  group_id bigint not null,
  id bigint generated always as identity,
  policy_id bigint not null,
  valid_from date not null,
  -- First reached ends it; what is null does not limit.
  months int check (months > 0),
  km numeric(11, 4) check (km > 0),
  -- Yuan an hour, with tax.
  labour_rate numeric(14, 4) not null check (labour_rate >= 0),
  -- What a part is claimed at: a price of ours, times a factor.
  part_price_rule text not null check (part_price_rule in ('purchase', 'wholesale1', 'wholesale2', 'wholesale3', 'retail')),
  part_rate numeric(7, 4) not null default 1 check (part_rate > 0),
  -- Yuan a kilometre of 外出, with tax.
  outing_rate numeric(14, 4) not null default 0 check (outing_rate >= 0),
  returns_old_parts boolean not null default false,
  -- Days from the repair in which it must be claimed; null: no deadline.
  claim_days int check (claim_days > 0),
  -- Photos that a claim must have, by name.
  photos text[] not null default '{}',
  primary key (group_id, id),
  unique (group_id, policy_id, valid_from),
  check (months is not null or km is not null),
  foreign key (group_id, policy_id) references manufacturer_policy (group_id, id)
);
select shared.guard_tenant('manufacturer_policy_term');

-- Hours that a manufacturer pays for an item, from a day on.
create table labour_quota (
  group_id bigint not null,
  id bigint generated always as identity,
  manufacturer_id bigint not null,
  service_item_id bigint not null,
  valid_from date not null,
  -- His own code of the work.
  labour_code text not null default '',
  hours numeric(14, 6) not null check (hours > 0),
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, manufacturer_id, service_item_id, valid_from),
  foreign key (group_id, manufacturer_id) references partner (group_id, id),
  foreign key (group_id, service_item_id) references service_item (group_id, id)
);
create index labour_quota_item on labour_quota (group_id, service_item_id);
select shared.guard_tenant('labour_quota');
