-- 整单优惠按各行价税合计分摊
-- Each line's share may be rounded by a fen, and one line takes what the others leave; the tax of what goes back may differ by a fen
-- or two from that by which its share was found.
select d.org_id, d.bill_no, l.line_no, l.taxed, l.discount_share, t.share, t.taxed as total
from goods_document_line l
join goods_document d on d.group_id = l.group_id and d.id = l.document_id
join (
  select document_id, sum(taxed) as taxed, sum(discount_share) as share, count(*) as lines
  from goods_document_line where group_id = $1 and is_chosen is not false group by document_id
) t on t.document_id = l.document_id
where l.group_id = $1 and l.is_chosen is not false and l.discount_share * t.taxed <> t.share * l.taxed
  and (t.taxed = 0 or abs(l.discount_share - t.share * l.taxed / t.taxed) > 0.01 * (t.lines + 2))
