-- What goes to a manufacturer and comes back from him: claims (SP), his verdicts (SQ), old parts that return (JF), settlements (SJ) (business/three-guarantees 4 to 7).

create table claim_document (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  kind text not null,
  bill_no text not null,
  biz_date date not null,
  period int not null,
  state text not null,
  version int not null default 1,
  revision int not null default 0,
  is_red boolean not null default false check (not is_red),
  red_of bigint check (red_of is null),
  -- The manufacturer, or the supplier who stands for his parts.
  partner_id bigint not null,
  salesperson_id bigint,
  handler_id bigint,
  department_id bigint,
  remark text not null default '',
  -- The claim that a verdict answers.
  claim_id bigint,
  -- Days of repair that a claim is about.
  from_day date,
  to_day date,
  -- The number under which the manufacturer has it.
  manufacturer_no text not null default '',
  sent_at timestamptz,
  -- Of old parts on their way.
  carrier_id bigint,
  waybill_no text not null default '',
  shipped_at timestamptz,
  -- Of a settlement.
  due_on date,
  claimed_amount numeric(16, 2) not null default 0,
  confirmed_amount numeric(16, 2) not null default 0,
  deducted_amount numeric(16, 2) not null default 0,
  net_amount numeric(16, 2) not null default 0,
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
  foreign key (group_id, org_id) references org (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, partner_id) references partner (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, carrier_id) references partner (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, claim_id) references claim_document (group_id, id) on delete restrict deferrable initially deferred
);
create index claim_document_list on claim_document (group_id, org_id, kind, biz_date desc, id desc);
create index claim_document_partner on claim_document (group_id, partner_id, kind);
create index claim_document_claim on claim_document (group_id, claim_id) where claim_id is not null;
select shared.guard_tenant('claim_document');

-- A tag a piece: parts that came off cars, and where each of them is.
create table old_part (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  tag_no text not null,
  bill_id bigint not null,
  bill_line_id bigint not null,
  part_id bigint not null,
  serial_no text not null default '',
  state text not null default 'stored' check (state in ('stored', 'packed', 'shipped', 'accepted', 'refused', 'lost', 'scrapped')),
  warehouse_id bigint,
  location_id bigint,
  remark text not null default '',
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (group_id, id),
  unique (group_id, tag_no),
  foreign key (group_id, org_id) references org (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, bill_id) references repair_document (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, bill_line_id) references repair_line (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, part_id) references part (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, warehouse_id) references warehouse (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, location_id) references location (group_id, id) on delete restrict deferrable initially deferred
);
create index old_part_bill on old_part (group_id, bill_id);
create index old_part_line on old_part (group_id, bill_line_id);
create index old_part_state on old_part (group_id, org_id, state, id desc);
select shared.guard_tenant('old_part');

-- Every step of an old part: who moved it, when, by which document and why.
create table old_part_step (
  group_id bigint not null,
  id bigint generated always as identity,
  old_part_id bigint not null,
  at timestamptz not null default now(),
  user_id bigint not null,
  state text not null,
  doc_kind text,
  doc_id bigint,
  place text not null default '',
  reason text not null default '',
  primary key (group_id, id),
  foreign key (group_id, old_part_id) references old_part (group_id, id) on delete restrict deferrable initially deferred
);
create index old_part_step_of on old_part_step (group_id, old_part_id, id);
select shared.guard_tenant('old_part_step');

create table claim_line (
  group_id bigint not null,
  id bigint generated always as identity,
  document_id bigint not null,
  section text not null check (section in ('bills', 'verdicts', 'tags', 'deductions')),
  line_no int not null,
  -- The 三包单, its line, or the old part that it is about.
  bill_id bigint,
  bill_line_id bigint,
  old_part_id bigint,
  -- Money, 2 decimals. Of a claim and a settlement what the bill came to; of a verdict what the line was worth before it.
  claimed_amount numeric(16, 2) not null default 0,
  before_amount numeric(16, 2) not null default 0,
  confirmed_amount numeric(16, 2) not null default 0,
  -- Who bears what is not agreed to.
  rest text check (rest in ('shop', 'customer')),
  -- A verdict after an appeal.
  is_appeal boolean not null default false,
  -- Of a settlement: what he keeps back, and what for.
  deduction text check (deduction in ('old_part', 'sampling', 'other')),
  amount numeric(16, 2) not null default 0,
  -- Of an old part: what became of it.
  result text check (result in ('accepted', 'refused', 'lost')),
  reason text not null default '',
  remark text not null default '',
  primary key (group_id, id),
  foreign key (group_id, document_id) references claim_document (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, bill_id) references repair_document (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, bill_line_id) references repair_line (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, old_part_id) references old_part (group_id, id) on delete restrict deferrable initially deferred
);
create index claim_line_document on claim_line (group_id, document_id, section, line_no);
create index claim_line_bill on claim_line (group_id, bill_id) where bill_id is not null;
create index claim_line_bill_line on claim_line (group_id, bill_line_id) where bill_line_id is not null;
create index claim_line_old_part on claim_line (group_id, old_part_id) where old_part_id is not null;
select shared.guard_tenant('claim_line');

-- What a manufacturer changes of what he was billed.
alter table pnl_ledger drop constraint pnl_ledger_kind_check;
alter table pnl_ledger add constraint pnl_ledger_kind_check check (kind in ('revenue_part', 'revenue_labour', 'revenue_other', 'revenue_internal',
  'warranty_revenue', 'warranty_diff', 'discount', 'cogs_part', 'cogs_outsource', 'internal_expense', 'stock_variance', 'stock_loss', 'stock_gain',
  'other_income', 'other_expense', 'card_breakage'));
