-- 退给供应商的货，流水金额 + 差异 = 原入库成本的份额或退货金额；其他流水的差异记入损益
-- What goes back to a supplier is worth its share of what came, to the rounding of the returns of a line; without a receipt, or out of
-- another warehouse (ADR 0052), what is credited for it. Goods that come in have no variance. What becomes part of a kit goes to nobody.
with billing as (
  select distinct source_kind as kind from open_item where group_id = $1
), selling as (
  select distinct doc_kind as kind from pnl_ledger where group_id = $1 and kind in ('revenue_part', 'cogs_part')
), standing as (
  select s.* from stock_ledger s
  left join (select reversal_of from stock_ledger where group_id = $1 and reversal_of is not null) u on u.reversal_of = s.id
  where s.group_id = $1 and s.reversal_of is null and u.reversal_of is null
), kit as (
  select document_id from goods_document_line where group_id = $1 and is_kit
), returned as (
  select source_line_id, count(*) as lines from goods_document_line where group_id = $1 and source_line_id is not null group by 1
)
select d.org_id, d.bill_no, l.line_no, sum(s.value) as value, sum(s.variance) as variance, o.cost_amount as came_at
from standing s
join goods_document_line l on l.group_id = s.group_id and l.id = s.line_id
join goods_document d on d.group_id = l.group_id and d.id = l.document_id
join billing b on b.kind = d.kind
left join selling k on k.kind = d.kind
left join goods_document_line o on o.group_id = l.group_id and o.id = l.source_line_id
left join returned r on r.source_line_id = o.id
left join kit on kit.document_id = d.id
where k.kind is null and kit.document_id is null and s.qty < 0
group by d.org_id, d.bill_no, l.id, l.line_no, l.qty, l.taxed, l.untaxed, l.discount_share, l.discount_share_untaxed,
  o.id, o.cost_amount, o.qty, r.lines
having not (
    coalesce(abs(-sum(s.value + s.variance) - o.cost_amount * l.qty / o.qty) <= 0.01 * (r.lines + 1), false)
    or -sum(s.value + s.variance) in (l.taxed - l.discount_share, l.untaxed - l.discount_share_untaxed))
union all
select org_id, doc_kind, line_id, value, variance, null from standing where qty > 0 and variance <> 0
union all
select s.org_id, d.bill_no, null, s.value, s.variance, p.variance
from (
  select org_id, doc_kind, doc_id, sum(value) as value, sum(variance) as variance from stock_ledger where group_id = $1 group by 1, 2, 3
) s
join goods_document d on d.group_id = $1 and d.kind = s.doc_kind and d.id = s.doc_id
left join billing b on b.kind = d.kind
left join (
  select org_id, doc_kind, doc_id, sum(amount) as variance from pnl_ledger where group_id = $1 and kind = 'stock_variance' group by 1, 2, 3
) p on p.org_id = s.org_id and p.doc_kind = s.doc_kind and p.doc_id = s.doc_id
where b.kind is null and s.variance <> -coalesce(p.variance, 0)
