-- 销售成本 = 对应库存流水和在修流水金额
-- An undone return leaves at its own value; what its pool could not give, or had to give beyond it, is a variance. What work in
-- progress becomes at a settlement is cost as well.
select p.org_id, p.doc_kind, p.doc_id, p.cogs, -s.value as stock
from (
  select org_id, doc_kind, doc_id, sum(amount) as cogs from pnl_ledger where group_id = $1 and kind = 'cogs_part' group by 1, 2, 3
) p
left join (
  select org_id, doc_kind, doc_id, sum(value) as value
  from (
    select org_id, doc_kind, doc_id, value + variance as value from stock_ledger where group_id = $1
    union all
    select org_id, doc_kind, doc_id, value from wip_ledger where group_id = $1
  ) goods
  group by 1, 2, 3
) s on s.org_id = p.org_id and s.doc_kind = p.doc_kind and s.doc_id = p.doc_id
where p.cogs <> coalesce(-s.value, 0)
