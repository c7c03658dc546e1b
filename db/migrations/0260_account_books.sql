-- 账簿凭证 (business/books): accounts and mapping where a group has changed them, and what was exported of the vouchers. The vouchers
-- themselves are made of the ledgers.

create table book_setting (
  group_id bigint not null,
  -- [{code, name, side}] and {event: code}.
  accounts jsonb not null,
  mapping jsonb not null,
  version int not null,
  primary key (group_id)
);

create table book_export (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  month int not null,
  creator_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (group_id, id),
  foreign key (group_id, org_id) references org (group_id, id)
);
create index book_export_month on book_export (group_id, org_id, month, id desc);

-- Lines that were exported, as they were. A later export adds what has changed since.
create table book_line (
  group_id bigint not null,
  org_id bigint not null,
  month int not null,
  no int not null,
  line_no int not null,
  export_id bigint not null,
  doc_kind text not null,
  doc_id bigint not null,
  bill_no text not null,
  biz_date date not null,
  summary text not null,
  is_correction boolean not null,
  account_code text not null,
  account_name text not null,
  partner_id bigint,
  department_id bigint,
  -- One of them: what stands on the left or on the right, negative where it is written in red.
  debit numeric(16, 2),
  credit numeric(16, 2),
  primary key (group_id, org_id, month, no, line_no),
  check ((debit is null) <> (credit is null)),
  foreign key (group_id, export_id) references book_export (group_id, id)
);
create index book_line_export on book_line (group_id, export_id);

select shared.guard_tenant('book_setting');
select shared.guard_ledger(t) from unnest(array['book_export', 'book_line']::regclass[]) as t;
