-- 兄弟企业之间，一方的内部应收 = 另一方的内部应付，逐单据
-- What one document bills between two organisations of the group stands in both their books. Money that settles it is each side's own.
with sister as (
  select id, system_org_id as org_id from partner where group_id = $1 and system_kind = 'sister_org'
), billed as (
  select i.source_kind, i.source_id, i.side, i.org_id, s.org_id as other_id, sum(i.original) as amount
  from open_item i
  join sister s on s.id = i.partner_id
  left join goods_document d on d.group_id = i.group_id and d.kind = i.source_kind and d.id = i.source_id
  left join money_slip m on m.group_id = i.group_id and m.kind = i.source_kind and m.id = i.source_id
    and (m.purpose = 'card' or m.kind = 'card_voucher' or m.counter_org_id is not null)
  where i.group_id = $1 and (d.counter_org_id is not null or m.id is not null or i.source_kind in ('repair_settlement', 'repair_refund')) group by 1, 2, 3, 4, 5
)
select coalesce(r.org_id, p.other_id) as org_id, coalesce(r.source_kind, p.source_kind) as source_kind,
  coalesce(r.source_id, p.source_id) as source_id, r.amount as receivable, p.amount as payable
from (select * from billed where side = 'AR') r
full join (select * from billed where side = 'AP') p
  on p.source_kind = r.source_kind and p.source_id = r.source_id and p.org_id = r.other_id and p.other_id = r.org_id
where coalesce(r.amount, 0) <> coalesce(p.amount, 0)
