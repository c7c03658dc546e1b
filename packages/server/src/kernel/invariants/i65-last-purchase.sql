-- 最近进价、进货日期和供应商来自最近一张有效的采购入库
-- A receipt brings goods in and owes for them, and takes back no revenue; gifts are no purchase. The organisation's tax mode may have changed since.
with paid as (
  select distinct d.org_id, l.part_id, d.partner_id, d.biz_date, l.price, l.tax_rate
  from goods_document_line l
  join document d on d.in_table = 'goods_document' and d.id = l.document_id
  join (
    select source_kind from open_item where group_id = $1 and side = 'AP'
    except
    select doc_kind from pnl_ledger where group_id = $1 and kind in ('revenue_part', 'cogs_part')
  ) k on k.source_kind = d.kind
  join stock_ledger s on s.group_id = l.group_id and s.org_id = d.org_id and s.doc_kind = d.kind and s.doc_id = d.id and s.line_id = l.id and s.qty > 0
    and s.reversal_of is null
  where l.group_id = $1 and l.qty > 0 and l.price > 0 and d.posted_at is not null and d.stage <> 'reversed' and not d.is_red
)
select coalesce(p.org_id, r.org_id) as org_id, coalesce(p.part_id, r.part_id) as part_id, p.last_purchase_price, p.last_purchase_on, p.last_supplier_id, r.biz_date
from (select * from product where group_id = $1) p
full join (select org_id, part_id, max(biz_date) as biz_date from paid group by 1, 2) r on r.org_id = p.org_id and r.part_id = p.part_id
left join (
  select org_id, part_id, partner_id, biz_date, price as last_price from paid
  union
  select org_id, part_id, partner_id, biz_date, round(price * (1 + tax_rate), 4) from paid
  union
  select org_id, part_id, partner_id, biz_date, round(price / (1 + tax_rate), 4) from paid
) same on same.org_id = p.org_id and same.part_id = p.part_id and same.biz_date = p.last_purchase_on
  and same.partner_id = p.last_supplier_id and same.last_price = p.last_purchase_price
where p.last_purchase_on is distinct from r.biz_date or (r.biz_date is not null and same.part_id is null)
  or (r.biz_date is null and (p.last_purchase_price <> 0 or p.last_supplier_id is not null))
