-- Signed links: what a customer may see and answer without an account, until a day or until somebody ends it (ADR 0194).

create table customer_link (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  -- What it is for, and the one row that it shows.
  purpose text not null,
  subject_kind text not null,
  subject_id bigint not null,
  -- The address is told once; nobody finds it in the database.
  token_hash text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  last_opened_at timestamptz,
  open_count int not null default 0,
  primary key (group_id, id),
  unique (group_id, token_hash),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, created_by) references app_user (group_id, id)
);
select shared.guard_tenant('customer_link');
create index customer_link_subject on customer_link (group_id, purpose, subject_id, id);
-- A new link of a purpose takes the place of the former one.
create unique index customer_link_live on customer_link (group_id, purpose, subject_id) where revoked_at is null;

-- What the customer answered by a link, once, with the picture of his signature.
create table customer_answer (
  group_id bigint not null,
  link_id bigint not null,
  -- Tells a repeat of the same answer from another one.
  content_hash text not null,
  -- What was asked, in the words that he read, and what he said to each: [{lineId, text, agrees}].
  decisions jsonb not null default '[]',
  -- The picture in the file store; it and the decisions are there when the answer is.
  signed_as text not null default '',
  answered_at timestamptz not null default now(),
  primary key (group_id, link_id),
  foreign key (group_id, link_id) references customer_link (group_id, id)
);
select shared.guard_tenant('customer_answer');
