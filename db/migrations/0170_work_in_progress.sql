-- What has left the stock for a work order and is not settled yet, and who bears what a repair earns and costs.

-- One row is what a movement of stock, or a settlement, does to one material line of a work order. The columns of order and line are plain
-- numbers: documents of a family write here that stands in tables of its own.
create table wip_ledger (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  work_order_id bigint not null,
  -- The material line of the order.
  line_id bigint not null,
  part_id bigint not null,
  biz_date date not null,
  period int not null,
  posted_at timestamptz not null default now(),
  doc_kind text not null,
  doc_id bigint not null,
  -- The line of the document that posts.
  doc_line_id bigint not null,
  -- What enters the work is positive, what leaves it negative.
  qty numeric(10, 4) not null,
  value numeric(16, 2) not null,
  reversal_of bigint,
  primary key (group_id, id)
);
create unique index wip_ledger_group_id_reversal_of_key on wip_ledger (group_id, reversal_of) where reversal_of is not null;
create index wip_ledger_order on wip_ledger (group_id, work_order_id, line_id);
create index wip_ledger_doc on wip_ledger (group_id, doc_kind, doc_id);
select shared.guard_ledger('wip_ledger');

-- Empty for trade, which has one payer.
alter table pnl_ledger add column payer_type text;
alter table pnl_ledger add constraint pnl_ledger_payer_type_check
  check (payer_type in ('customer', 'insurance', 'warranty', 'internal', 'rework', 'gift'));
alter table pnl_ledger drop constraint pnl_ledger_kind_check;
alter table pnl_ledger add constraint pnl_ledger_kind_check check (kind in ('revenue_part', 'revenue_labour', 'revenue_other', 'revenue_internal',
  'warranty_revenue', 'discount', 'cogs_part', 'cogs_outsource', 'internal_expense', 'stock_variance', 'stock_loss', 'stock_gain',
  'other_income', 'other_expense'));
