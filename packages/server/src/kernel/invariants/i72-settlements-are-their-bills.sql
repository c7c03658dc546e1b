-- 三包结算单：应收 = 确认额 − 扣款 = 其应收单；冲掉的是所含三包单的确认额，扣款计入费用（不含税，即各行确认额与应收份额的不含税之差）
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
  select doc_id, sum(amount) filter (where kind = 'other_expense') as amount, sum(amount_taxed) filter (where kind = 'other_expense') as taxed,
    coalesce(sum(amount) filter (where kind <> 'other_expense'), 0) as other
  from pnl_ledger where group_id = $1 and doc_kind = 'warranty_settlement' group by doc_id
), share as (
  select s.id, r.tax_rate, r.confirmed_amount as confirmed,
    round(sum(r.confirmed_amount) over w * s.net_amount / s.confirmed_amount, 2)
      - round((sum(r.confirmed_amount) over w - r.confirmed_amount) * s.net_amount / s.confirmed_amount, 2) as paid
  from claim_document s
  join claim_line c on c.group_id = s.group_id and c.document_id = s.id and c.section = 'bills'
  join repair_line r on r.group_id = c.group_id and r.document_id = c.bill_id and r.confirmed_amount is not null
  where s.group_id = $1 and s.kind = 'warranty_settlement' and s.state = 'done' and s.confirmed_amount <> 0
  window w as (partition by s.id order by c.line_no, r.section, r.line_no)
), untaxed as (
  select id, sum(confirmed - round(confirmed * tax_rate / (1 + tax_rate), 2) - paid + round(paid * tax_rate / (1 + tax_rate), 2)) as amount
  from share group by id
)
select d.org_id, d.bill_no, d.confirmed_amount, l.confirmed, d.deducted_amount, l.deducted, d.net_amount, i.amount as item, t.amount as taken, s.amount as expense,
  u.amount as untaxed
from claim_document d
left join line l on l.document_id = d.id
left join bill b on b.document_id = d.id
left join item i on i.source_id = d.id
left join taken t on t.doc_id = d.id
left join spent s on s.doc_id = d.id
left join untaxed u on u.id = d.id
where d.group_id = $1 and d.kind = 'warranty_settlement'
  and ((d.claimed_amount, d.confirmed_amount, d.deducted_amount) is distinct from (l.claimed, l.confirmed, l.deducted)
    or d.net_amount <> d.confirmed_amount - d.deducted_amount or d.net_amount < 0 or coalesce(i.is_other, false) or coalesce(s.other, 0) <> 0
    -- Until the tax of deductions was told, they were an expense with it.
    or (coalesce(i.amount, 0.00), coalesce(t.amount, 0.00), coalesce(nullif(s.taxed, 0), s.amount, 0.00)) is distinct from
      case when d.state = 'done' then (d.net_amount, d.confirmed_amount, d.deducted_amount) else (0.00, 0.00, 0.00) end
    or (d.state = 'done' and s.taxed <> 0 and s.amount is distinct from u.amount)
    or (d.state <> 'done' and coalesce(s.amount, 0) <> 0)
    or (d.state = 'done' and (b.confirmed is distinct from d.confirmed_amount or b.is_his is not true)))
