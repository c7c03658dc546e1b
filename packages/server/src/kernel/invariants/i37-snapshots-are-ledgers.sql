-- 结账快照 = 上期快照 + 本期流水，已结账的期间连续
-- Month by month, from what was closed before: so each closing is the opening of the next, and all of the ledger up to it. A figure and
-- what it is made of stand here with opposite signs, and come to nothing.
with closed as (
  select org_id, month, lag(month) over months as former, lead(month) over months as next
  from period_close where group_id = $1 and reopened_at is null
  window months as (partition by org_id order by month)
), entry as (
  select c.org_id, c.month, 'stock_period' as book, l.warehouse_id as of_id, l.part_id::text as of_name, l.qty as first, l.value as second, 0 as third
  from stock_ledger l join closed c on c.org_id = l.org_id and l.period <= c.month and l.period > coalesce(c.former, 0)
  where l.group_id = $1
  union all
  select s.org_id, s.month, 'stock_period', s.warehouse_id, s.part_id::text, -s.qty, -s.value, 0 from stock_period s where s.group_id = $1
  union all
  select s.org_id, c.next, 'stock_period', s.warehouse_id, s.part_id::text, s.qty, s.value, 0
  from stock_period s join closed c on c.org_id = s.org_id and c.month = s.month and c.next is not null
  where s.group_id = $1
  union all
  select c.org_id, c.month, 'partner_period' as book, l.partner_id as of_id, l.account::text as of_name, l.amount, 0, 0
  from partner_ledger l join closed c on c.org_id = l.org_id and l.period <= c.month and l.period > coalesce(c.former, 0)
  where l.group_id = $1
  union all
  select s.org_id, s.month, 'partner_period', s.partner_id, s.account::text, -s.balance, 0, 0 from partner_period s where s.group_id = $1
  union all
  select s.org_id, c.next, 'partner_period', s.partner_id, s.account::text, s.balance, 0, 0
  from partner_period s join closed c on c.org_id = s.org_id and c.month = s.month and c.next is not null
  where s.group_id = $1
  union all
  select c.org_id, c.month, 'account_period' as book, l.store_account_id as of_id, '' as of_name, l.amount, 0, 0
  from account_ledger l join closed c on c.org_id = l.org_id and l.period <= c.month and l.period > coalesce(c.former, 0)
  where l.group_id = $1
  union all
  select c.org_id, c.month, 'account_period', a.id, '', a.opening_balance, 0, 0
  from store_account a join closed c on c.org_id = a.org_id
    and extract(year from a.opening_on) * 100 + extract(month from a.opening_on) between coalesce(c.former, 0) + 1 and c.month
  where a.group_id = $1
  union all
  select s.org_id, s.month, 'account_period', s.store_account_id, '', -s.balance, 0, 0 from account_period s where s.group_id = $1
  union all
  select s.org_id, c.next, 'account_period', s.store_account_id, '', s.balance, 0, 0
  from account_period s join closed c on c.org_id = s.org_id and c.month = s.month and c.next is not null
  where s.group_id = $1
  union all
  select c.org_id, c.month, 'card_period' as book, l.card_id as of_id, '' as of_name, l.principal, l.gift, l.points
  from card_ledger l join closed c on c.org_id = l.org_id and l.period <= c.month and l.period > coalesce(c.former, 0)
  where l.group_id = $1
  union all
  select s.org_id, s.month, 'card_period', s.card_id, '', -s.principal, -s.gift, -s.points from card_period s where s.group_id = $1
  union all
  select s.org_id, c.next, 'card_period', s.card_id, '', s.principal, s.gift, s.points
  from card_period s join closed c on c.org_id = s.org_id and c.month = s.month and c.next is not null
  where s.group_id = $1
  union all
  select c.org_id, c.month, 'card_item_period' as book, l.card_item_id as of_id, '' as of_name, l.times, l.value, 0
  from card_item_ledger l join closed c on c.org_id = l.org_id and l.period <= c.month and l.period > coalesce(c.former, 0)
  where l.group_id = $1
  union all
  select s.org_id, s.month, 'card_item_period', s.card_item_id, '', -s.times, -s.value, 0 from card_item_period s where s.group_id = $1
  union all
  select s.org_id, c.next, 'card_item_period', s.card_item_id, '', s.times, s.value, 0
  from card_item_period s join closed c on c.org_id = s.org_id and c.month = s.month and c.next is not null
  where s.group_id = $1
)
select org_id, month, book, of_id, of_name, sum(first) as first, sum(second) as second, sum(third) as third
from entry group by org_id, month, book, of_id, of_name
having sum(first) <> 0 or sum(second) <> 0 or sum(third) <> 0
union all
-- Months are closed one after the other, and the organisation knows the last of them.
select o.org_id, coalesce(o.closed_month, c.month), 'period_close', c.month, '', null, null, null
from (select id as org_id, closed_month from org where group_id = $1) o
full join (select org_id, max(month) as month from closed group by org_id) c on c.org_id = o.org_id
where o.closed_month is distinct from c.month
union all
select org_id, month, 'period_close', former, '', null, null, null
from closed where month <> case former % 100 when 12 then former + 89 else former + 1 end
