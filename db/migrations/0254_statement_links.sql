-- A statement that a partner was asked to confirm by a link: whose it is, of which account and days. What it says is read from the books.
create table partner_statement (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  side text not null check (side in ('AR', 'AP')),
  partner_id bigint not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  created_by bigint not null,
  created_at timestamptz not null default now(),
  primary key (group_id, id),
  -- Asked again for the same days, it is the same statement.
  unique (group_id, org_id, side, partner_id, from_day, to_day),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, partner_id) references partner (group_id, id),
  foreign key (group_id, created_by) references app_user (group_id, id)
);
select shared.guard_tenant('partner_statement');

-- A line that the partner says is not so, with his words; open until somebody has answered him.
create table statement_dispute (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  statement_id bigint not null,
  side text not null check (side in ('AR', 'AP')),
  partner_id bigint not null,
  -- The document of the line.
  doc_kind text not null,
  doc_id bigint not null,
  -- The line as he read it, and what he says to it.
  line_text text not null,
  reason text not null,
  raised_at timestamptz not null default now(),
  reply text,
  resolved_at timestamptz,
  resolved_by bigint,
  version int not null default 1,
  primary key (group_id, id),
  check ((resolved_at is null) = (reply is null)),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, partner_id) references partner (group_id, id),
  foreign key (group_id, statement_id) references partner_statement (group_id, id),
  foreign key (group_id, resolved_by) references app_user (group_id, id)
);
select shared.guard_tenant('statement_dispute');
create index statement_dispute_statement on statement_dispute (group_id, statement_id);
create index statement_dispute_open on statement_dispute (group_id, org_id, side, doc_kind, doc_id) where resolved_at is null;
