-- 单据状态与过账、执行和红冲相符
-- Judged are documents in the usual states; a kind with states of its own has its gate.
-- What other documents execute is never posted itself: its state says how much of it they have done.
with executed as (
  select document_id, sum(executed_qty) as qty, bool_and(executed_qty + closed_qty >= qty) as is_whole, sum(closed_qty) as closed
  from goods_document_line where group_id = $1 group by document_id
), doc as (
  select d.org_id, d.bill_no, d.kind, d.id, d.state, d.is_red, d.red_of, d.posted_at, e.qty, e.closed, e.is_whole
  from goods_document d left join executed e on e.document_id = d.id
  where d.group_id = $1
  union all
  select org_id, bill_no, kind, id, state, is_red, red_of, posted_at, 0, 0, false from money_slip where group_id = $1
)
select d.org_id, d.bill_no, d.state, d.posted_at, d.qty as executed_qty, d.is_red, red.bill_no as red_no
from doc d left join doc red on red.kind = d.kind and red.red_of = d.id
where d.state in ('draft', 'submitted', 'approved', 'partial', 'done', 'closed', 'voided', 'reversed') and (
  (d.state = 'reversed') <> (red.id is not null)
  or d.is_red <> (d.red_of is not null)
  or (d.is_red and d.state <> 'done')
  or case
    when d.posted_at is not null then d.state not in ('done', 'reversed') or d.qty <> 0 or d.closed <> 0
    when d.state = 'reversed' then true
    when d.state = 'done' then not d.is_whole or d.qty <= 0
    when d.state = 'partial' then d.is_whole or d.qty <= 0
    when d.state = 'closed' then false
    else d.qty <> 0
  end
)
