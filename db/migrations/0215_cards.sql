-- Member cards with their types, what is on them, packages of services, and coupons. What a card holds is owed to its holder.

create table card_type (
  group_id bigint not null,
  id bigint generated always as identity,
  code text not null,
  name text not null,
  pinyin text not null default '',
  initials text not null default '',
  -- Holds money, holds packages alone, or gives discounts alone.
  kind text not null check (kind in ('stored', 'package', 'member')),
  labour_rate numeric(7, 4) not null default 1 check (labour_rate > 0 and labour_rate <= 1),
  part_rate numeric(7, 4) not null default 1 check (part_rate > 0 and part_rate <= 1),
  -- [{pay, gift} or {pay, giftRate}], the highest that is reached counts.
  recharge_rules jsonb not null default '[]',
  min_first_recharge numeric(16, 2) not null default 0 check (min_first_recharge >= 0),
  -- How long granted money and the discount are good; what was paid never expires.
  valid_days int check (valid_days > 0),
  is_cross_org boolean not null default true,
  deduct_rule text not null default 'principal_first' check (deduct_rule in ('principal_first', 'gift_first', 'ratio')),
  points_per_yuan numeric(14, 4) not null default 0 check (points_per_yuan >= 0),
  remark text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, code)
);
select shared.guard_tenant('card_type');

create table card_package (
  group_id bigint not null,
  id bigint generated always as identity,
  code text not null,
  name text not null,
  pinyin text not null default '',
  initials text not null default '',
  sale_price numeric(16, 2) not null check (sale_price >= 0),
  valid_days int check (valid_days > 0),
  -- Where it is sold; empty is everywhere.
  org_ids bigint[] not null default '{}',
  -- Good for one car, which the sale names; may be given to another card.
  is_vehicle_bound boolean not null default false,
  is_transferable boolean not null default false,
  state text not null default 'draft' check (state in ('draft', 'active', 'disabled')),
  remark text not null default '',
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, code)
);
select shared.guard_tenant('card_package');

create table card_package_line (
  group_id bigint not null,
  id bigint generated always as identity,
  package_id bigint not null,
  line_no int not null,
  kind text not null check (kind in ('labour', 'part')),
  service_item_id bigint,
  part_id bigint,
  -- Times of labour, units of a part.
  times numeric(10, 4) not null check (times > 0),
  -- What one costs alone, and within the package; the last use takes what is left of the whole.
  list_price numeric(14, 4) not null check (list_price >= 0),
  alloc_price numeric(14, 4) not null check (alloc_price >= 0),
  alloc_total numeric(16, 2) not null check (alloc_total >= 0),
  -- Good for cars of this type alone.
  car_type_id bigint,
  primary key (group_id, id),
  unique (group_id, package_id, line_no),
  check ((service_item_id is null) <> (part_id is null) and (kind = 'labour') = (part_id is null)),
  foreign key (group_id, package_id) references card_package (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, service_item_id) references service_item (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, part_id) references part (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, car_type_id) references car_type (group_id, id) on delete restrict deferrable initially deferred
);
select shared.guard_tenant('card_package_line');

create table card (
  group_id bigint not null,
  id bigint generated always as identity,
  -- Who issued it, and owes what is on it.
  org_id bigint not null,
  card_no text not null,
  -- Numbers that it had before it was replaced; they open nothing any more, and are given to no other card.
  former_nos text[] not null default '{}',
  card_type_id bigint not null,
  partner_id bigint not null,
  -- Good for one car alone.
  vehicle_id bigint,
  principal numeric(16, 2) not null default 0 check (principal >= 0),
  gift numeric(16, 2) not null default 0 check (gift >= 0),
  points numeric(16, 2) not null default 0 check (points >= 0),
  issued_on date not null,
  -- The last day of granted money and of the discount; empty is for ever.
  valid_until date,
  state text not null default 'active' check (state in ('active', 'lost', 'frozen', 'closed')),
  -- Hash of the payment code, and how often a wrong one was typed since the last right one.
  pin_hash text,
  pin_failures int not null default 0,
  pin_locked_until timestamptz,
  remark text not null default '',
  creator_id bigint not null,
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (group_id, id),
  foreign key (group_id, org_id) references org (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, card_type_id) references card_type (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, partner_id) references partner (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, vehicle_id) references vehicle (group_id, id) on delete restrict deferrable initially deferred
);
create unique index card_group_id_card_no_key on card (group_id, card_no);
create index card_list on card (group_id, org_id, issued_on desc, id desc);
create index card_partner on card (group_id, partner_id);
create index card_vehicle on card (group_id, vehicle_id) where vehicle_id is not null;
select shared.guard_tenant('card');

