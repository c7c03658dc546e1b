-- 未税 + 税额 = 价税合计，逐行和整单
select d.org_id, d.bill_no, l.line_no, l.untaxed, l.tax, l.taxed
from goods_document_line l join goods_document d on d.group_id = l.group_id and d.id = l.document_id
where l.group_id = $1 and l.untaxed + l.tax <> l.taxed
union all
select org_id, bill_no, null, total_untaxed, total_tax, total_taxed from goods_document
where group_id = $1 and total_untaxed + total_tax <> total_taxed
