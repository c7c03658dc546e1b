-- 已核销金额 = 有效核销明细之和，收回的坏账不超过核销的坏账
select i.org_id, i.bill_no, i.written_off, coalesce(sum(w.amount), 0) as lines, i.discounted, coalesce(sum(w.discount), 0) as discounts
from open_item i left join write_off_line w on w.group_id = i.group_id and w.open_item_id = i.id
where i.group_id = $1
group by i.org_id, i.id, i.bill_no, i.written_off, i.discounted
having i.written_off <> coalesce(sum(w.amount), 0) or i.discounted <> coalesce(sum(w.discount), 0)
  or coalesce(sum(w.amount) filter (where w.tender = 'bad_debt'), 0) < 0
