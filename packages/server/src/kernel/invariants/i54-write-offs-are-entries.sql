-- 核销明细 = 往来流水，逐单据、逐笔、逐方式
select org_id, doc_kind, doc_id, open_item_id, biz_date, kind, coalesce(w.amount, 0) as written_off, coalesce(l.amount, 0) as ledger
from (
  select org_id, doc_kind, doc_id, open_item_id, biz_date, kind, sum(amount) as amount
  from (
    select org_id, doc_kind, doc_id, open_item_id, biz_date, tender as kind, amount from write_off_line where group_id = $1
    union all
    select org_id, doc_kind, doc_id, open_item_id, biz_date, 'discount', discount from write_off_line where group_id = $1
  ) lines
  group by 1, 2, 3, 4, 5, 6
) w
full join (
  select org_id, doc_kind, doc_id, open_item_id, biz_date, kind, sum(amount) as amount
  from partner_ledger where group_id = $1 and account in ('AR', 'AP') and kind not in ('bill', 'return', 'cancel') group by 1, 2, 3, 4, 5, 6
) l using (org_id, doc_kind, doc_id, open_item_id, biz_date, kind)
where coalesce(w.amount, 0) <> -coalesce(l.amount, 0)
