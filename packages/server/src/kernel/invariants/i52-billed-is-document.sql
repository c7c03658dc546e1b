-- 应收应付单的往来单位、金额、单号和日期与单据一致
-- Of goods the partner is billed the total and a carrier the freight; in another organisation the other party stands in for them, and
-- who the other organisation is among the partners where the document names no partner.
-- A due day that follows from terms is only known not to lie before the document, since terms may have changed, and to be that
-- of the document's other bills. Of a card the customer owes what he has not paid; what shops owe each other
-- for it, and for what it pays, stands in both books (I38) and is no more than the paid money. A receivable that moves to another partner keeps its day and its payer; goods and money are billed to the partner alone, who agrees.
with sister as (
  select id from partner where group_id = $1 and system_kind = 'sister_org'
), billing as (
  select distinct source_kind as kind from open_item where group_id = $1
), item as (
  select i.*, sum(i.original) over document as together, min(i.due_on) over document as first_due
  from open_item i
  where i.group_id = $1 and i.original <> 0
  window document as (partition by i.source_kind, i.source_id, i.org_id)
)
select d.org_id, d.bill_no, i.bill_no as item_no, i.partner_id, i.original, d.total_taxed as amount, d.freight, i.biz_date, i.due_on
from item i
join goods_document d on d.group_id = i.group_id and d.kind = i.source_kind and d.id = i.source_id
left join partner sister on sister.group_id = d.group_id and sister.id = i.partner_id and sister.system_kind = 'sister_org'
  and sister.system_org_id = d.counter_org_id and d.partner_id is null
where d.posted_at is null or i.payer_type is not null or i.is_unconfirmed or i.biz_date <> d.biz_date or i.bill_no <> d.bill_no or i.due_on <> i.first_due
  or (not d.is_red and i.org_id = d.org_id and case when d.due_on is null then i.due_on < d.biz_date else i.due_on <> d.due_on end)
  or not ((abs(i.original) = abs(d.total_taxed) and (i.partner_id is not distinct from d.partner_id or i.org_id <> d.org_id or sister.id is not null))
    or (abs(i.original) = abs(d.freight) and (i.partner_id is not distinct from d.carrier_id or i.org_id <> d.org_id)))
union all
select d.org_id, d.bill_no, null, d.partner_id, null, d.total_taxed, d.freight, d.biz_date, null
from goods_document d
join billing b on b.kind = d.kind
left join item i on i.group_id = d.group_id and i.source_kind = d.kind and i.source_id = d.id and abs(i.original) = abs(d.total_taxed)
where d.group_id = $1 and d.posted_at is not null and d.total_taxed <> 0 and i.id is null
union all
select m.org_id, m.bill_no, i.bill_no, i.partner_id, i.original, m.total, 0, i.biz_date, i.due_on
from item i
join money_slip m on m.group_id = i.group_id and m.kind = i.source_kind and m.id = i.source_id
where m.posted_at is null or i.biz_date <> m.biz_date or i.bill_no <> m.bill_no
  or case
    when m.kind = 'card_voucher' then i.payer_type is not null or i.is_unconfirmed or case
      when exists (select from sister s where s.id = i.partner_id) then false
      else i.org_id <> m.org_id or i.side <> 'AR' or i.partner_id <> m.partner_id or i.original <> m.amount_due - m.total
        or (not m.is_red and i.due_on < m.biz_date) end
    when m.counter_org_id is not null then i.payer_type is not null or i.is_unconfirmed or i.original <> m.total or (not m.is_red and i.due_on <> m.biz_date)
      or (i.org_id, i.side) not in ((m.org_id, 'AP'), (m.counter_org_id, 'AR'))
      or not exists (select from sister s where s.id = i.partner_id) or (i.org_id = m.org_id and i.partner_id <> m.partner_id)
    when m.purpose = 'card' then i.payer_type is not null or i.is_unconfirmed or (not m.is_red and i.due_on <> m.biz_date) or abs(i.original) > abs(m.principal_change)
      or not exists (select from sister s where s.id = i.partner_id)
    when m.side is null then i.partner_id is distinct from m.payer_id or abs(i.together) <> abs(m.total)
      or (not m.is_red and not exists (
        select from money_slip_item s join open_item o on o.group_id = s.group_id and o.id = s.open_item_id
        where s.group_id = m.group_id and s.slip_id = m.id and s.amount = i.original and o.due_on = i.due_on
          and o.payer_type is not distinct from i.payer_type and o.is_unconfirmed = i.is_unconfirmed))
    else i.payer_type is not null or i.is_unconfirmed or i.partner_id is distinct from m.partner_id or i.side <> m.side or i.original <> m.total
      or (not m.is_red and i.due_on <> coalesce(m.due_on, m.biz_date))
  end
