-- 往来合并单逐账目、逐付费方转出 = 转入，且只在合并的两个单位之间
select m.org_id, m.bill_no, l.account, sum(l.amount) as amount
from partner_merge m
left join partner_ledger l on l.group_id = m.group_id and l.doc_kind = m.kind and l.doc_id = m.id
where m.group_id = $1
group by m.org_id, m.id, m.bill_no, l.account
having sum(l.amount) is distinct from 0 or not bool_and(l.org_id = m.org_id and l.partner_id in (m.partner_id, m.target_id))
union all
select m.org_id, m.bill_no, concat_ws(' ', i.side, i.payer_type), sum(i.amount)
from partner_merge m
join (
  select w.doc_kind, w.doc_id, o.side, o.payer_type, o.is_unconfirmed, -w.amount as amount
  from write_off_line w join open_item o on o.group_id = w.group_id and o.id = w.open_item_id
  where w.group_id = $1
  union all
  select source_kind, source_id, side, payer_type, is_unconfirmed, original from open_item where group_id = $1
) i on i.doc_kind = m.kind and i.doc_id = m.id
where m.group_id = $1
group by m.org_id, m.id, m.bill_no, i.side, i.payer_type, i.is_unconfirmed
having sum(i.amount) <> 0
