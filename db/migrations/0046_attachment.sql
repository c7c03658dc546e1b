-- Files that belong to documents: pictures of damaged goods, signed delivery notes, suppliers' bills.

create table attachment (
  group_id bigint not null,
  id bigint generated always as identity,
  -- Kind and id of the document; goods and money documents have tables of their own, so no key can hold both.
  owner_kind text not null,
  owner_id bigint not null,
  file_name text not null,
  content_type text not null default '',
  byte_count int not null default 0,
  -- A ticket until its content has come; good for who took it, for some minutes.
  is_stored boolean not null default false,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  primary key (group_id, id),
  foreign key (group_id, created_by) references app_user (group_id, id)
);
create index attachment_owner on attachment (group_id, owner_kind, owner_id);

select shared.guard_tenant('attachment');
