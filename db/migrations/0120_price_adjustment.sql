-- 调价单: new prices of many products, which take effect at a day and time; and what every price has been.

create table price_adjustment (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  kind text not null default 'price_adjustment' check (kind = 'price_adjustment'),
  bill_no text not null,
  biz_date date not null,
  period int not null,
  state text not null default 'draft',
  version int not null default 1,
  revision int not null default 0,
  -- What headers of all families have. An adjustment has no partner, no salesperson and no red document.
  is_red boolean not null default false check (not is_red),
  red_of bigint check (red_of is null),
  partner_id bigint check (partner_id is null),
  salesperson_id bigint check (salesperson_id is null),
  department_id bigint,
  handler_id bigint,
  -- Day and clock in Asia/Shanghai; without a day it takes effect when it is approved.
  effective_on date,
  effective_time text not null default '00:00' check (effective_time ~ '^\d\d:\d\d$'),
  -- When it did take effect.
  effective_at timestamptz,
  reason text not null default '',
  -- The adjustment whose prices this one takes back.
  back_of_id bigint,
  remark text not null default '',
  creator_id bigint not null,
  created_at timestamptz not null default now(),
  submitter_id bigint,
  submitted_at timestamptz,
  approver_id bigint,
  approved_at timestamptz,
  poster_id bigint,
  posted_at timestamptz,
  print_count int not null default 0,
  primary key (group_id, id),
  unique (group_id, org_id, bill_no),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, back_of_id) references price_adjustment (group_id, id)
);
create index price_adjustment_list on price_adjustment (group_id, org_id, biz_date desc, id desc);
-- Those that wait for their time are few among many.
create index price_adjustment_waiting on price_adjustment (group_id, effective_on) where state = 'approved';
select shared.guard_tenant('price_adjustment');

create table price_adjustment_line (
  group_id bigint not null,
  id bigint generated always as identity,
  adjustment_id bigint not null,
  line_no int not null,
  part_id bigint not null,
  -- Null stays as it is.
  purchase_price numeric(14, 4),
  wholesale_price1 numeric(14, 4),
  wholesale_price2 numeric(14, 4),
  wholesale_price3 numeric(14, 4),
  retail_price numeric(14, 4),
  transfer_price numeric(14, 4),
  min_sale_price numeric(14, 4),
  -- What stood when it was saved; from the moment of effect on what stood then.
  old_purchase_price numeric(14, 4),
  old_wholesale_price1 numeric(14, 4),
  old_wholesale_price2 numeric(14, 4),
  old_wholesale_price3 numeric(14, 4),
  old_retail_price numeric(14, 4),
  old_transfer_price numeric(14, 4),
  old_min_sale_price numeric(14, 4),
  remark text not null default '',
  -- Why its prices did not take effect.
  left_out text not null default '',
  -- Some price had been changed between approval and effect.
  is_overtaken boolean not null default false,
  primary key (group_id, id),
  unique (group_id, adjustment_id, line_no),
  unique (group_id, adjustment_id, part_id),
  foreign key (group_id, adjustment_id) references price_adjustment (group_id, id),
  foreign key (group_id, part_id) references part (group_id, id)
);
create index price_adjustment_line_part on price_adjustment_line (group_id, part_id);
select shared.guard_tenant('price_adjustment_line');

-- Every change of a price of a product, by whichever way; rows are never changed.
create table price_history (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  part_id bigint not null,
  -- Field of the product, such as retailPrice.
  price text not null,
  old_price numeric(14, 4),
  new_price numeric(14, 4),
  changed_at timestamptz not null default now(),
  -- Who changed it; of an adjustment who approved it.
  user_id bigint,
  source text not null check (source in ('adjustment', 'product', 'import')),
  adjustment_id bigint,
  primary key (group_id, id),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, part_id) references part (group_id, id),
  foreign key (group_id, adjustment_id) references price_adjustment (group_id, id),
  check ((source = 'adjustment') = (adjustment_id is not null))
);
create index price_history_part on price_history (group_id, org_id, part_id, id desc);
create index price_history_list on price_history (group_id, org_id, id desc);
create index price_history_adjustment on price_history (group_id, adjustment_id) where adjustment_id is not null;
select shared.guard_ledger('price_history');
