-- 单据合计 = 明细价税合计 − 优惠分摊 + 运费，优惠分摊之和 = 整单优惠（草稿有明细待定价时除外）
select d.org_id, d.bill_no, d.total_taxed, sum(l.taxed - l.discount_share) as lines, d.freight, d.order_discount, sum(l.discount_share) as shares
from goods_document d join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
where d.group_id = $1 and l.is_chosen is not false
group by d.org_id, d.id, d.bill_no, d.total_taxed, d.order_discount, d.freight
having d.total_taxed - sum(l.taxed - l.discount_share) not in (0, d.freight)
  or (sum(l.discount_share) <> d.order_discount and not bool_or(l.is_unpriced))
