-- 已过账单据的本金、赠金、积分、套餐变动 = 会员卡流水，办卡单应收 = 本金 + 套餐 + 违约金；未过账的没有流水
-- Entries stand where their document is of, and those of a 办卡单 cover no line.
with money as (
  select doc_kind, doc_id, sum(principal) as principal, sum(gift) as gift, sum(points) as points, min(card_id) as card_id, max(card_id) as other_id
  from card_ledger where group_id = $1 group by doc_kind, doc_id
), package as (
  select doc_kind, doc_id, sum(value) as value, min(card_id) as card_id, max(card_id) as other_id
  from card_item_ledger where group_id = $1 group by doc_kind, doc_id
)
select m.org_id, m.bill_no, m.principal_change, l.principal, m.gift_change, l.gift, m.points_change, l.points, m.package_change, p.value as package,
  m.amount_due
from money_slip m
left join money l on l.doc_kind = m.kind and l.doc_id = m.id
left join package p on p.doc_kind = m.kind and p.doc_id = m.id
cross join lateral (select case when m.posted_at is null then 0 else 1 end as times) f
where m.group_id = $1
  and ((coalesce(l.principal, 0), coalesce(l.gift, 0), coalesce(l.points, 0), coalesce(p.value, 0))
      <> (f.times * m.principal_change, f.times * m.gift_change, f.times * m.points_change, f.times * m.package_change)
    or (m.posted_at is not null and m.card_id is null and m.kind = 'card_voucher')
    or (l.doc_id is not null and (l.card_id, l.other_id) is distinct from (m.card_id, m.card_id))
    or (p.doc_id is not null and (p.card_id, p.other_id) is distinct from (m.card_id, m.card_id))
    or m.amount_due <> case when m.kind = 'card_voucher' and m.purpose in ('open', 'recharge', 'package_sale', 'refund_card')
      then m.principal_change + m.package_change + m.penalty else 0 end
    or (m.kind <> 'card_voucher' and m.penalty <> 0))
union all
select l.org_id, d.bill_no, null, l.principal, null, l.gift, null, l.points, null, l.value, null
from (
  select org_id, doc_kind, doc_id, principal, gift, points, null as value, null as doc_line_id from card_ledger where group_id = $1
  union all
  select org_id, doc_kind, doc_id, null, null, null, value, doc_line_id from card_item_ledger where group_id = $1
) l
join document d on d.kind = l.doc_kind and d.id = l.doc_id
where l.org_id <> d.org_id or (l.doc_kind = 'card_voucher' and l.doc_line_id is not null)
