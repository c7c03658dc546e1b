-- 会员卡本金、赠金、积分 = 卡流水之和，逐笔结存连续，且不为负
with entry as (
  select card_id, principal, gift, points, principal_after, gift_after, points_after,
    sum(principal) over running as principal_sum, sum(gift) over running as gift_sum, sum(points) over running as points_sum
  from card_ledger where group_id = $1
  window running as (partition by card_id order by id)
), total as (
  select card_id, sum(principal) as principal, sum(gift) as gift, sum(points) as points,
    count(*) filter (where (principal_after, gift_after, points_after) is distinct from (principal_sum, gift_sum, points_sum)) as broken
  from entry group by card_id
)
select c.org_id, c.card_no, c.principal, coalesce(t.principal, 0) as principal_of_ledger, c.gift, coalesce(t.gift, 0) as gift_of_ledger,
  c.points, coalesce(t.points, 0) as points_of_ledger, coalesce(t.broken, 0) as broken
from card c left join total t on t.card_id = c.id
where c.group_id = $1 and ((c.principal, c.gift, c.points) is distinct from (coalesce(t.principal, 0), coalesce(t.gift, 0), coalesce(t.points, 0))
  or least(c.principal, c.gift, c.points) < 0 or t.broken > 0)
