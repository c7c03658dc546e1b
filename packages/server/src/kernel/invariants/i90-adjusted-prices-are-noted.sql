-- 已生效调价单改动的每个价格都有一条调价记录，调价记录也都出自它
-- What a line left as it was, and a line that stayed out, changed nothing.
with said as (
  select a.org_id, a.bill_no, a.id, l.part_id, v.price, v.old_price, v.new_price
  from price_adjustment a
  join price_adjustment_line l on l.group_id = a.group_id and l.adjustment_id = a.id
  cross join lateral (values
    ('purchasePrice', l.old_purchase_price, l.purchase_price),
    ('wholesalePrice1', l.old_wholesale_price1, l.wholesale_price1),
    ('wholesalePrice2', l.old_wholesale_price2, l.wholesale_price2),
    ('wholesalePrice3', l.old_wholesale_price3, l.wholesale_price3),
    ('retailPrice', l.old_retail_price, l.retail_price),
    ('transferPrice', l.old_transfer_price, l.transfer_price),
    ('minSalePrice', l.old_min_sale_price, l.min_sale_price)
  ) v (price, old_price, new_price)
  where a.group_id = $1 and a.state = 'effective' and l.left_out = '' and v.new_price is not null and v.new_price is distinct from v.old_price
), noted as (
  select org_id, adjustment_id, part_id, price, old_price, new_price from price_history where group_id = $1 and adjustment_id is not null
)
select coalesce(s.org_id, n.org_id) as org_id, s.bill_no, coalesce(s.part_id, n.part_id) as part_id, coalesce(s.price, n.price) as price,
  s.old_price as said_old, n.old_price as noted_old, s.new_price as said_new, n.new_price as noted_new
from said s
full join noted n on n.org_id = s.org_id and n.adjustment_id = s.id and n.part_id = s.part_id and n.price = s.price
  and coalesce(n.old_price, -1) = coalesce(s.old_price, -1) and n.new_price = s.new_price
where s.id is null or n.adjustment_id is null
