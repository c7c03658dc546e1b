-- 已完成的收付款单 = 账户流水金额
select m.org_id, m.bill_no, m.state, case m.kind when 'payment' then -m.total else m.total end - m.fee as slip, coalesce(a.amount, 0) as ledger
from money_slip m
left join (select doc_kind, doc_id, sum(amount) as amount from account_ledger where group_id = $1 group by 1, 2) a
  on a.doc_kind = m.kind and a.doc_id = m.id
where m.group_id = $1 and m.kind in (select distinct doc_kind from account_ledger where group_id = $1)
  and coalesce(a.amount, 0) <> case when m.posted_at is null then 0
    when m.kind = 'payment' then -m.total - m.fee else m.total - m.fee end
