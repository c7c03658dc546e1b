-- 每张单据借贷平衡：净资产变动 − 损益 = 税额（期初单据等于期初金额）
-- Stock, work in progress, receivables, money paid ahead and accounts, less payables and money received ahead, change by the profit and by the tax
-- that is collected or deducted, which an adjustment of costs to an invoice corrects. Tax of a purchase is deducted with a special invoice only, else it is part of the goods' value. Openings have no
-- profit. What a card holds is owed by who issued it, and a package by who sold it, wherever they are used; granted money is owed by nobody: what is paid with it
-- is a discount of what it pays.
with entry as (
  select org_id, doc_kind as kind, doc_id as id, value as net_assets, 0 as profit, 0 as receivable, 0 as payable
  from stock_ledger where group_id = $1
  union all
  select org_id, doc_kind, doc_id, value, 0, 0, 0 from wip_ledger where group_id = $1
  union all
  select org_id, doc_kind, doc_id, case when account in ('AR', 'ADV_OUT') then amount else -amount end, 0,
    case when account = 'AR' and kind in ('bill', 'return', 'cancel') then amount else 0 end,
    case when account = 'AP' and kind in ('bill', 'return', 'cancel') then amount else 0 end
  from partner_ledger where group_id = $1
  union all
  select org_id, doc_kind, doc_id, amount, 0, 0, 0 from account_ledger where group_id = $1 and doc_kind <> 'opening_correction'
  union all
  select c.org_id, l.doc_kind, l.doc_id, -l.principal, 0, 0, 0 from card_ledger l join card c on c.group_id = l.group_id and c.id = l.card_id
  where l.group_id = $1
  union all
  select i.org_id, l.doc_kind, l.doc_id, -l.value, 0, 0, 0 from card_item_ledger l
  join card_item i on i.group_id = l.group_id and i.id = l.card_item_id
  where l.group_id = $1
  union all
  select org_id, doc_kind, doc_id, 0,
    case when kind in ('revenue_part', 'revenue_labour', 'revenue_other', 'revenue_internal', 'warranty_revenue', 'warranty_diff', 'other_income', 'stock_gain',
      'stock_variance', 'card_breakage') then amount else -amount end, 0, 0
  from pnl_ledger where group_id = $1
), sums as (
  select org_id, kind, id, sum(net_assets) as net_assets, sum(profit) as profit, sum(receivable) as receivable, sum(payable) as payable
  from entry group by org_id, kind, id
)
select s.org_id, d.bill_no, s.net_assets, s.profit, d.total_tax as expected
from sums s join goods_document d on d.group_id = $1 and d.kind = s.kind and d.id = s.id
where case
    when d.posted_at is null then s.net_assets <> s.profit
    when s.receivable <> 0 then s.net_assets - s.profit <> sign(s.receivable) * abs(d.total_tax)
    when s.payable <> 0 then s.net_assets <> s.profit and (abs(s.net_assets - s.profit) <> abs(d.total_tax) or d.invoice_kind <> 'special')
    when exists (select from invoice_adjustment a where a.group_id = $1 and a.document_id in (d.id, d.red_of)) then s.net_assets - s.profit <> d.total_taxed
    when d.reason = '期初' then s.net_assets <> d.total_amount or s.profit <> 0
    else s.net_assets <> s.profit
  end
union all
select s.org_id, m.bill_no, s.net_assets, s.profit, x.expected
from sums s
join money_slip m on m.group_id = $1 and m.kind = s.kind and m.id = s.id
cross join lateral (
  select case
      when m.purpose = 'card' then -(select coalesce(sum(w.amount), 0) from write_off_line w
        where w.group_id = $1 and w.doc_kind = m.kind and w.doc_id = m.id and w.org_id = s.org_id and w.tender = 'card_gift')
      when m.posted_at is null or m.purpose <> 'opening' then 0
      when m.kind = 'card_voucher' then -m.principal_change - m.package_change
      when m.side in ('AR', 'ADV_OUT') then m.total
      else -m.total
    end as expected
) x
where s.net_assets - s.profit <> x.expected
