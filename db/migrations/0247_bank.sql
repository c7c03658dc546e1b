-- 银行对账: what the bank says of an account, and which of it is which movement in the books.
create table bank_account (
  group_id bigint not null,
  org_id bigint not null,
  store_account_id bigint not null,
  -- What the titles of this account's files mean, as the user said: {"入账": "income", "网点": ""}.
  columns jsonb not null default '{}',
  -- Movements before this day are no part of the reconciliation.
  start_on date not null,
  primary key (group_id, store_account_id),
  foreign key (group_id, store_account_id) references store_account (group_id, id)
);

create table bank_statement (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  store_account_id bigint not null,
  file_name text not null,
  from_day date not null,
  to_day date not null,
  added int not null,
  -- Rows of the file that were there already.
  known int not null,
  creator_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (group_id, id),
  foreign key (group_id, store_account_id) references store_account (group_id, id)
);

create table bank_match (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  store_account_id bigint not null,
  way text not null check (way in ('trade_no', 'amount', 'batch', 'manual')),
  creator_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (group_id, id),
  foreign key (group_id, store_account_id) references store_account (group_id, id)
);

create table bank_line (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  store_account_id bigint not null,
  statement_id bigint not null,
  -- Place in the file, the oldest first.
  line_no int not null,
  biz_date date not null,
  -- What came in; what went out is negative.
  amount numeric(16, 2) not null check (amount <> 0),
  balance numeric(16, 2),
  trade_no text not null default '',
  order_no text not null default '',
  counterparty text not null default '',
  summary text not null default '',
  -- Which of several that are alike.
  nth int not null,
  match_id bigint,
  ignore_reason text not null default '',
  primary key (group_id, id),
  foreign key (group_id, store_account_id) references store_account (group_id, id),
  foreign key (group_id, statement_id) references bank_statement (group_id, id),
  foreign key (group_id, match_id) references bank_match (group_id, id)
);
create unique index bank_line_once on bank_line (group_id, store_account_id, biz_date, amount, trade_no, balance, nth) nulls not distinct;
create index bank_line_open on bank_line (group_id, store_account_id, biz_date) where match_id is null;
create index bank_line_match on bank_line (group_id, match_id) where match_id is not null;

-- Movements of the books that a match holds. The ledger itself is never changed.
create table bank_match_entry (
  group_id bigint not null,
  match_id bigint not null,
  entry_id bigint not null,
  primary key (group_id, entry_id),
  foreign key (group_id, match_id) references bank_match (group_id, id),
  foreign key (group_id, entry_id) references account_ledger (group_id, id)
);
create index bank_match_entry_match on bank_match_entry (group_id, match_id);

select shared.guard_tenant(t) from unnest(array[
  'bank_account', 'bank_statement', 'bank_match', 'bank_line', 'bank_match_entry']::regclass[]) as t;

-- Whether movements of it may be reconciled: read while the account is held, so that most that are undone need not ask.
alter table store_account add column is_reconciled boolean not null default false;
