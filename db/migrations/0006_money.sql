-- Documents that move money or settle open items without money.

create table money_slip (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  -- collection, payment, write_off, balance_adjustment
  kind text not null,
  bill_no text not null,
  biz_date date not null,
  period int not null,
  state text not null default 'draft' check (
    state in ('draft', 'submitted', 'approved', 'partial', 'done', 'closed', 'voided', 'reversed')),
  version int not null default 1,
  revision int not null default 0,
  is_red boolean not null default false,
  red_of bigint,
  partner_id bigint not null,
  -- Who really paid, when it is not the partner.
  payer_id bigint,
  -- collection and payment: trade, advance, deposit, refund, other; write_off: its kind; adjustment: its kind.
  purpose text not null,
  total numeric(16, 2) not null default 0,
  fee numeric(16, 2) not null default 0,
  written_off numeric(16, 2) not null default 0,
  discount numeric(16, 2) not null default 0,
  advance numeric(16, 2) not null default 0,
  -- The order that an advance or a deposit belongs to.
  source_kind text,
  source_id bigint,
  department_id bigint,
  handler_id bigint,
  salesperson_id bigint,
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
  unique (group_id, red_of),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, red_of) references money_slip (group_id, id),
  foreign key (group_id, partner_id) references partner (group_id, id),
  foreign key (group_id, payer_id) references partner (group_id, id)
);
create index money_slip_list on money_slip (group_id, org_id, kind, biz_date desc, id desc);
create index money_slip_partner on money_slip (group_id, org_id, partner_id, biz_date desc);

create table money_slip_tender (
  group_id bigint not null,
  id bigint generated always as identity,
  slip_id bigint not null,
  line_no int not null,
  store_account_id bigint not null,
  amount numeric(16, 2) not null,
  fee numeric(16, 2) not null default 0,
  trade_no text not null default '',
  primary key (group_id, id),
  unique (group_id, slip_id, line_no),
  foreign key (group_id, slip_id) references money_slip (group_id, id),
  foreign key (group_id, store_account_id) references store_account (group_id, id)
);

create table money_slip_item (
  group_id bigint not null,
  id bigint generated always as identity,
  slip_id bigint not null,
  line_no int not null,
  open_item_id bigint not null,
  amount numeric(16, 2) not null,
  discount numeric(16, 2) not null default 0,
  primary key (group_id, id),
  unique (group_id, slip_id, line_no),
  foreign key (group_id, slip_id) references money_slip (group_id, id),
  foreign key (group_id, open_item_id) references open_item (group_id, id)
);

select shared.guard_tenant(t) from unnest(array['money_slip', 'money_slip_tender', 'money_slip_item']::regclass[]) as t;
