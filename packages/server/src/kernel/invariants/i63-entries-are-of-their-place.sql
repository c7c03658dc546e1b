-- 流水与单据的企业、仓库、货位、配件和批次相符，单位成本 = 金额 ÷ 数量
-- Scrap lies in a warehouse of its own, and so do goods on their way. The other organisation of a document is there, and the warehouse that goods go to is its own. What is taken back of a commission stands where that was earned. A posted document has entries in its own organisation, whoever else has some.
with entry as (
  select doc_kind, doc_id, org_id from stock_ledger where group_id = $1
  union
  select doc_kind, doc_id, org_id from wip_ledger where group_id = $1
  union
  select doc_kind, doc_id, org_id from commission_entry where group_id = $1 and clawback_of is null
  union
  select doc_kind, doc_id, org_id from partner_ledger where group_id = $1
  union
  select doc_kind, doc_id, org_id from account_ledger where group_id = $1
), doc as (
  select org_id, kind, id, bill_no from document where posted_at is not null
)
select s.org_id, 'stock_ledger' as entry, s.id, s.unit_cost, s.value, s.qty
from stock_ledger s
join warehouse w on w.group_id = s.group_id and w.id = s.warehouse_id
join location l on l.group_id = s.group_id and l.id = s.location_id
where s.group_id = $1 and (w.org_id <> s.org_id or l.warehouse_id <> s.warehouse_id or s.unit_cost <> round(s.value / nullif(s.qty, 0), 6))
union all
select l.org_id, 'account_ledger', l.id, null, l.amount, null
from account_ledger l join store_account a on a.group_id = l.group_id and a.id = l.store_account_id
where l.group_id = $1 and a.org_id <> l.org_id
union all
select c.org_id, 'commission_entry', c.id, null, c.amount, null
from commission_entry c
left join employee e on e.group_id = c.group_id and e.id = c.employee_id
left join document d on d.kind = c.doc_kind and d.id = c.doc_id
where c.group_id = $1 and (e.id is null or c.org_id <> d.org_id and c.clawback_of is null)
union all
select d.org_id, 'goods_document', d.id, null, null, null
from goods_document d
left join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id and w.org_id = d.org_id
left join (
  select distinct document_id, warehouse_id from goods_document_line where group_id = $1
) l on l.document_id = d.id and l.warehouse_id = d.warehouse_id
left join org o on o.group_id = d.group_id and o.id = d.counter_org_id
left join warehouse t on t.group_id = d.group_id and t.id = d.to_warehouse_id and t.org_id = coalesce(d.counter_org_id, d.org_id)
where d.group_id = $1 and (w.id is null or l.document_id is null or (d.counter_org_id is not null and o.id is null)
  or (d.to_warehouse_id is not null and t.id is null))
union all
select d.org_id, 'goods_document_line', l.id, null, null, l.qty
from goods_document_line l
join goods_document d on d.group_id = l.group_id and d.id = l.document_id and d.posted_at is not null
join (
  select s.doc_kind, s.doc_id, s.line_id, s.part_id, s.warehouse_id, s.location_id, s.batch_no, w.kind in ('scrap', 'transit') as is_elsewhere
  from stock_ledger s join warehouse w on w.group_id = s.group_id and w.id = s.warehouse_id
  where s.group_id = $1 and s.qty <> 0
) s on s.doc_kind = d.kind and s.doc_id = d.id and s.line_id = l.id
where l.group_id = $1
group by d.org_id, l.id, l.qty, l.part_id, l.warehouse_id, l.location_id, l.to_location_id, l.batch_no
having not bool_and(s.part_id = l.part_id) or not bool_or(s.is_elsewhere or s.warehouse_id = l.warehouse_id)
  or not bool_or(s.is_elsewhere or coalesce(s.location_id = l.location_id, true))
  or not bool_or(coalesce(s.location_id = l.to_location_id, true)) or not bool_or(l.batch_no in ('', s.batch_no))
union all
select d.org_id, d.bill_no, d.id, null, null, null
from doc d
join (
  select e.doc_kind, e.doc_id, bool_or(o.id is not null) as is_here
  from entry e left join doc o on o.kind = e.doc_kind and o.id = e.doc_id and o.org_id = e.org_id
  group by e.doc_kind, e.doc_id
) e on e.doc_kind = d.kind and e.doc_id = d.id
where not e.is_here
