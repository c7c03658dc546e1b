-- 单据状态与过账、执行和红冲相符
-- Judged by the stage that the kind declares for the state; neither may be unknown.
-- Red invoices of parts of a blue one may take the whole of it, each beside it like the red one of the whole.
-- What other documents execute says by its state how much of it they have done, whether it holds good or is in the books.
with executed as (
  select document_id, sum(executed_qty) as qty, bool_and(executed_qty + closed_qty >= qty) as is_whole, sum(closed_qty) as closed
  from goods_document_line where group_id = $1 group by document_id
)
select d.org_id, d.bill_no, d.kind, d.state, d.posted_at, e.qty as executed_qty, d.is_red, red.bill_no as red_no
from document d
left join executed e on d.in_table = 'goods_document' and e.document_id = d.id
left join document red on red.kind = d.kind and red.red_of = d.id
left join invoice v on d.in_table = 'invoice' and v.group_id = $1 and v.id = d.id
where d.stage = 'unknown'
  or (d.stage = 'reversed') <> (red.id is not null or coalesce(v.taken <> 0 and v.taken = v.taxed, false))
  or d.is_red <> (coalesce(d.red_of, v.part_of) is not null)
  or (d.is_red and d.stage <> 'posted')
  or case
    when (d.posted_at is not null) <> (d.stage in ('posted', 'reversed')) then true
    when d.posted_at is not null and e.closed <> 0 then true
    when d.is_red then e.qty <> 0
    when d.executed = 'whole' then not e.is_whole or e.qty <= 0
    when d.executed = 'part' then e.is_whole or e.qty <= 0
    when d.stage = 'agreed' and not d.is_open then false
    else e.qty <> 0
  end
