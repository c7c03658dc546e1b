-- 会员卡、卡内套餐的门店、客户、卡类型和日期 = 开卡单、售卡单；已退的卡上没有余额；代金券属于其批次，已使用的由已结算单使用，抵扣不超过面额；套餐各项金额之和 = 售价
-- Nothing is on a closed card. A card and its slips go together to the partner that theirs is merged into. What a package was sold as comes to what it was sold for, a fen a line apart.
with standing as (
  select id, coalesce(merged_into_id, id) as now_id from partner where group_id = $1
), issue as (
  select m.*, n.now_id from money_slip m join standing n on n.id = m.partner_id
  where m.group_id = $1 and m.kind = 'card_voucher' and m.purpose in ('open', 'opening') and m.posted_at is not null and not m.is_red
)
select c.org_id, c.card_no as what, i.bill_no
from card c
join standing n on n.id = c.partner_id
left join issue i on i.card_id = c.id
where c.group_id = $1
  and ((c.state = 'closed' and (greatest(c.principal, c.gift, c.points) > 0
      or exists (select from card_item i where i.group_id = $1 and i.card_id = c.id and i.times_left > 0)))
    or (c.org_id, c.card_type_id, n.now_id) is distinct from (i.org_id, i.card_type_id, i.now_id)
    or c.issued_on > i.biz_date or (c.issued_on < i.biz_date and i.purpose <> 'opening')
    or (c.state = 'closed') <> (i.state = 'reversed' or exists (select from money_slip r where r.group_id = $1 and r.card_id = c.id and r.kind = 'card_voucher'
      and r.purpose = 'refund_card' and r.posted_at is not null and not r.is_red and r.state <> 'reversed')))
union all
select m.org_id, c.card_no, m.bill_no
from money_slip m
join standing n on n.id = m.partner_id
join card c on c.group_id = m.group_id and c.id = m.card_id
join standing h on h.id = c.partner_id
where m.group_id = $1 and m.kind = 'card_voucher' and m.posted_at is not null
  and ((m.card_type_id, n.now_id) is distinct from (c.card_type_id, h.now_id) or not (m.card_no = c.card_no or m.card_no = any (c.former_nos)))
union all
select i.org_id, i.package_name, m.bill_no
from card_item i
left join money_slip m on m.group_id = i.group_id and m.id = i.slip_id and m.kind = 'card_voucher' and m.purpose in ('open', 'package_sale', 'opening')
where i.group_id = $1
  and ((i.org_id, i.card_id, i.card_package_id, i.sold_on) is distinct from (m.org_id, m.card_id, m.card_package_id, m.biz_date)
    or i.vehicle_id <> m.vehicle_id or (i.vehicle_id is not null and m.vehicle_id is null) or abs(i.times_sold * i.alloc_price - i.value_sold) > 0.01 + i.times_sold * 0.0001)
union all
select c.org_id, c.coupon_no, d.bill_no
from coupon c
left join coupon_batch b on b.group_id = c.group_id and b.id = c.batch_id
left join repair_document d on d.group_id = c.group_id and d.id = c.used_by and d.kind = 'repair_settlement'
where c.group_id = $1
  and (b.id is null or b.org_id <> c.org_id or c.valid_to < c.valid_from
    or (c.used_by is not null and (d.id is null or (c.state = 'used') <> (d.posted_at is not null) or c.used_on <> d.biz_date or not c.id = any (d.coupon_ids)))
    or (c.used_on is not null) <> (c.state = 'used'))
union all
select b.org_id, b.name, null
from coupon_batch b join (
  select batch_id, count(*) as issued from coupon where group_id = $1 group by batch_id
) c on c.batch_id = b.id
where b.group_id = $1 and c.issued > b.qty
union all
select d.org_id, u.id::text, d.bill_no
from repair_document d
cross join lateral unnest(d.coupon_ids) u (id)
join repair_document o on o.group_id = d.group_id and o.id = d.work_order_id
left join coupon c on c.group_id = d.group_id and c.id = u.id
where d.group_id = $1 and d.kind = 'repair_settlement' and d.state <> 'voided' and o.state <> 'refunded' and c.used_by is distinct from d.id
union all
select d.org_id, c.faces::text, d.bill_no
from repair_document d
join (
  select u.used_by, sum(b.face) as faces from coupon u join coupon_batch b on b.group_id = u.group_id and b.id = u.batch_id
  where u.group_id = $1 and u.used_by is not null group by u.used_by
) c on c.used_by = d.id
where d.group_id = $1 and d.kind = 'repair_settlement' and d.posted_at is not null and d.coupon_amount > c.faces
union all
select o.id, p.name, null
from card_package p
join org o on o.group_id = p.group_id and (p.org_ids = '{}' or o.id = any (p.org_ids))
left join (
  select package_id, sum(alloc_total) as total, count(*) filter (where abs(times * alloc_price - alloc_total) > 0.01 + times * 0.0001) as broken
  from card_package_line where group_id = $1 group by package_id
) l on l.package_id = p.id
where p.group_id = $1 and (p.sale_price <> coalesce(l.total, 0) or l.broken > 0)
