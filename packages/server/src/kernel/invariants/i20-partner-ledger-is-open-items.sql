-- 往来单位应收应付账 = 未结单据之和
select org_id, partner_id, account, coalesce(l.amount, 0) as ledger, coalesce(i.balance, 0) as open_items, coalesce(b.balance, 0) as shown
from (select org_id, partner_id, account, sum(amount) as amount from partner_ledger where group_id = $1 and account in ('AR', 'AP') group by 1, 2, 3) l
full join (
  select org_id, partner_id, side as account, sum(balance) as balance from open_item where group_id = $1 group by 1, 2, 3
) i using (org_id, partner_id, account)
full join (
  select org_id, partner_id, account, balance from partner_balance where group_id = $1 and account in ('AR', 'AP')
) b using (org_id, partner_id, account)
where coalesce(l.amount, 0) <> coalesce(i.balance, 0) or coalesce(l.amount, 0) <> coalesce(b.balance, 0)
