-- 预收预付余额 = 流水之和，且不为负
select org_id, partner_id, account, coalesce(l.amount, 0) as ledger, coalesce(b.balance, 0) as shown
from (
  select org_id, partner_id, account, sum(amount) as amount from partner_ledger where group_id = $1 and account in ('ADV_IN', 'ADV_OUT') group by 1, 2, 3
) l
full join (
  select org_id, partner_id, account, balance from partner_balance where group_id = $1 and account in ('ADV_IN', 'ADV_OUT')
) b using (org_id, partner_id, account)
where coalesce(l.amount, 0) <> coalesce(b.balance, 0) or coalesce(b.balance, 0) < 0
