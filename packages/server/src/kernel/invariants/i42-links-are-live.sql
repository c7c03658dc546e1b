-- 有效单据引用的来源单据也有效，且同一企业（或互为对方企业）、同一配件（合并后以保留的配件为准）
select d.org_id, d.bill_no, l.line_no, sd.bill_no as source_no, sd.state as source_state
from goods_document_line l
join document d on d.in_table = 'goods_document' and d.id = l.document_id
join goods_document_line sl on sl.group_id = l.group_id and sl.id = l.source_line_id
join document sd on sd.in_table = 'goods_document' and sd.id = sl.document_id
join goods_document own on own.group_id = l.group_id and own.id = l.document_id
join goods_document other on other.group_id = sl.group_id and other.id = sl.document_id
join part p on p.group_id = l.group_id and p.id = l.part_id
join part sp on sp.group_id = sl.group_id and sp.id = sl.part_id
where l.group_id = $1 and d.stage not in ('voided', 'reversed') and not d.is_red
  and ((sd.org_id <> d.org_id and (sd.org_id, other.counter_org_id) is distinct from (own.counter_org_id, d.org_id)) or coalesce(sp.merged_into_id, sp.id) <> coalesce(p.merged_into_id, p.id) or sd.stage not in ('agreed', 'posted'))
