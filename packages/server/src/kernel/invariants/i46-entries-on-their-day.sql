-- 流水净额只落在已过账单据的业务日期、期间和部门，未过账单据净额为零
-- What a document undoes keeps the day of that posting; the entries of the day come to nothing. An internal expense may be another
-- department's. What an undone entry of goods
-- left in its pool is a variance on both sides. A bill to a manufacturer that was given up has a second day, that of giving up.
with doc as (
  select kind, id, biz_date, period, department_id from document where posted_at is not null
  union all
  select kind, id, closed_on, extract(year from closed_on) * 100 + extract(month from closed_on), department_id
  from repair_document where group_id = $1 and state = 'closed' and closed_on is not null
), entry as (
  select org_id, doc_kind, doc_id, biz_date, period, qty, value + variance as value, variance, '' as account, 0 as amount, 0 as taxed,
    null::bigint as department_id, false as is_profit
  from stock_ledger where group_id = $1
  union all
  select org_id, doc_kind, doc_id, biz_date, period, qty, value, 0, 'work in progress', 0, 0, null, false
  from wip_ledger where group_id = $1
  union all
  select org_id, doc_kind, doc_id, biz_date, period, 0, 0, case kind when 'stock_variance' then amount else 0 end, kind,
    case kind when 'stock_variance' then 0 else amount end, amount_taxed, department_id, kind <> 'internal_expense'
  from pnl_ledger where group_id = $1
  union all
  select org_id, doc_kind, doc_id, biz_date, period, 0, 0, 0, concat('commission:', employee_id), amount, base, null, false
  from commission_entry where group_id = $1
  union all
  select org_id, doc_kind, doc_id, biz_date, period, points, 0, 0, concat('card:', card_id), principal, gift, null, false
  from card_ledger where group_id = $1
  union all
  select org_id, doc_kind, doc_id, biz_date, period, times, 0, 0, concat('card item:', card_item_id), value, 0, null, false
  from card_item_ledger where group_id = $1
  union all
  select org_id, doc_kind, doc_id, biz_date, period, 0, 0, 0, account, amount, 0, null, false from partner_ledger where group_id = $1
  union all
  select org_id, doc_kind, doc_id, biz_date, period, 0, 0, 0, 'cash', amount, 0, null, false from account_ledger
  where group_id = $1 and doc_kind <> 'opening_correction'
  union all
  select org_id, doc_kind, doc_id, biz_date, extract(year from biz_date) * 100 + extract(month from biz_date), 0, 0, 0, 'write-off',
    amount, discount, null, false
  from write_off_line where group_id = $1
), off as (
  select e.* from entry e
  left join doc d on d.kind = e.doc_kind and d.id = e.doc_id and d.biz_date = e.biz_date and d.period = e.period
    and (not e.is_profit or d.department_id is not distinct from e.department_id)
  where d.id is null
)
select org_id, doc_kind, doc_id, biz_date, period, sum(qty) as qty, sum(value) as value, sum(amount) as amount
from (
  select org_id, doc_kind, doc_id, biz_date, period, case account when 'stock_variance' then '' else account end as account,
    sum(qty) as qty, sum(value) as value, sum(variance) as variance, sum(amount) as amount, sum(taxed) as taxed
  from off group by 1, 2, 3, 4, 5, 6, department_id
) sums
where qty <> 0 or value <> 0 or variance <> 0 or amount <> 0 or taxed <> 0
group by org_id, doc_kind, doc_id, biz_date, period
