-- 三包结算单：应收 = 确认额 − 扣款 = 其应收单；冲掉的是所含三包单的确认额，扣款计入费用
with line as (
  select document_id, coalesce(sum(claimed_amount) filter (where section = 'bills'), 0) as claimed,
    coalesce(sum(confirmed_amount) filter (where section = 'bills'), 0) as confirmed, coalesce(sum(amount) filter (where section = 'deductions'), 0) as deducted
  from claim_line where group_id = $1 group by document_id
), bill as (
  select l.document_id, sum(b.confirmed_amount) as confirmed, bool_and(b.manufacturer_id = d.partner_id or p.merged_into_id = d.partner_id) as is_his
  from claim_line l
  join claim_document d on d.group_id = l.group_id and d.id = l.document_id
  join repair_document b on b.group_id = l.group_id and b.id = l.bill_id
  join partner p on p.group_id = b.group_id and p.id = b.manufacturer_id
  where l.group_id = $1 and l.section = 'bills' group by l.document_id
), item as (
  select source_id, sum(original) as amount, bool_or(is_unconfirmed or payer_type is distinct from 'warranty' or side <> 'AR') as is_other
  from open_item where group_id = $1 and source_kind = 'warranty_settlement' and original <> 0 group by source_id
), taken as (
  select doc_id, sum(amount) as amount from write_off_line where group_id = $1 and doc_kind = 'warranty_settlement' group by doc_id
), spent as (
  select doc_id, sum(amount) filter (where kind = 'other_expense') as amount, coalesce(sum(amount) filter (where kind <> 'other_expense'), 0) as other
  from pnl_ledger where group_id = $1 and doc_kind = 'warranty_settlement' group by doc_id
)
select d.org_id, d.bill_no, d.confirmed_amount, l.confirmed, d.deducted_amount, l.deducted, d.net_amount, i.amount as item, t.amount as taken, s.amount as expense
from claim_document d
left join line l on l.document_id = d.id
left join bill b on b.document_id = d.id
left join item i on i.source_id = d.id
left join taken t on t.doc_id = d.id
left join spent s on s.doc_id = d.id
where d.group_id = $1 and d.kind = 'warranty_settlement'
  and ((d.claimed_amount, d.confirmed_amount, d.deducted_amount) is distinct from (l.claimed, l.confirmed, l.deducted)
    or d.net_amount <> d.confirmed_amount - d.deducted_amount or d.net_amount < 0 or coalesce(i.is_other, false) or coalesce(s.other, 0) <> 0
    or (coalesce(i.amount, 0.00), coalesce(t.amount, 0.00), coalesce(s.amount, 0.00)) is distinct from
      case when d.state = 'done' then (d.net_amount, d.confirmed_amount, d.deducted_amount) else (0.00, 0.00, 0.00) end
    or (d.state = 'done' and (b.confirmed is distinct from d.confirmed_amount or b.is_his is not true)))
