-- 红字单与原单的单位、仓库、配件相同，数量和金额相反，损益逐类逐付费方相反
-- What goods that go back leave in their pool, or take beyond it, is a variance of that day alone.
select r.org_id, r.bill_no, b.bill_no as blue_no, r.total_taxed, b.total_taxed as blue_taxed
from goods_document r join goods_document b on b.group_id = r.group_id and b.id = r.red_of
where r.group_id = $1
  and ((r.org_id, r.kind, r.partner_id, r.warehouse_id, r.carrier_id, r.freight_payer, r.tax_included, r.invoice_kind, r.reason)
      is distinct from (b.org_id, b.kind, b.partner_id, b.warehouse_id, b.carrier_id, b.freight_payer, b.tax_included, b.invoice_kind, b.reason)
    or (r.line_count, r.total_qty, r.total_amount, r.order_discount, r.freight, r.charged_freight, r.total_untaxed, r.total_tax, r.total_taxed, r.cost_amount)
      <> (b.line_count, -b.total_qty, -b.total_amount, -b.order_discount, -b.freight, -b.charged_freight, -b.total_untaxed, -b.total_tax, -b.total_taxed, -b.cost_amount))
union all
select r.org_id, r.bill_no, b.bill_no, rl.taxed, bl.taxed
from goods_document r
join goods_document b on b.group_id = r.group_id and b.id = r.red_of
join goods_document_line rl on rl.group_id = r.group_id and rl.document_id = r.id
left join goods_document_line bl on bl.group_id = b.group_id and bl.document_id = b.id and bl.line_no = rl.line_no
where r.group_id = $1
  and ((rl.part_id, rl.warehouse_id, rl.price, rl.discount_rate, rl.tax_rate, rl.qty, rl.amount, rl.net_amount, rl.untaxed, rl.tax, rl.taxed, rl.discount_share)
    is distinct from (bl.part_id, bl.warehouse_id, bl.price, bl.discount_rate, bl.tax_rate, -bl.qty, -bl.amount, -bl.net_amount, -bl.untaxed, -bl.tax, -bl.taxed, -bl.discount_share))
union all
select r.org_id, r.bill_no, b.bill_no, r.total, b.total
from money_slip r join money_slip b on b.group_id = r.group_id and b.id = r.red_of
where r.group_id = $1
  and ((r.org_id, r.kind, r.partner_id, r.payer_id, r.purpose, r.side) is distinct from (b.org_id, b.kind, b.partner_id, b.payer_id, b.purpose, b.side)
    or (r.total, r.fee, r.written_off, r.discount, r.advance) <> (-b.total, -b.fee, -b.written_off, -b.discount, -b.advance))
union all
select p.org_id, r.bill_no, null, sum(p.amount), sum(p.amount_taxed)
from (
  select kind, id, id as red_id, bill_no from document where red_of is not null
  union all
  select kind, red_of, id, bill_no from document where red_of is not null
) r
join pnl_ledger p on p.group_id = $1 and p.doc_kind = r.kind and p.doc_id = r.id and p.kind <> 'stock_variance'
group by p.org_id, r.red_id, r.bill_no, p.kind, p.payer_type
having sum(p.amount) <> 0 or sum(p.amount_taxed) <> 0
