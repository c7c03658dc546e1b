-- How a manufacturer wants the sheet of a claim: its columns in order, one row a line or one a bill (business/three-guarantees 4.3).

create table claim_layout (
  group_id bigint not null,
  manufacturer_id bigint not null,
  name text not null,
  sheet_name text not null default '索赔明细',
  rows_of text not null check (rows_of in ('line', 'bill')),
  -- [{heading, field}] in order.
  columns jsonb not null,
  version int not null default 1,
  primary key (group_id, manufacturer_id),
  foreign key (group_id, manufacturer_id) references partner (group_id, id) on delete restrict deferrable initially deferred
);
select shared.guard_tenant('claim_layout');
