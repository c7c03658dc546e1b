-- 已开票金额 = 未作废发票的关联金额之和，不超过单据金额；登记的发票关联合计 = 价税合计 = 明细合计；一家公司的发票号码不重复
-- Drafts hold their bills, too. A red invoice gives back what its blue one held. Receipts of suppliers are numbered
-- by whoever writes them. Red ones take no more of a line of their blue one than it has, and parts of it are for what went back.
with link as (
  select k.source_kind, k.source_id, k.open_item_id, sum(k.amount) as amount
  from invoice_link k join invoice d on d.group_id = k.group_id and d.id = k.invoice_id
  where k.group_id = $1 and d.state <> 'voided'
  group by k.source_kind, k.source_id, k.open_item_id
), line as (
  select invoice_id, sum(untaxed) as untaxed, sum(tax) as tax, sum(taxed) as taxed, bool_and(taxed = untaxed + tax) as adds_up
  from invoice_line where group_id = $1 group by invoice_id
), linked as (
  select invoice_id, sum(amount) as amount, max(amount) as most from invoice_link where group_id = $1 group by invoice_id
), red as (
  select d.*, coalesce(d.red_of, d.part_of) as blue_id from invoice d where d.group_id = $1 and coalesce(d.red_of, d.part_of) is not null
), taken as (
  select r.blue_id, l.line_no, sum(l.qty) as qty, sum(l.untaxed) as untaxed, sum(l.tax) as tax
  from red r join invoice_line l on l.group_id = r.group_id and l.invoice_id = r.id
  group by r.blue_id, l.line_no
)
select i.org_id, i.bill_no, i.original as taxed, i.invoiced, l.amount as linked
from open_item i left join link l on l.open_item_id = i.id
where i.group_id = $1 and (i.invoiced <> 0 or l.amount <> 0)
  and (i.invoiced <> coalesce(l.amount, 0) or i.invoiced * i.original < 0 or abs(i.invoiced) > abs(i.original))
union all
select m.org_id, m.bill_no, m.amount_due, m.invoiced, l.amount
from money_slip m left join link l on l.open_item_id is null and l.source_kind = m.kind and l.source_id = m.id
where m.group_id = $1 and (m.invoiced <> 0 or l.amount <> 0)
  and (m.invoiced <> coalesce(l.amount, 0) or m.invoiced * m.amount_due < 0 or abs(m.invoiced) > abs(m.amount_due))
union all
select d.org_id, d.bill_no, d.taxed, l.taxed, k.amount
from invoice d
left join line l on l.invoice_id = d.id
left join linked k on k.invoice_id = d.id
where d.group_id = $1
  and ((d.untaxed, d.tax, d.taxed) is distinct from (coalesce(l.untaxed, 0), coalesce(l.tax, 0), coalesce(l.taxed, 0)) or not coalesce(l.adds_up, true)
    or (d.state in ('issued', 'reversed') and d.taxed is distinct from k.amount))
union all
select r.org_id, r.bill_no, r.taxed, b.taxed, k.most
from red r
join invoice b on b.group_id = r.group_id and b.id = r.blue_id
left join linked k on k.invoice_id = r.id
where (r.org_id, r.kind, r.partner_id, r.company_id, r.sheet_kind, r.title, r.tax_no)
    is distinct from (b.org_id, b.kind, b.partner_id, b.company_id, b.sheet_kind, b.title, b.tax_no)
  or b.is_red or r.taken <> 0
  or r.part_of is not null and ((k.most < 0) is not true
    or r.certified_month is distinct from case when b.certified_month is not null then greatest(b.certified_month, r.period) end)
union all
select b.org_id, b.bill_no, b.taken, sum(-r.taxed), null
from invoice b
left join red r on r.part_of = b.id
where b.group_id = $1
group by b.group_id, b.id
having b.taken <> coalesce(sum(-r.taxed), 0) or b.taken > greatest(b.taxed, 0)
union all
select b.org_id, b.bill_no, l.taxed, t.untaxed + t.tax, t.line_no
from taken t
join invoice b on b.group_id = $1 and b.id = t.blue_id
left join invoice_line l on l.group_id = b.group_id and l.invoice_id = b.id and l.line_no = t.line_no
where l.id is null or sign(t.untaxed) = sign(l.untaxed) or abs(t.untaxed) > abs(l.untaxed) or t.tax * l.tax > 0 or abs(t.tax) > abs(l.tax)
  or t.qty is not null and (-t.qty <= l.qty) is not true
union all
select b.org_id, b.bill_no, b.taxed, sum(t.untaxed + t.tax), null
from invoice b
left join taken t on t.blue_id = b.id
where b.group_id = $1 and b.state in ('issued', 'reversed') and not b.is_red
group by b.group_id, b.id
having (b.state = 'reversed') <> (coalesce(sum(t.untaxed), 0) = -b.untaxed and coalesce(sum(t.tax), 0) = -b.tax and b.taxed <> 0)
union all
select d.org_id, min(d.bill_no), null, null, count(*)
from invoice d
where d.group_id = $1 and d.state in ('issued', 'reversed') and d.invoice_no <> ''
group by d.org_id, d.kind, d.company_id, d.invoice_code, d.invoice_no, d.sheet_kind = 'receipt', case when d.sheet_kind = 'receipt' then d.tax_no end
having count(*) > 1
union all
select d.org_id, d.bill_no, k.amount, i.original, null
from invoice_link k
join invoice d on d.group_id = k.group_id and d.id = k.invoice_id
left join open_item i on i.group_id = k.group_id and i.id = k.open_item_id
where k.group_id = $1 and k.open_item_id is not null
  and (i.id is null or (i.org_id, i.partner_id, i.source_kind, i.source_id, i.side)
    is distinct from (d.org_id, d.partner_id, k.source_kind, k.source_id, case d.kind when 'invoice_issued' then 'AR' else 'AP' end))
