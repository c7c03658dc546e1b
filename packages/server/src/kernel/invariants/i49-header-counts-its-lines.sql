-- 单据的行数、数量、金额、税额、成本和已执行数 = 明细合计
select d.org_id, d.bill_no, d.line_count, count(l.id) as lines, d.total_qty, sum(l.qty) as qty, d.total_amount,
  sum(l.net_amount) as amount, d.total_tax, sum(l.tax - l.discount_share + l.discount_share_untaxed) as tax, d.total_taxed,
  sum(l.taxed - l.discount_share) as taxed, d.charged_freight, d.cost_amount, sum(l.cost_amount) as cost, d.executed_qty,
  sum(l.executed_qty) as executed
from goods_document d left join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
where d.group_id = $1
group by d.group_id, d.id
having d.line_count <> count(l.id) or max(l.line_no) is distinct from d.line_count
  or d.total_qty <> sum(l.qty)
  or d.total_amount <> sum(l.net_amount)
  or d.total_tax <> sum(l.tax - l.discount_share + l.discount_share_untaxed)
  or d.total_taxed <> sum(l.taxed - l.discount_share) + d.charged_freight
  or d.charged_freight not in (0, d.freight)
  or d.cost_amount <> sum(l.cost_amount)
  or d.executed_qty <> sum(l.executed_qty)
