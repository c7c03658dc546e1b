-- 冲销流水与被冲销流水相反，未过账和已红冲单据的流水全部被冲销
-- A red document opens the opposite of its blue one's bills, and settles the two against each other.
with doc as (
  select kind, id, red_of, is_red, is_red or posted_at is null or stage = 'reversed' as is_undone from document
), entry as (
  select org_id, 'stock' as ledger, id, reversal_of, doc_kind, doc_id, posted_at, qty, value + variance as amount,
    concat_ws(':', org_id, warehouse_id, location_id, part_id, batch_no) as place, coalesce(line_id, 0) as of_id
  from stock_ledger where group_id = $1
  union all
  select org_id, 'work in progress', id, reversal_of, doc_kind, doc_id, posted_at, qty, value, concat_ws(':', org_id, work_order_id, line_id, part_id), doc_line_id
  from wip_ledger where group_id = $1
  union all
  select org_id, 'account', id, reversal_of, doc_kind, doc_id, posted_at, 0, amount, store_account_id::text, 0
  from account_ledger where group_id = $1
  union all
  select org_id, 'partner', id, reversal_of, doc_kind, doc_id, posted_at, 0, amount,
    concat_ws(':', org_id, partner_id, account, kind, coalesce(open_item_id, 0)), 0
  from partner_ledger where group_id = $1 and kind not in ('bill', 'return', 'cancel')
  union all
  select org_id, 'commission', id, reversal_of, doc_kind, doc_id, posted_at, base, amount,
    concat_ws(':', org_id, employee_id, role, share, rate, coalesce(clawback_of, 0)), coalesce(line_id, 0)
  from commission_entry where group_id = $1
  union all
  select org_id, 'card', id, reversal_of, doc_kind, doc_id, posted_at, gift, principal, concat_ws(':', org_id, card_id), 0
  from card_ledger where group_id = $1
  union all
  select org_id, 'points', id, reversal_of, doc_kind, doc_id, posted_at, 0, points, concat_ws(':', org_id, card_id), 0
  from card_ledger where group_id = $1
  union all
  select org_id, 'card item', id, reversal_of, doc_kind, doc_id, posted_at, times, value, concat_ws(':', org_id, card_id, card_item_id), coalesce(doc_line_id, 0)
  from card_item_ledger where group_id = $1
  union all
  select org_id, 'write-off', id, reversal_of, doc_kind, doc_id, posted_at, discount, amount, concat_ws(':', org_id, open_item_id, tender), 0
  from write_off_line where group_id = $1 and counter_item_id is null
), standing as (
  select e.*, d.is_undone, d.is_red from entry e
  join doc d on d.kind = e.doc_kind and d.id = e.doc_id
  left join entry u on u.ledger = e.ledger and u.reversal_of = e.id
  where e.reversal_of is null and u.id is null
)
select e.org_id, e.ledger, e.id, e.doc_kind, e.doc_id, e.qty, e.amount, o.qty as of_qty, o.amount as of_amount
from entry e
left join entry o on o.ledger = e.ledger and o.id = e.reversal_of
left join doc d on d.kind = e.doc_kind and d.id = e.doc_id
where e.reversal_of is not null
  and (o.id is null or e.place <> o.place or e.qty <> -o.qty or e.amount <> -o.amount or e.doc_kind <> o.doc_kind
    or o.doc_id <> coalesce(d.red_of, e.doc_id))
union all
select org_id, ledger, id, doc_kind, doc_id, qty, amount, null, null from standing
where is_undone and not (is_red and ledger = 'partner')
union all
select a.org_id, a.ledger, a.id, a.doc_kind, a.doc_id, a.qty, a.amount, b.qty, b.amount
from standing a
join standing b on b.ledger = a.ledger and b.doc_kind = a.doc_kind and b.doc_id = a.doc_id and b.of_id = a.of_id and b.place = a.place
  and b.qty = -a.qty and b.amount = -a.amount
where b.posted_at > a.posted_at and not a.is_undone and (a.ledger <> 'stock' or a.qty <> 0)
union all
select w.org_id, 'counter', w.id, w.doc_kind, w.doc_id, w.discount, w.amount, null, c.amount
from write_off_line w
left join write_off_line c on c.group_id = w.group_id and c.doc_kind = w.doc_kind and c.doc_id = w.doc_id
  and c.open_item_id = w.counter_item_id and c.counter_item_id = w.open_item_id and c.amount = -w.amount
left join open_item i on i.group_id = w.group_id and i.id = w.open_item_id
left join open_item o on o.group_id = w.group_id and o.id = w.counter_item_id
where w.group_id = $1 and w.counter_item_id is not null
  and (c.id is null or w.discount <> 0 or w.reversal_of is not null or i.original <> -o.original
    or (i.partner_id, i.side, i.due_on, i.payer_type) is distinct from (o.partner_id, o.side, o.due_on, o.payer_type))
