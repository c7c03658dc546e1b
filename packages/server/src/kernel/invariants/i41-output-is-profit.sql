-- 结算单、退单各行产值合计 = 收入 - 优惠（内部收入只计一次），退单为负
-- What lines count for is what the books earned by them, work for own departments apart, which is its own expense. Its cost is what was in work, and what outsourcers bill; of a
-- refund, what went back into stock.
with line as (
  select document_id, sum(output_amount) filter (where not (payer = 'internal' and payer_partner_id is null)) as output,
    sum(cost_amount) as cost
  from repair_line where group_id = $1 group by document_id
), pnl as (
  select doc_kind, doc_id, coalesce(sum(amount_taxed) filter (where kind in ('revenue_part', 'revenue_labour', 'revenue_other', 'warranty_revenue')), 0)
      - coalesce(sum(amount_taxed) filter (where kind = 'discount'), 0) as earned,
    coalesce(sum(amount) filter (where kind in ('cogs_part', 'cogs_outsource')), 0) as cost
  from pnl_ledger where group_id = $1 and doc_kind in ('repair_settlement', 'repair_refund') group by doc_kind, doc_id
), sign as (
  select * from (values ('repair_settlement', 1), ('repair_refund', -1)) s (kind, sign)
)
select d.org_id, d.bill_no, l.output, p.earned, l.cost, p.cost as booked, d.cost_amount
from repair_document d
join sign s on s.kind = d.kind
join document x on x.in_table = 'repair_document' and x.id = d.id and x.stage = 'posted'
left join line l on l.document_id = d.id
left join pnl p on p.doc_kind = d.kind and p.doc_id = d.id
where d.group_id = $1 and d.posted_at is not null
  and (coalesce(l.output, 0) <> s.sign * coalesce(p.earned, 0) or coalesce(l.cost, 0) <> s.sign * coalesce(p.cost, 0) or d.cost_amount <> coalesce(l.cost, 0))
