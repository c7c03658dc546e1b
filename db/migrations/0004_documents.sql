-- Documents that order, move or value parts, and what every document shares: numbers, idempotency, the audit trail.

create table document_counter (
  group_id bigint not null,
  org_id bigint not null,
  prefix text not null,
  day date not null,
  last_no int not null,
  primary key (group_id, org_id, prefix, day)
);

create table idempotency_key (
  group_id bigint not null,
  key text not null,
  user_id bigint not null,
  request_hash text not null,
  -- The answer of the first request; null while that request runs.
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (group_id, key)
);
create index idempotency_key_age on idempotency_key (created_at);

create table audit_log (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint,
  at timestamptz not null default now(),
  user_id bigint,
  -- What was changed: a document kind or a master's name, and its row.
  entity text not null,
  entity_id bigint not null,
  action text not null,
  from_state text,
  to_state text,
  reason text not null default '',
  -- Fields that changed, {field: [before, after]}, or what the action carried.
  detail jsonb,
  device_id text not null default '',
  ip text not null default '',
  request_id text not null default '',
  primary key (group_id, id)
);
create index audit_log_entity on audit_log (group_id, entity, entity_id, id);

create table goods_document (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
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
  warehouse_id bigint not null,
  department_id bigint,
  handler_id bigint,
  salesperson_id bigint,
  settlement_method_id bigint,
  due_on date,
  invoice_kind text not null default 'none' check (invoice_kind in ('special', 'normal', 'none')),
  tax_included boolean not null default true,
  line_count int not null,
  total_qty numeric(16, 4) not null,
  total_amount numeric(16, 2) not null,
  order_discount numeric(16, 2) not null default 0,
  freight numeric(16, 2) not null default 0,
  freight_payer text not null default 'us' check (freight_payer in ('us', 'partner')),
  total_untaxed numeric(16, 2) not null,
  total_tax numeric(16, 2) not null,
  total_taxed numeric(16, 2) not null,
  -- Cost of what was posted, for margins in lists; the ledger is the truth.
  cost_amount numeric(16, 2) not null default 0,
  -- Sum of what later documents have executed of an order.
  executed_qty numeric(16, 4) not null default 0,
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
  -- Fields that single kinds add.
  expected_on date,
  ship_to text,
  carrier_id bigint,
  waybill text,
  packages int,
  cod_amount numeric(16, 2),
  reason text,
  delivery_on date,
  address text,
  deposit numeric(16, 2),
  allow_backorder boolean,
  confirm_state text check (confirm_state in ('pending', 'confirmed', 'part', 'rejected')),
  disposal text check (disposal in ('good', 'scrap')),
  primary key (group_id, id),
  unique (group_id, org_id, bill_no),
  unique (group_id, red_of),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, red_of) references goods_document (group_id, id),
  foreign key (group_id, partner_id) references partner (group_id, id),
  foreign key (group_id, warehouse_id) references warehouse (group_id, id),
  foreign key (group_id, carrier_id) references partner (group_id, id),
  foreign key (group_id, settlement_method_id) references settlement_method (group_id, id)
);
create index goods_document_list on goods_document (group_id, org_id, kind, biz_date desc, id desc);
create index goods_document_state on goods_document (group_id, org_id, kind, state, biz_date desc);
create index goods_document_partner on goods_document (group_id, org_id, partner_id, kind, biz_date desc);
create index goods_document_no on goods_document (group_id, bill_no text_pattern_ops);

create table goods_document_line (
  group_id bigint not null,
  id bigint generated always as identity,
  document_id bigint not null,
  line_no int not null,
  part_id bigint not null,
  -- The part as it was when the line was saved.
  part_code text not null,
  part_name text not null,
  brand_name text not null default '',
  spec text not null default '',
  unit_name text not null default '',
  warehouse_id bigint not null,
  location_id bigint,
  batch_no text not null default '',
  qty numeric(10, 4) not null,
  aux_unit_id bigint,
  aux_qty numeric(10, 4),
  price numeric(14, 4) not null default 0,
  price_source text not null default 'manual',
  discount_rate numeric(7, 4) not null default 1,
  amount numeric(16, 2) not null default 0,
  net_amount numeric(16, 2) not null default 0,
  -- The user typed the net amount; the price was computed back from it.
  is_net_typed boolean not null default false,
  tax_rate numeric(7, 4) not null default 0,
  untaxed numeric(16, 2) not null default 0,
  tax numeric(16, 2) not null default 0,
  taxed numeric(16, 2) not null default 0,
  discount_share numeric(16, 2) not null default 0,
  discount_share_untaxed numeric(16, 2) not null default 0,
  source_line_id bigint,
  executed_qty numeric(10, 4) not null default 0,
  returned_qty numeric(10, 4) not null default 0,
  closed_qty numeric(10, 4) not null default 0,
  -- What the warehouse counted when it posted (two desks).
  received_qty numeric(10, 4),
  unit_cost numeric(18, 6),
  cost_amount numeric(16, 2) not null default 0,
  produced_on date,
  remark text not null default '',
  primary key (group_id, id),
  unique (group_id, document_id, line_no),
  foreign key (group_id, document_id) references goods_document (group_id, id),
  foreign key (group_id, part_id) references part (group_id, id),
  foreign key (group_id, warehouse_id) references warehouse (group_id, id),
  foreign key (group_id, location_id) references location (group_id, id),
  foreign key (group_id, source_line_id) references goods_document_line (group_id, id)
);
create index goods_document_line_part on goods_document_line (group_id, part_id, document_id);
create index goods_document_line_source on goods_document_line (group_id, source_line_id) where source_line_id is not null;

select shared.guard_tenant(t) from unnest(array[
  'document_counter', 'idempotency_key', 'goods_document', 'goods_document_line'
]::regclass[]) as t;
select shared.guard_ledger('audit_log');
