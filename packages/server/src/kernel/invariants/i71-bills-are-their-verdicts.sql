-- 三包单：申报额 = 明细之和，确认额 = 明细确认之和 = 申报额 + 各次核定差额，驳回额 = 各行申报高于确认之和；状态与索赔单、三包结算单一致
with line as (
  select document_id, sum(net_amount) as net, sum(confirmed_amount) as confirmed,
    sum(greatest(net_amount - confirmed_amount, 0)) as rejected, count(*) filter (where confirmed_amount is null) as open
  from repair_line where group_id = $1 group by document_id
), said as (
  select l.bill_id, sum(l.confirmed_amount - l.before_amount) as difference
  from claim_line l join claim_document q on q.group_id = l.group_id and q.id = l.document_id
  where l.group_id = $1 and q.kind = 'claim_confirmation' and q.state = 'done' and l.section = 'verdicts' group by l.bill_id
), named as (
  select l.bill_id, count(*) filter (where d.kind = 'warranty_claim' and d.state in ('sent', 'answered', 'done')) as claims,
    count(*) filter (where d.kind = 'warranty_settlement' and d.state = 'done') as settlements
  from claim_line l join claim_document d on d.group_id = l.group_id and d.id = l.document_id
  where l.group_id = $1 and l.section = 'bills' group by l.bill_id
)
select b.org_id, b.bill_no, b.state, b.total_amount, l.net, b.confirmed_amount, l.confirmed, s.difference, b.rejected_amount, l.rejected, b.settled_amount, n.claims, n.settlements
from repair_document b
left join line l on l.document_id = b.id
left join said s on s.bill_id = b.id
left join named n on n.bill_id = b.id
where b.group_id = $1 and b.kind = 'warranty_bill'
  and (b.total_amount <> coalesce(l.net, 0)
    or (b.confirmed_amount is not null) <> (b.state in ('confirmed', 'part_confirmed', 'rejected', 'settled'))
    or (b.confirmed_amount is not null and (l.open > 0 or b.confirmed_amount is distinct from l.confirmed
      or b.confirmed_amount is distinct from b.total_amount + coalesce(s.difference, 0)))
    or b.rejected_amount <> case when b.confirmed_amount is null then 0 else l.rejected end
    or case b.state when 'confirmed' then b.rejected_amount <> 0
      when 'part_confirmed' then b.confirmed_amount = 0 or b.rejected_amount = 0
      when 'rejected' then b.confirmed_amount <> 0 or b.rejected_amount = 0 else false end
    or coalesce(n.claims, 0) <> case when b.state in ('claimed', 'confirmed', 'part_confirmed', 'rejected', 'settled') then 1 else 0 end
    or coalesce(n.settlements, 0) <> case when b.state = 'settled' then 1 else 0 end
    or b.settled_amount <> case when b.state = 'settled' then coalesce(b.confirmed_amount, 0) else 0 end)
