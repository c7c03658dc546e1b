-- 勾对的银行流水 = 账面流水
-- Rows that a match holds have equal sums on both sides and are of its account; no movement that it holds is undone. Its account says that it is reconciled.
select m.org_id, m.id, m.way, s.bank, s.book
from bank_match m
left join (
  select match_id, sum(bank) as bank, sum(book) as book, bool_and(is_own) as is_own
  from (
    select n.match_id, n.amount as bank, 0 as book, n.store_account_id = o.store_account_id as is_own
    from bank_line n
    join bank_match o on o.group_id = n.group_id and o.id = n.match_id
    where n.group_id = $1
    union all
    select e.match_id, 0, l.amount, l.store_account_id = o.store_account_id and r.id is null
    from bank_match_entry e
    join bank_match o on o.group_id = e.group_id and o.id = e.match_id
    join account_ledger l on l.group_id = e.group_id and l.id = e.entry_id
    left join account_ledger r on r.group_id = l.group_id and r.reversal_of = l.id
    where e.group_id = $1
  ) one group by match_id
) s on s.match_id = m.id
where m.group_id = $1 and (s.match_id is null or s.bank <> s.book or not s.is_own)
union all
select m.org_id, m.id, m.way, null, null
from bank_match m join store_account a on a.group_id = m.group_id and a.id = m.store_account_id and not a.is_reconciled
where m.group_id = $1
