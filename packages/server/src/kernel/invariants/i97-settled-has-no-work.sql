-- 已结算、已交车、已退单、已取消的工单没有在修材料；随单生成的收款单与结算单同进退
-- What is in work of an order is cost as soon as it is settled. Slips that a settlement or a refund has made stand in the books as long as it does, and are of whom it bills.
-- Those of what is never posted itself (a case of an insurer) do so as long as it says. What has a category was made by a count of cash, which is
-- no document; what a sister has sent is I24.
select o.org_id, o.bill_no, o.state, sum(w.qty) as qty, sum(w.value) as value
from repair_document o
join wip_ledger w on w.group_id = o.group_id and w.work_order_id = o.id
where o.group_id = $1 and o.kind = 'work_order' and o.state in ('settled', 'delivered', 'refunded', 'cancelled')
group by o.org_id, o.bill_no, o.state having sum(w.qty) <> 0 or sum(w.value) <> 0
union all
select m.org_id, m.bill_no, m.state, null, m.total
from money_slip m
left join document d on d.kind = m.maker_kind and d.id = m.made_by
where m.group_id = $1 and m.made_by is not null and m.category_id is null and m.counter_org_id is null
  and (d.id is null or d.org_id <> m.org_id
    or m.posted_at is not null and case
      when d.executed is not null then d.executed <> 'whole'
      else d.posted_at is null or d.biz_date <> m.biz_date or (d.partner_id <> m.partner_id and not exists (
        select from open_item i
        where i.group_id = m.group_id and i.source_kind = d.kind and i.source_id = d.id and i.partner_id = m.partner_id))
    end)
