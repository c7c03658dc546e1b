-- 期间是业务日期所在的月份
select org_id, entry, id, biz_date, period
from (
  select org_id, kind as entry, id, biz_date, period from document
  union all
  select org_id, 'stock_ledger', id, biz_date, period from stock_ledger where group_id = $1
  union all
  select org_id, 'wip_ledger', id, biz_date, period from wip_ledger where group_id = $1
  union all
  select org_id, 'partner_ledger', id, biz_date, period from partner_ledger where group_id = $1
  union all
  select org_id, 'account_ledger', id, biz_date, period from account_ledger where group_id = $1
  union all
  select org_id, 'pnl_ledger', id, biz_date, period from pnl_ledger where group_id = $1
  union all
  select org_id, 'card_ledger', id, biz_date, period from card_ledger where group_id = $1
  union all
  select org_id, 'card_item_ledger', id, biz_date, period from card_item_ledger where group_id = $1
  union all
  select org_id, 'commission_entry', id, biz_date, period from commission_entry where group_id = $1
) entries
where period <> extract(year from biz_date) * 100 + extract(month from biz_date)
