-- 退单不超过结算：每行累计退数量、退款额和分摊不超过结算行；退单金额 = 它的明细 = 贷记各付费方的金额；全部退完的工单为已退单
-- What refunds that stand take back of a line is at most what was settled of it. Consumables stand on no bill: of them it is what was used. A refund in the books comes to
-- its lines, and credits each payer with the part of them that he owed: him, or whom he was merged into. Nothing is left of an order that was refunded, and something of any other.
with standing as (
  select id, coalesce(merged_into_id, id) as now_id from partner where group_id = $1
), line as (
  select l.*, n.now_id as payer_now, case
      when l.package_value is not null then 0
      when l.payer = 'customer' then l.taxed_amount - l.coupon_share - l.discount_share
      when l.payer = 'insurance' then l.taxed_amount - l.salvage_share
      when l.payer = 'warranty' then coalesce(l.assessed_amount, l.net_amount)
      when l.payer = 'internal' and l.payer_partner_id is not null then l.taxed_amount
      else 0
    end as charged
  from repair_line l left join standing n on n.id = l.payer_partner_id where l.group_id = $1
), refund as (
  select d.*, n.now_id as customer_id from repair_document d
  join document x on x.in_table = 'repair_document' and x.id = d.id and x.stage = 'posted' and not x.is_red
  left join repair_document o on o.group_id = d.group_id and o.id = d.settlement_id
  left join standing n on n.id = o.partner_id
  where d.group_id = $1 and d.kind = 'repair_refund'
), used as (
  select doc_line_id, -sum(qty) as qty from wip_ledger where group_id = $1 and doc_kind = 'repair_settlement' group by doc_line_id
), back as (
  select l.source_line_id, sum(l.qty) as qty, sum(l.charged) as charged, sum(l.taxed_amount) as taxed_amount,
    sum(l.coupon_share) as coupon_share, sum(l.discount_share) as discount_share, sum(l.gift_share) as gift_share, sum(l.salvage_share) as salvage_share,
    sum(l.deductible_share) as deductible_share, sum(l.cost_amount) as cost_amount, sum(l.package_value) as package_value, min(l.qty) as least_qty, min(l.charged) as least
  from line l join refund r on r.id = l.document_id group by l.source_line_id
), settled as (
  select s.*, d.org_id, d.bill_no, d.work_order_id, case when s.is_consumable then coalesce(u.qty, 0) else s.qty end as settled_qty
  from line s
  join repair_document d on d.group_id = $1 and d.id = s.document_id and d.kind = 'repair_settlement' and d.posted_at is not null
  left join used u on u.doc_line_id = s.id
), owed as (
  select r.id, x.payer, x.partner_id, sum(x.amount) as amount
  from refund r join line l on l.document_id = r.id
  cross join lateral (values
    ('customer', r.customer_id, case when l.payer = 'customer' then l.charged else l.deductible_share end),
    (case when l.payer = 'internal' then 'customer' else l.payer end, l.payer_now,
      case when l.payer = 'customer' then 0 else l.charged - l.deductible_share end)
  ) x (payer, partner_id, amount)
  where x.partner_id is not null
  group by r.id, x.payer, x.partner_id having sum(x.amount) <> 0
), credited as (
  select i.source_id as id, i.payer_type as payer, n.now_id as partner_id, -sum(i.original) as amount
  from open_item i join refund r on r.id = i.source_id join standing n on n.id = i.partner_id
  where i.group_id = $1 and i.source_kind = 'repair_refund' and i.side = 'AR' and i.original <> 0 and i.payer_type is not null
  group by i.source_id, i.payer_type, n.now_id
)
select s.org_id, s.bill_no, 'line' as what, s.line_no::numeric as amount, b.charged as expected
from settled s join back b on b.source_line_id = s.id
where b.qty > s.settled_qty or b.charged > s.charged or b.taxed_amount > s.taxed_amount or b.coupon_share > s.coupon_share
  or b.discount_share > s.discount_share or b.gift_share > s.gift_share or b.salvage_share > s.salvage_share
  or b.deductible_share > s.deductible_share or b.cost_amount > s.cost_amount or b.package_value > s.package_value or b.least_qty < 0 or b.least < 0
union all
select r.org_id, r.bill_no, 'source', l.line_no, null
from refund r join line l on l.document_id = r.id
left join settled s on s.id = l.source_line_id and s.document_id = r.settlement_id
where s.id is null or s.payer <> l.payer or s.payer_now is distinct from l.payer_now or s.section <> l.section
  or s.part_id is distinct from l.part_id or l.net_amount <> l.charged or (not l.is_restocked and l.cost_amount <> 0)
union all
select r.org_id, r.bill_no, 'sum', r.total_amount, coalesce(sum(l.charged), 0)
from refund r left join line l on l.document_id = r.id
group by r.org_id, r.id, r.bill_no, r.total_amount, r.labour_amount, r.material_amount, r.other_amount, r.order_discount, r.packaged, r.coupon_amount, r.deductible, r.salvage
having r.total_amount <> coalesce(sum(l.charged), 0) or r.total_amount <> r.labour_amount + r.material_amount + r.other_amount
  or r.labour_amount <> coalesce(sum(l.charged) filter (where l.section = 'labour'), 0)
  or r.material_amount <> coalesce(sum(l.charged) filter (where l.section = 'materials'), 0)
  or r.order_discount <> coalesce(sum(l.discount_share), 0) or r.deductible <> coalesce(sum(l.deductible_share), 0)
  or r.salvage <> coalesce(sum(l.salvage_share), 0) or r.coupon_amount <> coalesce(sum(l.coupon_share), 0)
  or r.packaged <> coalesce(sum(l.taxed_amount) filter (where l.package_value is not null), 0)
union all
select r.org_id, r.bill_no, 'owed', c.amount, o.amount
from owed o full join credited c using (id, payer, partner_id) join refund r on r.id = coalesce(o.id, c.id)
where o.amount is distinct from c.amount
union all
select r.org_id, r.bill_no, 'paid', r.received_amount, p.amount
from refund r left join (
  select m.made_by, -sum(m.total) as amount from money_slip m
  where m.group_id = $1 and m.maker_kind = 'repair_refund' and m.kind = 'collection' and m.posted_at is not null group by m.made_by
) p on p.made_by = r.id
where r.received_amount <> coalesce(p.amount, 0)
union all
select w.org_id, w.bill_no, 'order', null, null
from repair_document w
join (
  select s.work_order_id, bool_and(case when s.charged = 0 then s.settled_qty = coalesce(b.qty, 0) else s.charged = coalesce(b.charged, 0) end)
      and bool_or(b.source_line_id is not null) as is_whole
  from settled s left join back b on b.source_line_id = s.id
  where not s.is_consumable and not s.is_customer_supplied group by s.work_order_id
) x on x.work_order_id = w.id
where w.group_id = $1 and w.kind = 'work_order' and (w.state = 'refunded') <> x.is_whole
