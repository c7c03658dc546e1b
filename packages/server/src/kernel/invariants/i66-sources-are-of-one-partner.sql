-- 有效单据与来源单据、订金与订单同属一个往来单位
select d.org_id, d.bill_no, l.line_no, s.bill_no as source_no, d.partner_id, s.partner_id as source_partner_id
from goods_document_line l
join document d on d.in_table = 'goods_document' and d.id = l.document_id
join goods_document_line sl on sl.group_id = l.group_id and sl.id = l.source_line_id
join document s on s.in_table = 'goods_document' and s.id = sl.document_id
where l.group_id = $1 and d.stage not in ('voided', 'reversed') and not d.is_red
  and d.partner_id is distinct from s.partner_id
union all
select m.org_id, m.bill_no, null, s.bill_no, m.partner_id, s.partner_id
from money_slip m
join document s on s.kind = m.source_kind and s.id = m.source_id
where m.group_id = $1 and m.partner_id is distinct from s.partner_id
union all
select org_id, bill_no, null, null, partner_id, null from money_slip where group_id = $1 and purpose = 'deposit' and source_id is null
