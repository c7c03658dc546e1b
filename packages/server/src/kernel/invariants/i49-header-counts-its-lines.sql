-- 单据的行数、数量、金额、税额、成本和已执行数 = 明细合计（未选定的备选行只计行数）
select d.org_id, d.bill_no, d.line_count, count(l.id) as lines, d.total_qty, c.qty, d.total_amount, c.amount, d.total_tax, c.tax,
  d.total_taxed, c.taxed, d.charged_freight, d.cost_amount, sum(l.cost_amount) as cost, d.executed_qty, sum(l.executed_qty) as executed
from goods_document d
left join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
left join (
  select document_id, sum(qty) as qty, sum(net_amount) as amount, sum(tax - discount_share + discount_share_untaxed) as tax,
    sum(taxed - discount_share) as taxed
  from goods_document_line where group_id = $1 and is_chosen is not false group by document_id
) c on c.document_id = d.id
where d.group_id = $1
group by d.group_id, d.id, c.qty, c.amount, c.tax, c.taxed
having d.line_count <> count(l.id) or max(l.line_no) is distinct from d.line_count
  or d.total_qty <> coalesce(c.qty, 0)
  or d.total_amount <> coalesce(c.amount, 0)
  or d.total_tax <> coalesce(c.tax, 0)
  or d.total_taxed <> coalesce(c.taxed, 0) + d.charged_freight
  or d.charged_freight not in (0, d.freight)
  or d.cost_amount <> sum(l.cost_amount)
  or d.executed_qty <> sum(l.executed_qty)
