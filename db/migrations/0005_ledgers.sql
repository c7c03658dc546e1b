-- Append-only ledgers and the balances that their rows add up to (DOMAIN 5.1).

create table stock_ledger (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  warehouse_id bigint not null,
  location_id bigint not null,
  part_id bigint not null,
  batch_no text not null default '',
  biz_date date not null,
  period int not null,
  posted_at timestamptz not null default now(),
  doc_kind text not null,
  doc_id bigint not null,
  line_id bigint,
  -- In is positive, out is negative, in quantity, value and variance alike.
  qty numeric(10, 4) not null,
  unit_cost numeric(18, 6) not null default 0,
  value numeric(16, 2) not null,
  -- What a specified outbound could not take from its pool: value + variance is the specified value.
  variance numeric(16, 2) not null default 0,
  pool_qty_after numeric(16, 4) not null,
  pool_value_after numeric(16, 2) not null,
  reversal_of bigint,
  primary key (group_id, id),
  unique (group_id, reversal_of)
);
create index stock_ledger_pool on stock_ledger (group_id, org_id, warehouse_id, part_id, id);
create index stock_ledger_part on stock_ledger (group_id, org_id, part_id, id);
create index stock_ledger_doc on stock_ledger (group_id, doc_kind, doc_id);
create index stock_ledger_day on stock_ledger (group_id, org_id, biz_date desc, id desc);

create table stock_balance (
  group_id bigint not null,
  org_id bigint not null,
  warehouse_id bigint not null,
  location_id bigint not null,
  part_id bigint not null,
  batch_no text not null default '',
  qty numeric(16, 4) not null check (qty >= 0),
  last_in_on date,
  last_out_on date,
  primary key (group_id, org_id, warehouse_id, part_id, location_id, batch_no),
  foreign key (group_id, warehouse_id) references warehouse (group_id, id),
  foreign key (group_id, location_id) references location (group_id, id),
  foreign key (group_id, part_id) references part (group_id, id)
);
create index stock_balance_location on stock_balance (group_id, location_id);
create index stock_balance_part on stock_balance (group_id, part_id);

-- The cost pool of an org, a warehouse and a part.
create table stock_cost (
  group_id bigint not null,
  org_id bigint not null,
  warehouse_id bigint not null,
  part_id bigint not null,
  qty numeric(16, 4) not null default 0 check (qty >= 0),
  value numeric(16, 2) not null default 0 check (value >= 0),
  primary key (group_id, org_id, warehouse_id, part_id),
  foreign key (group_id, warehouse_id) references warehouse (group_id, id),
  foreign key (group_id, part_id) references part (group_id, id)
);
create index stock_cost_part on stock_cost (group_id, part_id);

create table stock_reservation (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  warehouse_id bigint not null,
  part_id bigint not null,
  source_kind text not null,
  source_id bigint not null,
  source_line_id bigint not null,
  -- What is wanted, what of it is held now, and what has been used or given back.
  qty numeric(10, 4) not null check (qty > 0),
  released_qty numeric(10, 4) not null default 0,
  backorder_qty numeric(10, 4) not null default 0,
  is_live boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (group_id, id),
  check (released_qty >= 0 and backorder_qty >= 0 and released_qty + backorder_qty <= qty)
);
create index stock_reservation_pool on stock_reservation (group_id, org_id, warehouse_id, part_id) where is_live;
create index stock_reservation_source on stock_reservation (group_id, source_line_id);

create table partner_ledger (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  partner_id bigint not null,
  account text not null check (account in ('AR', 'AP', 'ADV_IN', 'ADV_OUT')),
  biz_date date not null,
  period int not null,
  posted_at timestamptz not null default now(),
  doc_kind text not null,
  doc_id bigint not null,
  -- bill, return, money, discount, advance, advance_used, refund, adjust
  kind text not null,
  amount numeric(16, 2) not null,
  open_item_id bigint,
  reversal_of bigint,
  primary key (group_id, id),
  unique (group_id, reversal_of)
);
create index partner_ledger_partner on partner_ledger (group_id, org_id, partner_id, account, biz_date);
create index partner_ledger_doc on partner_ledger (group_id, doc_kind, doc_id);

