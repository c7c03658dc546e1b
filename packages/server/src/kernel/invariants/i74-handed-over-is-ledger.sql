-- 已交款的日结 = 当日该收款人的账户流水
-- What was declared is what the day's movements of whoever posted them come to, its posted difference among them. What was opened again keeps no difference. Its accounts say that they may be
-- closed until that day.
select t.org_id, t.bill_no, t.state, s.store_account_id, s.declared, s.ledger
from till_day t
join (
  select till_day_id, store_account_id, max(declared) as declared, sum(amount) as ledger, bool_and(is_even) as is_even
  from (
    select a.till_day_id, a.store_account_id, a.declared, null::numeric as amount, a.declared - a.ledger = a.difference as is_even
    from till_day_account a where a.group_id = $1
    union all
    select d.id, l.store_account_id, null, l.amount, true
    from till_day d
    join money_slip m on m.group_id = d.group_id and m.org_id = d.org_id and coalesce(m.poster_id, m.creator_id) = d.user_id
    join account_ledger l on l.group_id = m.group_id and l.doc_kind = m.kind and l.doc_id = m.id and l.org_id = d.org_id and l.biz_date = d.biz_date
    where d.group_id = $1 and d.state = 'sealed'
  ) one group by till_day_id, store_account_id
) s on s.till_day_id = t.id
where t.group_id = $1 and (not s.is_even or t.state = 'sealed' and coalesce(s.declared, 0) <> coalesce(s.ledger, 0))
union all
select t.org_id, t.bill_no, m.bill_no, null, null, m.total
from till_day t
join money_slip m on m.group_id = t.group_id and m.maker_kind = 'till_day' and m.made_by = t.id
where t.group_id = $1 and t.state = 'reopened' and m.posted_at is not null
union all
select t.org_id, t.bill_no, t.state, a.store_account_id, a.declared, a.ledger
from till_day t
join till_day_account a on a.group_id = t.group_id and a.till_day_id = t.id
join store_account s on s.group_id = a.group_id and s.id = a.store_account_id
where t.group_id = $1 and t.state = 'sealed' and (s.sealed_until is null or s.sealed_until < t.biz_date)
