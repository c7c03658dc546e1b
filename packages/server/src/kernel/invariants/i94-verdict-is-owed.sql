-- 核赔后保险公司应付 = 核赔金额；赔付的案件没有未收，核赔的还有
-- What an insurer was billed, less what refunds have set off against it and less what the verdict made of it (borne here, or owed by the customer now), is what he agreed to pay. Who owes nothing, because the
-- customer pays all himself, was billed nothing.
with verdict as (
  select c.org_id, c.id, c.bill_no, c.state, c.agreed_amount, c.insurer_id, o.settlement_id
  from repair_document c
  left join repair_document o on o.group_id = c.group_id and o.id = c.work_order_id
  where c.group_id = $1 and c.kind = 'insurance_case'
), billed as (
  select v.id, sum(i.balance) as balance, sum(i.original) - coalesce(sum((
      select sum(w.amount) from write_off_line w
      join money_slip m on m.group_id = w.group_id and m.kind = w.doc_kind and m.id = w.doc_id and m.maker_kind = 'repair_refund'
      where w.group_id = $1 and w.open_item_id = i.id)), 0) as original
  from verdict v
  join open_item i on i.group_id = $1 and i.source_kind = 'repair_settlement' and i.source_id = v.settlement_id
    and i.payer_type = 'insurance' and i.partner_id = v.insurer_id
  group by v.id
), taken as (
  select made_by as id, sum(total) as amount from money_slip
  where group_id = $1 and maker_kind = 'insurance_case' and kind = 'write_off' and posted_at is not null group by made_by
)
select v.org_id, v.bill_no, v.state, v.agreed_amount, b.original, b.balance, t.amount as taken
from verdict v
left join billed b using (id)
left join taken t using (id)
where case
  when v.state in ('agreed', 'paid', 'refused') then v.agreed_amount is null
    or b.id is not null and b.original - coalesce(t.amount, 0) <> v.agreed_amount
    or (v.state = 'agreed') <> (coalesce(b.balance, 0) <> 0)
  else v.agreed_amount is not null or t.id is not null
end
