-- 已完成的收付款单 = 账户流水金额
-- Money comes in or goes out, and the fee is paid in either case; that the slip's other entries go the same way is I57. What stands on a
-- partner's account moves no money. What goes from one account to another of the same organisation costs the fee alone.
select m.org_id, m.bill_no, m.state, m.total, m.fee, coalesce(a.amount, 0) as ledger
from money_slip m
left join (select doc_kind, doc_id, sum(amount) as amount from account_ledger where group_id = $1 group by 1, 2) a
  on a.doc_kind = m.kind and a.doc_id = m.id
where m.group_id = $1 and m.kind in (select distinct doc_kind from account_ledger where group_id = $1)
  and case when m.posted_at is null or m.side is not null then coalesce(a.amount, 0) <> 0
    when m.counter_account_id is not null then coalesce(a.amount, 0) <> -m.fee
    else coalesce(a.amount, 0) not in (m.total - m.fee, -m.total - m.fee) end
