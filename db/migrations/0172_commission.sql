-- What employees earn by commission, line by line of what was settled. It is no part of the double entry: it is paid with the wages.

create table commission_entry (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  employee_id bigint not null,
  role text not null check (role in ('technician', 'adviser', 'material')),
  biz_date date not null,
  period int not null,
  posted_at timestamptz not null default now(),
  doc_kind text not null,
  doc_id bigint not null,
  -- The line of the document; empty for what is earned on the whole of it.
  line_id bigint,
  -- What it is a share of, the own part of it, and the rate of that: a fraction, or yuan a unit where the base is units.
  base numeric(16, 4) not null,
  share numeric(7, 4) not null check (share between 0 and 1),
  rate numeric(14, 4) not null check (rate >= 0),
  amount numeric(16, 2) not null,
  reversal_of bigint,
  -- The entry that this one takes back a part of, after a refund or rework: that of an earlier document.
  clawback_of bigint,
  primary key (group_id, id),
  foreign key (group_id, employee_id) references employee (group_id, id)
);
create unique index commission_entry_group_id_reversal_of_key on commission_entry (group_id, reversal_of) where reversal_of is not null;
create index commission_entry_clawback on commission_entry (group_id, clawback_of) where clawback_of is not null;
create index commission_entry_doc on commission_entry (group_id, doc_kind, doc_id);
create index commission_entry_employee on commission_entry (group_id, org_id, employee_id, biz_date);
select shared.guard_ledger('commission_entry');
