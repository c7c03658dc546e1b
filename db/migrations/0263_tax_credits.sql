-- What a taxpayer carried over into a month as it was declared (上期留抵), in place of what the months before it come to.
create table tax_credit (
  group_id bigint not null,
  company_id bigint not null,
  month int not null,
  credit numeric(16, 2) not null check (credit >= 0),
  remark text not null default '',
  set_by bigint not null,
  set_at timestamptz not null default now(),
  primary key (group_id, company_id, month),
  foreign key (group_id, company_id) references company (group_id, id) on delete restrict deferrable initially deferred
);

select shared.guard_tenant('tax_credit');