-- What of a package is left on a card.
create table card_item (
  group_id bigint not null,
  id bigint generated always as identity,
  -- Who sold it, and owes it.
  org_id bigint not null,
  card_id bigint not null,
  -- The document that put it there.
  slip_id bigint not null,
  card_package_id bigint,
  package_name text not null,
  line_no int not null,
  kind text not null check (kind in ('labour', 'part')),
  service_item_id bigint,
  part_id bigint,
  car_type_id bigint,
  vehicle_id bigint,
  is_transferable boolean not null default false,
  times_sold numeric(10, 4) not null check (times_sold > 0),
  value_sold numeric(16, 2) not null check (value_sold >= 0),
  times_left numeric(10, 4) not null default 0 check (times_left >= 0),
  value_left numeric(16, 2) not null default 0 check (value_left >= 0),
  list_price numeric(14, 4) not null,
  alloc_price numeric(14, 4) not null,
  sold_on date not null,
  valid_until date,
  primary key (group_id, id),
  check (times_left <= times_sold and value_left <= value_sold and (times_left > 0 or value_left = 0)),
  check ((service_item_id is null) <> (part_id is null) and (kind = 'labour') = (part_id is null)),
  foreign key (group_id, org_id) references org (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, card_id) references card (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, slip_id) references money_slip (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, card_package_id) references card_package (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, service_item_id) references service_item (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, part_id) references part (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, vehicle_id) references vehicle (group_id, id) on delete restrict deferrable initially deferred
);
create index card_item_card on card_item (group_id, card_id);
create index card_item_slip on card_item (group_id, slip_id);
create index card_item_package on card_item (group_id, card_package_id);
create index card_item_ending on card_item (group_id, valid_until) where times_left > 0 and valid_until is not null;
select shared.guard_tenant('card_item');

-- What was put on a card and taken off it: paid money, granted money, points.
create table card_ledger (
  group_id bigint not null,
  id bigint generated always as identity,
  -- Where it happened; the card's own organisation owes what is on it.
  org_id bigint not null,
  card_id bigint not null,
  biz_date date not null,
  period int not null,
  posted_at timestamptz not null default now(),
  doc_kind text not null,
  doc_id bigint not null,
  principal numeric(16, 2) not null,
  gift numeric(16, 2) not null,
  points numeric(16, 2) not null,
  principal_after numeric(16, 2) not null,
  gift_after numeric(16, 2) not null,
  points_after numeric(16, 2) not null,
  reversal_of bigint,
  primary key (group_id, id),
  foreign key (group_id, card_id) references card (group_id, id)
);
create unique index card_ledger_group_id_reversal_of_key on card_ledger (group_id, reversal_of) where reversal_of is not null;
create index card_ledger_card on card_ledger (group_id, card_id, id);
create index card_ledger_doc on card_ledger (group_id, doc_kind, doc_id);
create index card_ledger_day on card_ledger (group_id, org_id, biz_date);
select shared.guard_ledger('card_ledger');

-- Times of packages, and what they are worth.
create table card_item_ledger (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  card_id bigint not null,
  card_item_id bigint not null,
  biz_date date not null,
  period int not null,
  posted_at timestamptz not null default now(),
  doc_kind text not null,
  doc_id bigint not null,
  -- The line that it covers, of a use or of one that is taken back.
  doc_line_id bigint,
  times numeric(10, 4) not null,
  value numeric(16, 2) not null,
  times_after numeric(10, 4) not null,
  value_after numeric(16, 2) not null,
  reversal_of bigint,
  primary key (group_id, id),
  foreign key (group_id, card_item_id) references card_item (group_id, id)
);
create unique index card_item_ledger_group_id_reversal_of_key on card_item_ledger (group_id, reversal_of) where reversal_of is not null;
create index card_item_ledger_item on card_item_ledger (group_id, card_item_id, id);
create index card_item_ledger_doc on card_item_ledger (group_id, doc_kind, doc_id);
create index card_item_ledger_day on card_item_ledger (group_id, org_id, biz_date);
select shared.guard_ledger('card_item_ledger');

create table coupon_batch (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  name text not null,
  face numeric(16, 2) not null check (face > 0),
  -- The least that the customer must pay for it to be good.
  threshold numeric(16, 2) not null default 0 check (threshold >= 0),
  valid_from date,
  valid_to date,
  -- Days from its issue, where no last day is named.
  valid_days int check (valid_days > 0),
  scope text not null default 'all' check (scope in ('labour', 'part', 'all')),
  is_stackable boolean not null default false,
  -- Good in all shops of the group, or in the own one alone.
  is_cross_org boolean not null default false,
  qty int not null check (qty > 0),
  remark text not null default '',
  is_active boolean not null default true,
  creator_id bigint not null,
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (group_id, id),
  check ((valid_to is null) <> (valid_days is null)),
  foreign key (group_id, org_id) references org (group_id, id) on delete restrict deferrable initially deferred
);
create index coupon_batch_list on coupon_batch (group_id, org_id, id desc);
select shared.guard_tenant('coupon_batch');

