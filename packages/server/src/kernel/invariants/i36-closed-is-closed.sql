-- 结账以后，已结账期间没有再记账
-- Of a month that was reopened and closed again the last closing counts. The time of an entry is when its transaction began.
select l.org_id, l.entry, l.id, l.period, l.posted_at, c.month, c.closed_at
from (
  select org_id, 'stock_ledger' as entry, id, period, posted_at from stock_ledger where group_id = $1
  union all
  select org_id, 'wip_ledger', id, period, posted_at from wip_ledger where group_id = $1
  union all
  select org_id, 'partner_ledger', id, period, posted_at from partner_ledger where group_id = $1
  union all
  select org_id, 'account_ledger', id, period, posted_at from account_ledger where group_id = $1
  union all
  select org_id, 'pnl_ledger', id, period, posted_at from pnl_ledger where group_id = $1
  union all
  select org_id, 'card_ledger', id, period, posted_at from card_ledger where group_id = $1
  union all
  select org_id, 'card_item_ledger', id, period, posted_at from card_item_ledger where group_id = $1
) l
join period_close c on c.group_id = $1 and c.org_id = l.org_id and c.reopened_at is null and c.month >= l.period and c.closed_at < l.posted_at
