-- 明细的金额、折后金额、税额和优惠分摊的未税部分按公式算出
-- The tax of what goes back is a share of the tax that was charged (ADR 0076), near the rate; where the second desk counted less
-- of it, the price follows from the amount (ADR 0051). Shares of older documents were rounded from their untaxed side.
with posting as (
  select distinct doc_kind as kind from stock_ledger where group_id = $1
), line as (
  select d.org_id, d.bill_no, d.tax_included, l.*,
    round(case when d.tax_included then l.net_amount * l.tax_rate / (1 + l.tax_rate) else l.net_amount * l.tax_rate end, 2) as due,
    round(l.net_amount / nullif(l.qty * l.discount_rate, 0), 4) as price_of_net, p.kind is not null as is_return,
    count(*) over (partition by l.source_line_id) as returns
  from goods_document_line l
  join goods_document d on d.group_id = l.group_id and d.id = l.document_id
  left join goods_document_line s on s.group_id = l.group_id and s.id = l.source_line_id
  left join goods_document sd on sd.group_id = s.group_id and sd.id = s.document_id
  left join posting p on p.kind = sd.kind
  where l.group_id = $1
)
select org_id, bill_no, line_no, qty, price, amount, discount_rate, net_amount, tax_rate, untaxed, tax, taxed, discount_share,
  discount_share_untaxed
from line
where amount <> round(qty * price, 2)
  or case
    when is_net_typed then price <> price_of_net
    when is_return then net_amount <> round(amount * discount_rate, 2) and price <> price_of_net
    else net_amount <> round(amount * discount_rate, 2)
  end
  or net_amount <> case when tax_included then taxed else untaxed end
  or abs(tax - due) > case when is_return then 0.02 + 0.01 * returns else 0 end
  or (discount_share_untaxed <> discount_share - round(discount_share * tax_rate / (1 + tax_rate), 2)
    and discount_share_untaxed <> round(discount_share / (1 + tax_rate), 2))
