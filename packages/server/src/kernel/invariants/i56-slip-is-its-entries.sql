-- 已过账收付款单、核销单的明细、收付方式和预收预付 = 流水，未过账的没有流水
-- What was given up and is owed again is the opposite of a settlement. What a red slip settles against its blue one names the other item and is no item of the slip. The account on the other end of a transfer has its amount; what a
-- slip does in the books of a sister is I24.
with slip as (
  select * from money_slip where group_id = $1
), posted as (
  select id, case when purpose = 'bad_debt_back' then -1 else 1 end as sign from money_slip where group_id = $1 and posted_at is not null
), settling as (
  select distinct kind from money_slip where group_id = $1
), tendered as (
  select slip_id, store_account_id, sum(amount) as amount, sum(fee) as fee from money_slip_tender where group_id = $1 group by 1, 2
)
select m.org_id, m.bill_no, 'item' as entry, open_item_id as of_id, s.amount, s.discount, w.amount as ledger, w.discount as discounts
from (
  select p.id, s.open_item_id, sum(p.sign * s.amount) as amount, sum(s.discount) as discount
  from money_slip_item s join posted p on p.id = s.slip_id where s.group_id = $1 group by 1, 2
) s
full join (
  select w.doc_id as id, w.open_item_id, sum(w.amount) as amount, sum(w.discount) as discount
  from write_off_line w join settling k on k.kind = w.doc_kind
  where w.group_id = $1 and w.counter_item_id is null group by 1, 2
) w using (id, open_item_id)
join slip m on m.id = coalesce(s.id, w.id)
where coalesce(s.amount, 0) <> coalesce(w.amount, 0) or coalesce(s.discount, 0) <> coalesce(w.discount, 0)
union all
select m.org_id, m.bill_no, 'tender', store_account_id, t.amount, t.fee, a.amount, null
from (
  select p.id, t.store_account_id, t.amount, t.fee from tendered t join posted p on p.id = t.slip_id
) t
full join (
  select a.doc_id as id, a.store_account_id, sum(a.amount) as amount
  from account_ledger a join settling k on k.kind = a.doc_kind where a.group_id = $1 group by 1, 2
) a using (id, store_account_id)
join slip m on m.id = coalesce(t.id, a.id)
where not (t.id is null and a.store_account_id = m.counter_account_id and a.amount = m.total)
  and coalesce(a.amount, 0) not in (coalesce(t.amount, 0) - coalesce(t.fee, 0), -coalesce(t.amount, 0) - coalesce(t.fee, 0))
union all
select m.org_id, m.bill_no, 'advance', m.partner_id, case when m.side in ('ADV_IN', 'ADV_OUT') then m.total else m.advance end, null,
  sum(l.amount), null
from slip m
left join partner_ledger l on l.group_id = m.group_id and l.org_id = m.org_id and l.doc_kind = m.kind and l.doc_id = m.id and l.account in ('ADV_IN', 'ADV_OUT')
group by m.org_id, m.bill_no, m.partner_id, m.side, m.total, m.advance, m.posted_at
having coalesce(sum(l.amount), 0)
    <> case when m.posted_at is null then 0 when m.side in ('ADV_IN', 'ADV_OUT') then m.total else m.advance end
  or bool_or(l.id is not null and l.partner_id is distinct from m.partner_id) or bool_or(m.side is not null and l.account <> m.side)
union all
select m.org_id, m.bill_no, l.kind, l.id, l.amount, null, null, null
from partner_ledger l
join slip m on m.kind = l.doc_kind and m.id = l.doc_id and m.org_id = l.org_id
left join (select distinct slip_id from tendered) t on t.slip_id = m.id
where l.group_id = $1 and l.account in ('ADV_IN', 'ADV_OUT') and l.reversal_of is null
  and l.kind <> case when m.side is not null then 'adjust' when t.slip_id is null then 'advance_used' when l.amount < 0 then 'refund' else 'advance' end
