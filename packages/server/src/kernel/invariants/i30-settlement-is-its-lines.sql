-- 结算单金额 = 各付费方应付 + 优惠 + 残值；应收应付 = 结算行；一张工单只有一张有效结算单
-- What the lines of a settlement come to went somewhere: to who owes it, or to what was given. What each owes is the sum of his lines, of the customer with what insurers
-- leave to him. Lines in the books are made of the order's; those of a draft only show them. Uses of packages are those that it names, and its lines share what
-- cards have paid with granted money.
with line as (
  select l.document_id, l.payer, l.payer_partner_id, l.taxed_amount, l.coupon_share, l.coupon_share + l.discount_share as given,
    case when l.package_value is not null then l.taxed_amount else 0 end as packaged, l.id, l.package_value, l.salvage_share, l.deductible_share,
    case when l.payer = 'warranty' then coalesce(l.assessed_amount, l.net_amount) end as claimed
  from repair_line l where l.group_id = $1
), settlement as (
  select d.*, o.partner_id as customer_id, o.state as order_state, o.settlement_id as of_order
  from repair_document d
  join repair_document o on o.group_id = d.group_id and o.id = d.work_order_id
  where d.group_id = $1 and d.kind = 'repair_settlement'
), owed as (
  select s.id, x.side_payer as payer, x.partner_id, sum(x.amount) as amount
  from settlement s
  join line l on l.document_id = s.id
  cross join lateral (values
    ('customer', s.customer_id, case when l.payer = 'customer' then l.taxed_amount - l.packaged - l.given else l.deductible_share end),
    (case when l.payer = 'internal' then 'customer' else l.payer end, l.payer_partner_id, case
      when l.payer = 'insurance' then l.taxed_amount - l.salvage_share - l.deductible_share
      when l.payer = 'warranty' then l.claimed
      when l.payer = 'internal' then l.taxed_amount
      else 0
    end)
  ) x (side_payer, partner_id, amount)
  where s.posted_at is not null and x.partner_id is not null
  group by s.id, x.side_payer, x.partner_id having sum(x.amount) <> 0
), billed as (
  select i.source_id as id, i.payer_type as payer, i.partner_id, sum(i.original) as amount
  from open_item i
  where i.group_id = $1 and i.source_kind = 'repair_settlement' and i.side = 'AR' and i.original <> 0 and i.payer_type is not null
  group by i.source_id, i.payer_type, i.partner_id
)
select s.org_id, s.bill_no, 'sum' as what, s.total_amount as amount, sum(l.taxed_amount) as expected
from settlement s left join line l on l.document_id = s.id
where s.posted_at is not null
group by s.org_id, s.id, s.bill_no, s.total_amount, s.order_discount, s.packaged, s.coupon_amount, s.deductible, s.salvage, s.customer_due
having s.total_amount <> coalesce(sum(l.taxed_amount), 0)
  or s.order_discount + s.coupon_amount <> coalesce(sum(l.given), 0) or s.coupon_amount <> coalesce(sum(l.coupon_share), 0)
  or s.packaged <> coalesce(sum(l.packaged), 0) or s.salvage <> coalesce(sum(l.salvage_share), 0) or s.deductible <> coalesce(sum(l.deductible_share), 0)
  or s.customer_due <> coalesce(sum(l.taxed_amount - l.packaged - l.given) filter (where l.payer = 'customer'), 0) + coalesce(sum(l.deductible_share), 0)
union all
select s.org_id, s.bill_no, 'owed', b.amount, o.amount
from owed o full join billed b using (id, payer, partner_id) join settlement s on s.id = coalesce(o.id, b.id)
where o.amount is distinct from b.amount
union all
select s.org_id, s.bill_no, 'order', null, null
from settlement s
where s.customer_id <> s.partner_id
  or (s.posted_at is not null) <> (s.of_order is not distinct from s.id)
  or (s.posted_at is not null and s.order_state not in ('settled', 'delivered', 'refunded'))
union all
select s.org_id, s.bill_no, 'line', null, null
from settlement s join repair_line l on l.group_id = $1 and l.document_id = s.id
left join repair_line o on o.group_id = $1 and o.id = l.source_line_id and o.document_id = s.work_order_id
where (s.posted_at is not null) <> (o.id is not null)
union all
select d.org_id, d.bill_no, 'package', x.value, -x.used
from (
  select l.document_id, l.id, l.package_value as value, (
    select sum(case d.kind when 'repair_settlement' then c.value else -c.value end) from card_item_ledger c
    where c.group_id = $1 and c.doc_kind = d.kind and c.doc_id = d.id and c.doc_line_id = l.id) as used
  from repair_line l join repair_document d on d.group_id = l.group_id and d.id = l.document_id
  where l.group_id = $1 and d.kind in ('repair_settlement', 'repair_refund')
) x join repair_document d on d.group_id = $1 and d.id = x.document_id
where case when d.posted_at is null then coalesce(x.used, 0) <> 0 else coalesce(x.value, 0) <> -coalesce(x.used, 0) end
union all
select s.org_id, s.bill_no, 'use', u.times, t.times
from (
  select d.id, (x ->> 'lineId')::bigint as line_id, (x ->> 'cardItemId')::bigint as item_id, sum((x ->> 'times')::numeric) as times
  from settlement d cross join lateral jsonb_array_elements(d.package_uses) x
  where d.posted_at is not null group by 1, 2, 3
) u
full join (
  select c.doc_id as id, l.source_line_id as line_id, c.card_item_id as item_id, -sum(c.times) as times
  from card_item_ledger c join repair_line l on l.group_id = c.group_id and l.id = c.doc_line_id
  where c.group_id = $1 and c.doc_kind = 'repair_settlement' group by 1, 2, 3 having sum(c.times) <> 0
) t using (id, line_id, item_id)
join settlement s on s.id = coalesce(u.id, t.id)
where u.times is distinct from t.times
union all
select d.org_id, d.bill_no, 'gift', x.share, x.paid
from repair_document d cross join lateral (
  select coalesce((select sum(l.gift_share) from repair_line l where l.group_id = $1 and l.document_id = d.id), 0) as share,
    coalesce((select sum(case d.kind when 'repair_settlement' then w.amount else -w.amount end) from money_slip m
      join write_off_line w on w.group_id = $1 and w.doc_kind = m.kind and w.doc_id = m.id and w.tender = 'card_gift'
      where m.group_id = $1 and m.maker_kind = d.kind and m.made_by = d.id and m.purpose = 'card' and m.posted_at is not null), 0) as paid
) x
where d.group_id = $1 and d.kind in ('repair_settlement', 'repair_refund') and d.posted_at is not null and not d.is_red and d.state <> 'reversed' and x.share <> x.paid
