-- 损益流水逐类与单据相符：收入、优惠、成本、运费、损失、收付优惠和手续费
-- A kind that sells books its lines as revenue and its goods as cost, or as a loss, in the organisation that sells; of freight a document
-- of goods books nothing or all. What is reported as lost or found is a loss or a gain and nothing else, and only what was on its way is
-- lost by a document that bills. What trade and money earn has no payer beside the partner, and nothing of a repair's in it; what is given for a bill to a
-- manufacturer is all three guarantees'. Whatever the document, its internal
-- revenue is the internal expense of the departments that are charged.
with pnl as (
  select doc_kind as kind, doc_id as id,
    coalesce(sum(amount) filter (where kind = 'revenue_part'), 0) as revenue,
    coalesce(sum(amount_taxed) filter (where kind = 'revenue_part'), 0) as revenue_taxed,
    coalesce(sum(amount) filter (where kind = 'discount'), 0) as discount,
    coalesce(sum(amount_taxed) filter (where kind = 'discount'), 0) as discount_taxed,
    coalesce(sum(amount) filter (where kind = 'cogs_part'), 0) as cost,
    max(org_id) filter (where kind = 'revenue_part' and amount <> 0) as seller_id,
    coalesce(sum(amount) filter (where kind = 'stock_loss'), 0) as loss,
    coalesce(sum(amount) filter (where kind = 'stock_gain'), 0) as gain,
    coalesce(sum(amount) filter (where kind = 'other_income'), 0) as income,
    coalesce(sum(amount_taxed) filter (where kind = 'other_income'), 0) as income_taxed,
    coalesce(sum(amount) filter (where kind = 'other_expense'), 0) as expense,
    coalesce(sum(amount_taxed) filter (where kind = 'other_expense'), 0) as expense_taxed,
    coalesce(sum(amount_taxed) filter (where kind not in ('revenue_part', 'discount', 'other_income', 'other_expense')), 0) as taxed,
    bool_or(payer_type is not null) as has_payer,
    bool_or(payer_type is distinct from 'warranty' and kind <> 'stock_variance') as is_trade,
    bool_or(kind in ('revenue_labour', 'revenue_other', 'revenue_internal', 'warranty_revenue', 'cogs_outsource',
      'internal_expense')) as is_repair
  from pnl_ledger where group_id = $1 group by doc_kind, doc_id
), selling as (
  select distinct doc_kind as kind from pnl_ledger where group_id = $1 and kind in ('revenue_part', 'cogs_part')
), billing as (
  select distinct source_kind as kind from open_item where group_id = $1
), goods as (
  select document_id, abs(sum(untaxed)) as untaxed, abs(sum(taxed)) as taxed, abs(sum(discount_share)) as share,
    abs(sum(discount_share_untaxed)) as share_untaxed
  from goods_document_line where group_id = $1 group by document_id
), lost as (
  select org_id, doc_kind, doc_id, sum(amount) as amount from pnl_ledger where group_id = $1 and kind = 'stock_loss' group by 1, 2, 3
), travelling as (
  select distinct s.doc_kind, s.doc_id from stock_ledger s join warehouse w on w.group_id = s.group_id and w.id = s.warehouse_id
  where s.group_id = $1 and w.kind = 'transit'
), stock as (
  select org_id, doc_kind, doc_id, sum(cost) as cost
  from (
    select org_id, doc_kind, doc_id, -value - variance as cost from stock_ledger where group_id = $1
    union all
    select org_id, doc_kind, doc_id, -value from wip_ledger where group_id = $1
  ) goods
  group by org_id, doc_kind, doc_id
)
select d.org_id, d.bill_no, p.revenue, p.discount, p.cost, p.income, p.expense, p.loss, p.gain
from goods_document d
join goods g on g.document_id = d.id
left join pnl p on p.kind = d.kind and p.id = d.id
left join stock s on s.org_id = coalesce(p.seller_id, d.org_id) and s.doc_kind = d.kind and s.doc_id = d.id
left join lost x on x.org_id = coalesce(p.seller_id, d.org_id) and x.doc_kind = d.kind and x.doc_id = d.id
left join travelling t on t.doc_kind = d.kind and t.doc_id = d.id
left join selling k on k.kind = d.kind
left join billing b on b.kind = d.kind
where d.group_id = $1 and d.posted_at is not null
  and (
    case
      when k.kind is not null then
        abs(coalesce(p.revenue, 0)) <> g.untaxed or abs(coalesce(p.revenue_taxed, 0)) <> g.taxed
        or abs(coalesce(p.discount, 0)) <> g.share_untaxed or abs(coalesce(p.discount_taxed, 0)) <> g.share
        or p.revenue * p.revenue_taxed < 0 or p.revenue * p.discount < 0 or p.discount * p.discount_taxed < 0
        or coalesce(p.cost, 0) + coalesce(x.amount, 0) <> coalesce(s.cost, 0)
      else p.discount <> 0 or p.discount_taxed <> 0
    end
    or case
      when b.kind is not null then (p.loss <> 0 and t.doc_id is null) or p.gain <> 0
        or abs(p.income) not in (0, abs(d.freight)) or abs(p.expense) not in (0, abs(d.freight))
      else (p.expense <> 0 and d.reason = '报损') or (p.income <> 0 and d.reason = '盘盈外其他')
    end
    or p.income_taxed not in (0, p.income) or p.expense_taxed not in (0, p.expense) or p.taxed <> 0 or p.is_repair
    or case when d.warranty_bill_id is null then p.has_payer else p.is_trade end
  )
