-- What is paid or comes in every month: rent, wages, a lease. A month of it is made into a draft of other income or expense, once.
create table recurring_money (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  summary text not null,
  direction text not null check (direction in ('in', 'out')),
  category_id bigint not null,
  purpose text not null check (purpose in ('cash', 'owed')),
  amount numeric(16,2) not null check (amount > 0),
  store_account_id bigint,
  partner_id bigint,
  department_id bigint,
  -- Of each month, or its last day where it is shorter; and the months, as YYYYMM.
  day int not null check (day between 1 and 31),
  from_month int not null,
  to_month int check (to_month >= from_month),
  -- Months that were passed over.
  skipped int[] not null default '{}',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (group_id, id),
  check (case when purpose = 'cash' then store_account_id is not null else partner_id is not null end),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, category_id) references expense_category (group_id, id),
  foreign key (group_id, store_account_id) references store_account (group_id, id),
  foreign key (group_id, partner_id) references partner (group_id, id),
  foreign key (group_id, department_id) references department (group_id, id)
);
select shared.guard_tenant('recurring_money');
create index recurring_money_org on recurring_money (group_id, org_id);

-- The month that a slip was made for. One that was voided, or taken back by a red one, leaves the month to be made again.
alter table money_slip add column recurring_id bigint, add column recurring_month int;
alter table money_slip add foreign key (group_id, recurring_id) references recurring_money (group_id, id);
create unique index money_slip_recurring on money_slip (group_id, recurring_id, recurring_month)
  where recurring_id is not null and state not in ('voided', 'reversed');
