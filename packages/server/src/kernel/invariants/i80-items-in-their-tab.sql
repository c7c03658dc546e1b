-- 每笔应收应付单在其来源单据的结算页签中，转出、合并和红冲的在原单据的页签中
select i.org_id, i.bill_no, i.source_kind, i.side, i.payer_type, i.tab
from open_item i
where i.group_id = $1
  and i.source_kind in ('goods_receipt', 'purchase_return', 'sales_delivery', 'sales_return', 'repair_settlement', 'repair_refund', 'card_voucher',
    'warranty_bill', 'claim_confirmation', 'warranty_settlement', 'transfer_receipt', 'assembly', 'disassembly', 'balance_adjustment')
  and not exists (
    select from (values
      ('goods_receipt', 'AP', 'purchase'), ('goods_receipt', 'AP', 'freight'),
      ('purchase_return', 'AP', 'purchase_back'), ('purchase_return', 'AP', 'freight'),
      ('sales_delivery', 'AR', 'sale'), ('sales_delivery', 'AP', 'freight'),
      ('sales_return', 'AR', 'sale_back'), ('sales_return', 'AP', 'freight'),
      ('repair_settlement', 'AR', 'repair'), ('repair_settlement', 'AR', 'insurance'), ('repair_settlement', 'AR', 'warranty'),
      ('repair_settlement', 'AR', 'card'), ('repair_settlement', 'AP', 'card'), ('repair_settlement', 'AP', 'outsource'),
      ('repair_refund', 'AR', 'repair_refund'), ('repair_refund', 'AR', 'warranty'),
      ('repair_refund', 'AR', 'card'), ('repair_refund', 'AP', 'card'), ('repair_refund', 'AP', 'outsource'),
      ('warranty_bill', 'AR', 'warranty'), ('claim_confirmation', 'AR', 'warranty'), ('claim_confirmation', 'AR', 'repair'),
      ('warranty_settlement', 'AR', 'warranty'),
      ('card_voucher', 'AR', 'card'), ('card_voucher', 'AP', 'card'),
      ('transfer_receipt', 'AR', 'transfer'), ('transfer_receipt', 'AP', 'transfer'),
      ('assembly', 'AP', 'outsource'), ('disassembly', 'AP', 'outsource'),
      ('balance_adjustment', 'AR', 'other'), ('balance_adjustment', 'AP', 'other')
    ) as t (kind, side, tab)
    where (t.kind, t.side, t.tab) = (i.source_kind, i.side, i.tab)
  )
union all
select i.org_id, i.bill_no, i.source_kind, i.side, i.payer_type, i.tab
from open_item i
where i.group_id = $1 and i.source_kind = 'repair_settlement' and i.payer_type in ('insurance', 'warranty') and i.tab <> i.payer_type
union all
select i.org_id, i.bill_no, i.source_kind, i.side, i.payer_type, i.tab
from open_item i
where i.group_id = $1 and i.source_kind in ('write_off', 'partner_merge') and i.tab <> 'card' and not exists (
  select from write_off_line w join open_item o on o.group_id = w.group_id and o.id = w.open_item_id
  where w.group_id = $1 and w.doc_kind = i.source_kind and w.doc_id = i.source_id and o.side = i.side and o.tab = i.tab and o.id <> i.id
)
union all
select i.org_id, i.bill_no, i.source_kind, i.side, i.payer_type, i.tab
from open_item i
join document d on d.kind = i.source_kind and d.id = i.source_id and d.is_red
join write_off_line w on w.group_id = i.group_id and w.open_item_id = i.id and w.doc_kind = i.source_kind and w.doc_id = i.source_id
join open_item o on o.group_id = w.group_id and o.id = w.counter_item_id
where i.group_id = $1 and i.tab <> o.tab
