-- 组装、拆分：只有一行成品，成品与组件的流水金额之差 = 加工费
-- Whatever goes into a document with a kit comes out of it again: value in less value out is the fee, to the fen, and nothing once it is undone.
-- Kit and components move against each other. Where one document of a kind has a kit, all have exactly one.
with line as (
  select document_id, count(*) filter (where is_kit) as kits from goods_document_line where group_id = $1 group by document_id
), kind as (
  select distinct d.kind from line l join goods_document d on d.group_id = $1 and d.id = l.document_id where l.kits > 0
), moved as (
  select e.doc_kind, e.doc_id, sum(e.value + e.variance) as value,
    coalesce(sum(e.qty) filter (where l.is_kit), 0) as kit_qty, coalesce(sum(e.qty) filter (where not l.is_kit), 0) as component_qty
  from stock_ledger e
  join goods_document_line l on l.group_id = e.group_id and l.id = e.line_id
  where e.group_id = $1 group by e.doc_kind, e.doc_id
)
select d.org_id, d.bill_no, l.kits, d.freight as fee, coalesce(m.value, 0) as value, m.kit_qty, m.component_qty
from goods_document d
join kind k on k.kind = d.kind
left join line l on l.document_id = d.id
left join moved m on m.doc_kind = d.kind and m.doc_id = d.id
where d.group_id = $1
  and (l.kits is distinct from 1
    or coalesce(m.value, 0) <> case when d.posted_at is not null then d.freight else 0 end
    or (d.posted_at is not null and coalesce(m.kit_qty * m.component_qty, 0) >= 0))