create table coupon (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  batch_id bigint not null,
  coupon_no text not null,
  -- Whose it is; empty is whoever brings it.
  partner_id bigint,
  valid_from date not null,
  valid_to date not null,
  state text not null default 'unused' check (state in ('unused', 'locked', 'used', 'expired', 'void')),
  -- The settlement that has it, as a draft or in the books.
  used_by bigint,
  used_on date,
  issued_at timestamptz not null default now(),
  issued_by bigint not null,
  primary key (group_id, id),
  check ((used_by is not null) = (state in ('locked', 'used'))),
  foreign key (group_id, org_id) references org (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, batch_id) references coupon_batch (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, partner_id) references partner (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, used_by) references repair_document (group_id, id) on delete restrict deferrable initially deferred
);
create unique index coupon_group_id_coupon_no_key on coupon (group_id, coupon_no);
create index coupon_batch_of on coupon (group_id, batch_id, id);
create index coupon_partner on coupon (group_id, partner_id) where partner_id is not null;
create index coupon_used_by on coupon (group_id, used_by) where used_by is not null;
select shared.guard_tenant('coupon');

-- 办卡单 are documents of money that change what is on a card.
alter table money_slip add column card_id bigint;
alter table money_slip add column card_no text not null default '';
alter table money_slip add column card_type_id bigint;
alter table money_slip add column vehicle_id bigint;
alter table money_slip add column card_package_id bigint;
-- What is to be paid; what of it no money covers is owed.
alter table money_slip add column amount_due numeric(16, 2) not null default 0;
alter table money_slip add column principal_change numeric(16, 2) not null default 0;
alter table money_slip add column gift_change numeric(16, 2) not null default 0;
alter table money_slip add column points_change numeric(16, 2) not null default 0;
alter table money_slip add column package_change numeric(16, 2) not null default 0;
-- What the shop keeps of a card that is given back, and to whom the rest is paid.
alter table money_slip add column penalty numeric(16, 2) not null default 0;
alter table money_slip add column payee_name text not null default '';
alter table money_slip add column payee_bank text not null default '';
alter table money_slip add column payee_account text not null default '';
alter table money_slip add column payee_id_no text not null default '';
alter table money_slip add constraint money_slip_card_fkey foreign key (group_id, card_id) references card (group_id, id) on delete restrict deferrable initially deferred;
alter table money_slip add constraint money_slip_card_type_fkey foreign key (group_id, card_type_id) references card_type (group_id, id) on delete restrict deferrable initially deferred;
alter table money_slip add constraint money_slip_vehicle_fkey foreign key (group_id, vehicle_id) references vehicle (group_id, id) on delete restrict deferrable initially deferred;
alter table money_slip add constraint money_slip_card_package_fkey foreign key (group_id, card_package_id) references card_package (group_id, id) on delete restrict deferrable initially deferred;
create index money_slip_card on money_slip (group_id, card_id) where card_id is not null;

alter table write_off_line drop constraint write_off_line_tender_check;
alter table write_off_line add constraint write_off_line_tender_check
  check (tender in ('money', 'advance', 'opposite', 'bad_debt', 'card_principal', 'card_gift'));
alter table pnl_ledger drop constraint pnl_ledger_kind_check;
alter table pnl_ledger add constraint pnl_ledger_kind_check check (kind in ('revenue_part', 'revenue_labour', 'revenue_other', 'revenue_internal',
  'warranty_revenue', 'discount', 'cogs_part', 'cogs_outsource', 'internal_expense', 'stock_variance', 'stock_loss', 'stock_gain',
  'other_income', 'other_expense', 'card_breakage'));

-- What a settlement takes off cards: [{lineId, cardItemId, times}] of its order's lines, and the coupons that it uses.
alter table repair_document add column package_uses jsonb not null default '[]';
alter table repair_document add column coupon_ids bigint[] not null default '{}';
alter table repair_document add column packaged numeric(16, 2) not null default 0;
alter table repair_document add column coupon_amount numeric(16, 2) not null default 0;
-- What the uses of packages that cover a settled line are worth; empty where none do.
alter table repair_line add column package_value numeric(16, 2);
