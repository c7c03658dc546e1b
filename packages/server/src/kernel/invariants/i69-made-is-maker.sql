-- 单据生成的单据与它同日同仓、同数量、同过账，金额与它写明的进价或售价相符
-- A document that makes others says what they are to come to: what its supplier charges, or what its customer owes.
select d.org_id, d.bill_no, c.bill_no as made_no, c.total_qty, d.total_qty as qty, c.total_taxed, d.purchase_taxed, d.total_taxed as sold
from goods_document c
join goods_document d on d.group_id = c.group_id and d.id = c.made_by
where c.group_id = $1 and c.posted_at is not null
  and ((c.org_id, c.biz_date, c.warehouse_id, c.is_red, c.line_count, c.total_qty, c.state)
      is distinct from (d.org_id, d.biz_date, d.warehouse_id, d.is_red, d.line_count, d.total_qty, d.state)
    or d.posted_at is null
    or not ((c.partner_id, c.total_taxed, c.tax_included, c.invoice_kind, c.due_on, c.settlement_method_id)
        is not distinct from (d.partner_id, d.total_taxed, d.tax_included, d.invoice_kind, d.due_on, d.settlement_method_id)
      or (c.partner_id, c.total_taxed, c.tax_included, c.invoice_kind, c.due_on, c.settlement_method_id)
        is not distinct from (d.supplier_id, d.purchase_taxed, d.purchase_tax_included, d.purchase_invoice_kind, d.purchase_due_on,
          d.purchase_settlement_method_id)))
union all
select d.org_id, d.bill_no, null, null, d.total_qty, null, d.purchase_taxed, d.total_taxed
from goods_document d
left join goods_document c on c.group_id = d.group_id and c.made_by = d.id and c.posted_at is not null
where d.group_id = $1 and d.supplier_id is not null and d.posted_at is not null
group by d.org_id, d.id, d.bill_no, d.total_qty, d.purchase_taxed, d.total_taxed
having count(c.id) <> 2
