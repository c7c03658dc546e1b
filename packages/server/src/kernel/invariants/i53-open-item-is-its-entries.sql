-- 每笔应收应付单的原额、核销和优惠 = 它的往来流水，且同一企业、单位和账目
select i.org_id, i.bill_no, i.original, l.billed, i.written_off, l.settled, i.discounted, l.discounted as discounts
from open_item i
left join (
  select open_item_id, sum(amount) filter (where kind in ('bill', 'return', 'cancel')) as billed,
    sum(amount) filter (where kind = 'discount') as discounted,
    sum(amount) filter (where kind not in ('bill', 'return', 'cancel', 'discount')) as settled,
    count(*) filter (where kind in ('bill', 'return')) as bills
  from partner_ledger where group_id = $1 group by open_item_id
) l on l.open_item_id = i.id
where i.group_id = $1
  and (coalesce(l.billed, 0) <> i.original or coalesce(l.settled, 0) <> -i.written_off or coalesce(l.discounted, 0) <> -i.discounted
    or coalesce(l.bills, 0) <> 1)
union all
select l.org_id, i.bill_no, l.amount, null, null, null, null, null
from partner_ledger l left join open_item i on i.group_id = l.group_id and i.id = l.open_item_id
where l.group_id = $1
  and case
    when l.account not in ('AR', 'AP') then l.open_item_id is not null
    when i.id is null then true
    when (l.org_id, l.partner_id, l.account) <> (i.org_id, i.partner_id, i.side) then true
    when l.kind in ('bill', 'return', 'cancel') and l.reversal_of is not null then true
    when l.kind in ('bill', 'return', 'cancel') and (l.doc_kind, l.doc_id) <> (i.source_kind, i.source_id) then true
    else (l.kind = 'bill' and l.amount < 0) or (l.kind = 'return' and l.amount > 0)
  end
