-- 最近进价 was kept as the receipt said it, with or without tax, and a gift counted as a purchase. It is read anew from the last receipt
-- that was paid, in the organisation's tax mode: where all came as gifts there is none.
update product p set last_purchase_price = n.price, last_purchase_on = n.biz_date, last_supplier_id = n.partner_id
from (
  select distinct on (d.group_id, d.org_id, l.part_id) d.group_id, d.org_id, l.part_id, d.biz_date, d.partner_id,
    case when d.tax_included = o.with_tax then l.price when o.with_tax then round(l.price * (1 + l.tax_rate), 4)
      else round(l.price / (1 + l.tax_rate), 4) end as price
  from goods_document d
  join (select group_id, id, coalesce((config ->> 'priceTaxIncluded')::boolean, true) as with_tax from org) o
    on o.group_id = d.group_id and o.id = d.org_id
  join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
  where d.kind = 'goods_receipt' and d.state = 'done' and not d.is_red and l.qty > 0 and l.price > 0
  order by d.group_id, d.org_id, l.part_id, d.biz_date desc, d.posted_at desc, l.line_no desc
) n
where p.group_id = n.group_id and p.org_id = n.org_id and p.part_id = n.part_id
  and (p.last_purchase_price, p.last_purchase_on, p.last_supplier_id) is distinct from (n.price, n.biz_date, n.partner_id);

update product set last_purchase_price = null, last_purchase_on = null, last_supplier_id = null where last_purchase_price = 0;
