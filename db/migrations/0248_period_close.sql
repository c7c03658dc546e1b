-- Months that organisations have closed (business/closing 1): who closed which, and what stood in the books at its end.

create table period_close (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  -- YYYYMM. The month before the first one stands for all that came before it; it is closed by 启用.
  month int not null,
  -- When the organisation was held against postings, which is later than the transaction began.
  closed_at timestamptz not null,
  -- Nobody: it was closed before closings were kept.
  closed_by bigint,
  -- What was found then, and what whoever closed it said of that.
  checks jsonb not null default '[]',
  remark text not null default '',
  reopened_at timestamptz,
  reopened_by bigint,
  reason text not null default '',
  primary key (group_id, id),
  check ((reopened_at is null) = (reopened_by is null)),
  foreign key (group_id, org_id) references org (group_id, id)
);
create unique index period_close_standing on period_close (group_id, org_id, month) where reopened_at is null;
create index period_close_list on period_close (group_id, org_id, month desc, id desc);

-- What stood in each book when a month was closed: all that was written up to its last day. What came to nothing has no row.
create table stock_period (
  group_id bigint not null,
  org_id bigint not null,
  month int not null,
  warehouse_id bigint not null,
  part_id bigint not null,
  qty numeric(16, 4) not null,
  value numeric(16, 2) not null,
  primary key (group_id, org_id, month, warehouse_id, part_id)
);

create table partner_period (
  group_id bigint not null,
  org_id bigint not null,
  month int not null,
  partner_id bigint not null,
  account text not null check (account in ('AR', 'AP', 'ADV_IN', 'ADV_OUT')),
  balance numeric(16, 2) not null,
  primary key (group_id, org_id, month, partner_id, account)
);

create table account_period (
  group_id bigint not null,
  org_id bigint not null,
  month int not null,
  store_account_id bigint not null,
  balance numeric(16, 2) not null,
  primary key (group_id, org_id, month, store_account_id)
);

-- What the organisation itself has written on cards, its own or those of others; the sum over organisations is what a card holds.
create table card_period (
  group_id bigint not null,
  org_id bigint not null,
  month int not null,
  card_id bigint not null,
  principal numeric(16, 2) not null,
  gift numeric(16, 2) not null,
  points numeric(16, 2) not null,
  primary key (group_id, org_id, month, card_id)
);

create table card_item_period (
  group_id bigint not null,
  org_id bigint not null,
  month int not null,
  card_item_id bigint not null,
  times numeric(10, 4) not null,
  value numeric(16, 2) not null,
  primary key (group_id, org_id, month, card_item_id)
);

select shared.guard_tenant(t) from unnest(array[
  'period_close', 'stock_period', 'partner_period', 'account_period', 'card_period', 'card_item_period'
]::regclass[]) as t;

-- Months that are closed already, from the one before the first.
insert into period_close (group_id, org_id, month, closed_at)
select o.group_id, o.id, m.no / 12 * 100 + m.no % 12 + 1, now()
from org o cross join lateral generate_series(o.start_month / 100 * 12 + o.start_month % 100 - 2,
  o.closed_month / 100 * 12 + o.closed_month % 100 - 1) as m (no)
where o.closed_month is not null;

insert into stock_period
select c.group_id, c.org_id, c.month, l.warehouse_id, l.part_id, sum(l.qty), sum(l.value)
from period_close c join stock_ledger l on l.group_id = c.group_id and l.org_id = c.org_id and l.period <= c.month
group by 1, 2, 3, 4, 5 having sum(l.qty) <> 0 or sum(l.value) <> 0;

insert into partner_period
select c.group_id, c.org_id, c.month, l.partner_id, l.account, sum(l.amount)
from period_close c join partner_ledger l on l.group_id = c.group_id and l.org_id = c.org_id and l.period <= c.month
group by 1, 2, 3, 4, 5 having sum(l.amount) <> 0;

insert into account_period
select group_id, org_id, month, store_account_id, sum(amount)
from (
  select c.group_id, c.org_id, c.month, l.store_account_id, l.amount
  from period_close c join account_ledger l on l.group_id = c.group_id and l.org_id = c.org_id and l.period <= c.month
  union all
  select c.group_id, c.org_id, c.month, a.id, a.opening_balance
  from period_close c join store_account a on a.group_id = c.group_id and a.org_id = c.org_id
    and extract(year from a.opening_on) * 100 + extract(month from a.opening_on) <= c.month
) entries
group by 1, 2, 3, 4 having sum(amount) <> 0;

insert into card_period
select c.group_id, c.org_id, c.month, l.card_id, sum(l.principal), sum(l.gift), sum(l.points)
from period_close c join card_ledger l on l.group_id = c.group_id and l.org_id = c.org_id and l.period <= c.month
group by 1, 2, 3, 4 having sum(l.principal) <> 0 or sum(l.gift) <> 0 or sum(l.points) <> 0;

insert into card_item_period
select c.group_id, c.org_id, c.month, l.card_item_id, sum(l.times), sum(l.value)
from period_close c join card_item_ledger l on l.group_id = c.group_id and l.org_id = c.org_id and l.period <= c.month
group by 1, 2, 3, 4 having sum(l.times) <> 0 or sum(l.value) <> 0;
