-- 账户余额 = 期初 + 流水之和，结存逐笔连续，不透支
select a.org_id, a.name, a.opening_balance + coalesce(sum(l.amount), 0) as ledger, a.balance
from store_account a left join account_ledger l on l.group_id = a.group_id and l.store_account_id = a.id
where a.group_id = $1
group by a.org_id, a.id, a.name, a.opening_balance, a.balance, a.allow_overdraft
having a.balance <> a.opening_balance + coalesce(sum(l.amount), 0) or (a.balance < 0 and not a.allow_overdraft)
union all
select org_id, name, running, balance_after
from (
  select l.org_id, a.name, l.balance_after,
    a.opening_balance + sum(l.amount) over (partition by l.store_account_id order by l.id) as running
  from account_ledger l join store_account a on a.group_id = l.group_id and a.id = l.store_account_id
  where l.group_id = $1
) rows
where running <> balance_after
