-- 收付款单、核销单的合计 = 收付方式和核销明细之和，明细同属一个单位（代收货款同属一个物流公司）
-- A carrier keeps back what he is owed himself. Without money the settled amount is one side of the items: all of them, the receivables, or those of one sign.
select m.org_id, m.bill_no, m.total, t.amount as tenders, m.fee, t.fee as fees, m.written_off, i.amount as items, m.discount,
  i.discount as discounts, m.advance
from money_slip m
left join (
  select slip_id, sum(amount) as amount, sum(fee) as fee from money_slip_tender where group_id = $1 group by slip_id
) t on t.slip_id = m.id
left join (
  select s.slip_id, sum(s.amount) as amount, sum(s.discount) as discount, sum(s.amount) filter (where o.side = 'AR') as receivable,
    sum(case when o.side = 'AR' then s.amount else -s.amount end) as brought,
    sum(s.amount) filter (where s.amount > 0) as positive, sum(s.amount) filter (where s.amount < 0) as negative,
    min(o.partner_id) as partner_id, max(o.partner_id) as other_id, 
    min(case when o.side = 'AR' then c.carrier_id else o.partner_id end) as carrier_id,
    max(case when o.side = 'AR' then c.carrier_id else o.partner_id end) as other_carrier_id
  from money_slip_item s join open_item o on o.group_id = s.group_id and o.id = s.open_item_id
  left join goods_document c on c.group_id = o.group_id and c.kind = o.source_kind and c.id = o.source_id
  where s.group_id = $1 group by s.slip_id
) i on i.slip_id = m.id
where m.group_id = $1
  and (m.fee <> coalesce(t.fee, 0) or m.discount <> coalesce(i.discount, 0)
    or (i.slip_id is not null and m.purpose <> 'cod' and (i.partner_id, i.other_id) is distinct from (m.partner_id, m.partner_id))
    or (i.slip_id is not null and m.purpose = 'cod' and m.posted_at is not null
      and (i.carrier_id, i.other_carrier_id) is distinct from (m.partner_id, m.partner_id))
    or case
      when m.side is not null then t.slip_id is not null or i.slip_id is not null or m.written_off <> 0 or m.advance <> 0
      when t.slip_id is not null then m.total <> t.amount or m.written_off <> coalesce(case when m.purpose = 'cod' then i.brought else i.amount end, 0)
        or m.advance not in (0, m.total - m.written_off)
      else m.written_off <> m.total or m.advance not in (0, -m.total)
        or m.total not in (coalesce(i.amount, 0), coalesce(i.receivable, 0), coalesce(i.positive, 0), coalesce(i.negative, 0))
    end)
