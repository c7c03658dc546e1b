-- Goods that come in or go out beside purchase and sale bear no tax. What stands there as such was read from their parts, and
-- lists summed it; a line is worth its net amount, as the ledger has it.
update goods_document_line l
set tax_rate = 0, untaxed = l.net_amount, tax = 0, taxed = l.net_amount, discount_share_untaxed = l.discount_share
from goods_document d
where d.group_id = l.group_id and d.id = l.document_id and d.kind in ('other_in', 'other_out') and l.tax_rate <> 0;

update goods_document
set total_untaxed = total_amount - order_discount + charged_freight, total_tax = 0,
  total_taxed = total_amount - order_discount + charged_freight
where kind in ('other_in', 'other_out') and total_tax <> 0;
