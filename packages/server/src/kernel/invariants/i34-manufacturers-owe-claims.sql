-- 厂家三包应收 = 未确认申报额 + 已确认未结算额 + 三包结算未收
-- What settlements of orders, bills and verdicts have opened on a manufacturer, less what settlements of claims have taken over: what he was billed and no bill claims, claims that he has not
-- answered, and what he has agreed to. The item of a settlement is compared with it in i72.
with maker as (
  select id, coalesce(merged_into_id, id) as maker_id from partner where group_id = $1
), taken as (
  select open_item_id, sum(amount) as amount from write_off_line where group_id = $1 and doc_kind = 'warranty_settlement' group by open_item_id
), back as (
  select k.source_line_id, sum(k.assessed_amount) as amount from repair_line k
  join repair_document t on t.group_id = k.group_id and t.id = k.document_id
  where k.group_id = $1 and t.kind = 'repair_refund' and t.state = 'done' and not t.is_red group by k.source_line_id
), bill as (
  select org_id, id, manufacturer_id, state, total_amount, confirmed_amount from repair_document
  where group_id = $1 and kind = 'warranty_bill' and posted_at is not null and not is_red and state <> 'reversed'
), claimed as (
  select c.source_line_id from repair_line c join bill b on b.id = c.document_id where c.group_id = $1 and c.source_line_id is not null
), documents as (
  select b.org_id, m.maker_id, case when b.state in ('settled', 'closed') then 0 else coalesce(b.confirmed_amount, b.total_amount) end as amount
  from bill b join maker m on m.id = b.manufacturer_id
  union all
  select d.org_id, m.maker_id, coalesce(r.assessed_amount, r.net_amount) - coalesce(k.amount, 0)
  from repair_document d
  join repair_line r on r.group_id = d.group_id and r.document_id = d.id and r.payer = 'warranty'
  join maker m on m.id = r.payer_partner_id
  left join back k on k.source_line_id = r.id
  left join claimed c on c.source_line_id = r.id
  where d.group_id = $1 and d.kind = 'repair_settlement' and d.posted_at is not null and c.source_line_id is null
), items as (
  select i.org_id, m.maker_id, sum(i.original - coalesce(t.amount, 0)) as amount
  from open_item i
  join maker m on m.id = i.partner_id
  left join taken t on t.open_item_id = i.id
  where i.group_id = $1 and i.tab = 'warranty' and i.source_kind in ('repair_settlement', 'repair_refund', 'warranty_bill', 'claim_confirmation')
  group by 1, 2
), sums as (
  select org_id, maker_id, sum(amount) as amount from documents group by 1, 2
)
select org_id, maker_id, coalesce(i.amount, 0) as items, coalesce(d.amount, 0) as documents
from items i full join sums d using (org_id, maker_id)
where coalesce(i.amount, 0) <> coalesce(d.amount, 0)
