-- Invoices that a shop issues and receives, their lines, and which bills they are for.

create table invoice (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  -- The taxpayer; null where the organisation belongs to none yet.
  company_id bigint,
  -- invoice_issued, invoice_received
  kind text not null,
  bill_no text not null,
  biz_date date not null,
  period int not null,
  state text not null default 'draft' check (state in ('draft', 'issued', 'voided', 'reversed')),
  version int not null default 1,
  revision int not null default 0,
  is_red boolean not null default false,
  red_of bigint,
  partner_id bigint not null,
  department_id bigint,
  handler_id bigint,
  salesperson_id bigint,
  -- The other party as it stands on the sheet: the buyer of what is issued, the seller of what is received.
  title text not null,
  tax_no text not null default '',
  address_phone text not null default '',
  bank_account text not null default '',
  sheet_kind text not null check (sheet_kind in ('e_special', 'e_normal', 'p_special', 'p_normal', 'receipt')),
  invoice_code text not null default '',
  invoice_no text not null default '',
  untaxed numeric(16, 2) not null default 0,
  tax numeric(16, 2) not null default 0,
  taxed numeric(16, 2) not null default 0,
  -- Of what is received: whether its tax may be deducted, in which month it is, and how much of it was taken out again.
  is_deductible boolean not null default false,
  certified_month int,
  transferred_out numeric(16, 2) not null default 0,
  transferred_month int,
  reason text not null default '',
  exported_at timestamptz,
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
  foreign key (group_id, org_id) references org (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, company_id) references company (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, partner_id) references partner (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, red_of) references invoice (group_id, id) on delete restrict deferrable initially deferred
);
create index invoice_list on invoice (group_id, org_id, kind, biz_date desc, id desc);
create index invoice_number on invoice (group_id, kind, invoice_no) where invoice_no <> '';

create table invoice_line (
  group_id bigint not null,
  id bigint generated always as identity,
  invoice_id bigint not null,
  line_no int not null,
  name text not null,
  tax_class text not null default '',
  spec text not null default '',
  unit_name text not null default '',
  qty numeric(20, 8),
  -- Without tax.
  price numeric(20, 8),
  untaxed numeric(16, 2) not null,
  tax_rate numeric(7, 4) not null,
  tax numeric(16, 2) not null,
  taxed numeric(16, 2) not null,
  primary key (group_id, id),
  unique (group_id, invoice_id, line_no),
  foreign key (group_id, invoice_id) references invoice (group_id, id) on delete restrict deferrable initially deferred
);

-- How much of which bill an invoice is for. A bill is an open item; a card slip, which may be paid at once, is its own.
create table invoice_link (
  group_id bigint not null,
  id bigint generated always as identity,
  invoice_id bigint not null,
  line_no int not null,
  source_kind text not null,
  source_id bigint not null,
  open_item_id bigint,
  amount numeric(16, 2) not null check (amount <> 0),
  primary key (group_id, id),
  unique (group_id, invoice_id, line_no),
  foreign key (group_id, invoice_id) references invoice (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, open_item_id) references open_item (group_id, id) on delete restrict deferrable initially deferred
);
create index invoice_link_source on invoice_link (group_id, source_kind, source_id);

-- What invoices of any state but 作废 hold of a bill, drafts with them, so that no two are made for the same money.
alter table open_item add column invoiced numeric(16, 2) not null default 0;
create index open_item_uninvoiced on open_item (group_id, org_id, side, biz_date desc, id desc) where original <> invoiced;
alter table money_slip add column invoiced numeric(16, 2) not null default 0;

select shared.guard_tenant(t) from unnest(array['invoice', 'invoice_line', 'invoice_link']::regclass[]) as t;
