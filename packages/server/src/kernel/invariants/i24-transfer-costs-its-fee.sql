-- 资金转账：两个账户合计 = 负手续费；转给兄弟企业的，对方确认前为预付，确认后双方各记一次
-- Within an organisation the amount leaves one account and arrives on the other. What a sister has confirmed is one slip of hers, that arrived on her account, took
-- what was paid ahead in the sender's books and left both owing; over both of them the accounts have lost the fee alone.
with slip as (
  select m.*, case when m.is_red then 'reversed' else m.state end as stands from money_slip m where m.group_id = $1 and m.account_id is not null
), cash as (
  select doc_kind, doc_id, store_account_id, sum(amount) as amount from account_ledger where group_id = $1 group by 1, 2, 3
), arrived as (
  select a.made_by, count(*) as slips, sum(a.total) as amount, min(a.org_id) as org_id, min(a.counter_org_id) as sender_id
  from slip a where a.made_by is not null and a.posted_at is not null and a.stands = 'done' group by a.made_by
), ahead as (
  select doc_kind, doc_id, org_id, partner_id, sum(amount) as amount from partner_ledger where group_id = $1 and account = 'ADV_OUT' group by 1, 2, 3, 4
)
select m.org_id, m.bill_no, m.state, m.total, m.fee, f.amount as out_amount, t.amount as in_amount
from slip m
left join cash f on f.doc_kind = m.kind and f.doc_id = m.id and f.store_account_id = m.account_id
left join cash t on t.doc_kind = m.kind and t.doc_id = m.id and t.store_account_id = m.counter_account_id
where m.posted_at is not null
  and (m.account_id = m.counter_account_id
    or (m.counter_account_id is not null) <> (m.counter_org_id is null)
    or coalesce(f.amount, 0) <> case when m.made_by is null then -m.total - m.fee else m.total end
    or coalesce(t.amount, 0) <> case when m.counter_account_id is null then 0 else m.total end)
union all
select m.org_id, m.bill_no, m.state, m.total, m.fee, r.slips, r.amount
from slip m
left join arrived r on r.made_by = m.id
where m.made_by is null and m.counter_org_id is not null
  and case when m.stands = 'arrived' then (r.slips, r.amount, r.org_id, r.sender_id) is distinct from (1::bigint, m.total, m.counter_org_id, m.org_id)
    else r.slips is not null end
union all
select m.org_id, m.bill_no, m.state, m.total, m.fee, a.amount, null
from slip m
left join slip s on s.id = m.made_by
left join ahead a on a.doc_kind = m.kind and a.doc_id = m.id and a.org_id = m.counter_org_id
where m.made_by is not null and m.posted_at is not null
  and (s.id is null or a.amount is distinct from -m.total or a.partner_id is distinct from s.partner_id)
