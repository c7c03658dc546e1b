-- 卡内套餐剩余次数和金额 = 售出 − 已用 + 退回 = 套餐流水之和；0 ≤ 剩余 ≤ 售出
-- What was sold came onto the card by the document that sold it, whole, or was taken back by it.
with entry as (
  select card_item_id, card_id, times, value, times_after, value_after, doc_kind, doc_id, reversal_of,
    sum(times) over running as times_sum, sum(value) over running as value_sum
  from card_item_ledger where group_id = $1
  window running as (partition by card_item_id order by id)
), total as (
  select e.card_item_id, sum(e.times) as times, sum(e.value) as value,
    count(*) filter (where (e.times_after, e.value_after) is distinct from (e.times_sum, e.value_sum)) as broken,
    count(*) filter (where e.card_id <> i.card_id) as elsewhere,
    coalesce(sum(e.times) filter (where e.doc_kind = 'card_voucher' and e.doc_id = i.slip_id and e.times > 0), 0) as times_sold,
    coalesce(sum(e.value) filter (where e.doc_kind = 'card_voucher' and e.doc_id = i.slip_id and e.times > 0), 0) as value_sold
  from entry e join card_item i on i.group_id = $1 and i.id = e.card_item_id
  group by e.card_item_id
)
select i.org_id, c.card_no, i.package_name, i.line_no, i.times_sold, i.times_left, coalesce(t.times, 0) as times_of_ledger, i.value_left,
  coalesce(t.value, 0) as value_of_ledger, coalesce(t.broken, 0) as broken
from card_item i
join card c on c.group_id = i.group_id and c.id = i.card_id
left join total t on t.card_item_id = i.id
where i.group_id = $1 and ((i.times_left, i.value_left) is distinct from (coalesce(t.times, 0), coalesce(t.value, 0))
  or i.times_left not between 0 and i.times_sold or i.value_left not between 0 and i.value_sold or t.broken > 0 or t.elsewhere > 0
  or (i.times_sold, i.value_sold) is distinct from (coalesce(t.times_sold, 0), coalesce(t.value_sold, 0)))