union all
select m.org_id, m.bill_no, p.revenue, p.discount, p.cost, p.income, p.expense, p.loss, p.gain
from money_slip m
cross join lateral (
  select case when m.is_red then -1 else 1 end as sign, case when m.side is not null and m.purpose <> 'opening' then m.total else 0 end as corrected,
    case when m.account_id is null then m.total - m.written_off - m.advance else 0 end as unallocated
) f
left join pnl p on p.kind = m.kind and p.id = m.id
left join (
  select doc_kind, doc_id, -sum(amount) filter (where account = 'AR') as given, -sum(amount) filter (where account = 'AP') as got
  from partner_ledger where group_id = $1 and kind in ('discount', 'bad_debt') group by doc_kind, doc_id
) l on l.doc_kind = m.kind and l.doc_id = m.id
left join (
  select doc_kind, doc_id, sum(amount) as amount from account_ledger where group_id = $1 group by doc_kind, doc_id
) a on a.doc_kind = m.kind and a.doc_id = m.id
where m.group_id = $1 and m.posted_at is not null
  and (
    coalesce(p.discount, 0) <> coalesce(l.given, 0) + case when m.side = 'AR' and f.sign * f.corrected < 0 then -f.corrected else 0 end
    -- What one shop does not pay another for a card is income of one and expense of the other.
    or case when m.kind = 'card_voucher' then coalesce(p.income, 0) - m.penalty <> coalesce(p.expense, 0) - m.fee
    when m.purpose = 'card' then coalesce(p.income, 0) <> coalesce(p.expense, 0)
    else coalesce(p.income, 0) <> coalesce(l.got, 0)
      + case when m.side = 'AR' and f.sign * f.corrected > 0 then f.corrected when m.side = 'AP' and f.sign * f.corrected < 0 then -f.corrected else 0 end
      + case when m.side is null and a.amount = m.total - m.fee then f.unallocated else 0 end
    or coalesce(p.expense, 0) <> m.fee
      + case when m.side = 'AP' and f.sign * f.corrected > 0 then f.corrected else 0 end
      + case when m.side is null and a.amount = -m.total - m.fee and m.total <> 0 then f.unallocated else 0 end
    end
    or p.revenue <> 0 or p.cost <> 0 or p.loss <> 0 or p.gain <> 0 or p.revenue_taxed <> 0 or p.discount_taxed <> 0
    or p.income_taxed <> 0 or p.expense_taxed <> 0 or p.taxed <> 0 or p.is_repair or p.has_payer
  )
union all
select d.org_id, d.bill_no, i.revenue, null, null, null, i.expense, null, null
from (
  select org_id, doc_kind, doc_id, coalesce(sum(amount) filter (where kind = 'revenue_internal'), 0) as revenue,
    coalesce(sum(amount) filter (where kind = 'internal_expense'), 0) as expense
  from pnl_ledger where group_id = $1 and kind in ('revenue_internal', 'internal_expense') group by org_id, doc_kind, doc_id
) i
join document d on d.kind = i.doc_kind and d.id = i.doc_id and d.org_id = i.org_id
where i.revenue <> i.expense
