-- 退货退还的货款和税额不超过原单明细收取的金额
-- What refers to posted goods returns them; an order, which is executed, never posts. A fen a line is the rounding of returns that were posted before ADR 0076.
select d.org_id, d.bill_no, l.line_no, l.taxed - l.discount_share as charged, l.tax - (l.discount_share - l.discount_share_untaxed) as tax,
  r.credited, r.credited_tax
from goods_document_line l
join goods_document d on d.group_id = l.group_id and d.id = l.document_id
join (
  select r.source_line_id, sum(r.taxed - r.discount_share) as credited, count(*) * 0.01 as fen,
    sum(r.tax - (r.discount_share - r.discount_share_untaxed)) as credited_tax
  from goods_document_line r join goods_document rd on rd.group_id = r.group_id and rd.id = r.document_id
  where r.group_id = $1 and rd.posted_at is not null and not rd.is_red
    and not exists (select from goods_document red where red.group_id = rd.group_id and red.red_of = rd.id)
  group by r.source_line_id
) r on r.source_line_id = l.id
where l.group_id = $1 and d.posted_at is not null
  and (r.credited - r.fen > l.taxed - l.discount_share
    or r.credited_tax - r.fen > l.tax - (l.discount_share - l.discount_share_untaxed))
