-- 红字单与原单的数量、金额、在修、往来、资金相抵为零
with pair as (
  select d.org_id, d.kind, d.id, coalesce(d.red_of, d.id) as root from document d
  where d.is_red or exists (select from document red where red.kind = d.kind and red.red_of = d.id)
), effect as (
  select p.org_id, p.kind, p.root, s.qty, s.value + s.variance as value, 0::numeric as money, 0::numeric as cash, 0::numeric as wip
  from pair p join stock_ledger s on s.group_id = $1 and s.doc_kind = p.kind and s.doc_id = p.id
  union all
  select p.org_id, p.kind, p.root, 0, 0, 0, 0, w.value
  from pair p join wip_ledger w on w.group_id = $1 and w.doc_kind = p.kind and w.doc_id = p.id
  union all
  select p.org_id, p.kind, p.root, 0, 0, l.amount, 0, 0
  from pair p join partner_ledger l on l.group_id = $1 and l.doc_kind = p.kind and l.doc_id = p.id and l.account in ('AR', 'AP')
  union all
  select p.org_id, p.kind, p.root, 0, 0, 0, a.amount, 0
  from pair p join account_ledger a on a.group_id = $1 and a.doc_kind = p.kind and a.doc_id = p.id
)
select org_id, kind, root as document_id, sum(qty) as qty, sum(value) as value, sum(money) as money, sum(cash) as cash, sum(wip) as wip
from effect group by org_id, kind, root
having sum(qty) <> 0 or sum(value) <> 0 or sum(money) <> 0 or sum(cash) <> 0 or sum(wip) <> 0