-- Sum of the partner's ledger by account; the row's lock orders credit checks and advances.
create table partner_balance (
  group_id bigint not null,
  org_id bigint not null,
  partner_id bigint not null,
  account text not null check (account in ('AR', 'AP', 'ADV_IN', 'ADV_OUT')),
  balance numeric(16, 2) not null default 0,
  primary key (group_id, org_id, partner_id, account),
  check (account in ('AR', 'AP') or balance >= 0)
);

create table open_item (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  partner_id bigint not null,
  side text not null check (side in ('AR', 'AP')),
  source_kind text not null,
  source_id bigint not null,
  bill_no text not null,
  biz_date date not null,
  due_on date not null,
  original numeric(16, 2) not null,
  written_off numeric(16, 2) not null default 0,
  discounted numeric(16, 2) not null default 0,
  balance numeric(16, 2) generated always as (original - written_off - discounted) stored,
  remark text not null default '',
  primary key (group_id, id),
  check (sign(original - written_off - discounted) in (0, sign(original)))
);
create index open_item_partner on open_item (group_id, org_id, side, partner_id, due_on);
create index open_item_source on open_item (group_id, source_kind, source_id);

create table write_off_line (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  doc_kind text not null,
  doc_id bigint not null,
  open_item_id bigint not null,
  -- Signed like the item.
  amount numeric(16, 2) not null,
  discount numeric(16, 2) not null default 0,
  tender text not null check (tender in ('money', 'advance', 'opposite', 'bad_debt')),
  counter_item_id bigint,
  biz_date date not null,
  posted_at timestamptz not null default now(),
  reversal_of bigint,
  primary key (group_id, id),
  unique (group_id, reversal_of),
  foreign key (group_id, open_item_id) references open_item (group_id, id)
);
create index write_off_line_item on write_off_line (group_id, open_item_id);
create index write_off_line_doc on write_off_line (group_id, doc_kind, doc_id);

create table account_ledger (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  store_account_id bigint not null,
  biz_date date not null,
  period int not null,
  posted_at timestamptz not null default now(),
  doc_kind text not null,
  doc_id bigint not null,
  amount numeric(16, 2) not null,
  balance_after numeric(16, 2) not null,
  remark text not null default '',
  reversal_of bigint,
  primary key (group_id, id),
  unique (group_id, reversal_of),
  foreign key (group_id, store_account_id) references store_account (group_id, id)
);
create index account_ledger_account on account_ledger (group_id, org_id, store_account_id, id);
create index account_ledger_doc on account_ledger (group_id, doc_kind, doc_id);

create table pnl_ledger (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  biz_date date not null,
  period int not null,
  posted_at timestamptz not null default now(),
  kind text not null check (kind in ('revenue_part', 'discount', 'cogs_part', 'stock_variance', 'stock_loss',
    'stock_gain', 'other_income', 'other_expense')),
  doc_kind text not null,
  doc_id bigint not null,
  -- Natural sign of the kind: revenue and income as income, cost and discount as cost; a variance as income.
  amount numeric(16, 2) not null,
  amount_taxed numeric(16, 2) not null default 0,
  department_id bigint,
  primary key (group_id, id)
);
create index pnl_ledger_day on pnl_ledger (group_id, org_id, biz_date, kind);
create index pnl_ledger_doc on pnl_ledger (group_id, doc_kind, doc_id);

select shared.guard_tenant(t) from unnest(array[
  'stock_balance', 'stock_cost', 'stock_reservation', 'partner_balance', 'open_item'
]::regclass[]) as t;
select shared.guard_ledger(t) from unnest(array[
  'stock_ledger', 'partner_ledger', 'write_off_line', 'account_ledger', 'pnl_ledger'
]::regclass[]) as t;
